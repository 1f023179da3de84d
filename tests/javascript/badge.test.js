import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.js";

async function open(methods) {
  const page = await openPage("");
  page.shown = [];
  for (const [name, value] of Object.entries(methods(page.shown))) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
  await page.run("badge");
  return page;
}

const methods = (shown) => ({
  setAppBadge: async (number) => shown.push(number),
  clearAppBadge: async () => shown.push("none"),
});

test("the icon shows the number, and nothing for none", async () => {
  const page = await open(methods);
  await page.module.showBadge(3);
  await page.module.showBadge(0);
  assert.deepEqual(page.shown, [3, "none"]);
});

test("where there is no icon, or it may not show a number, nothing happens", async () => {
  const denied = async () => {
    throw new DOMException("denied", "NotAllowedError");
  };
  for (const given of [() => ({}), () => ({ setAppBadge: denied, clearAppBadge: denied })]) {
    const page = await open(given);
    await page.module.showBadge(3);
    await page.module.showBadge(0);
  }
});
