import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, send } from "./page.js";

const OTHER_VIEWER = 4401;

async function open() {
  await openPage("<main></main>", "leave");
  /** @type {(string | URL)[]} */
  const loaded = [];
  location.replace = (address) => void loaded.push(address);
  return loaded;
}

test("a page that was made for somebody who is logged out is loaded again", async () => {
  const loaded = await open();
  history.replaceState(null, "", "/archive/?page=2#game");
  send("htmx:wsClose", { event: { code: OTHER_VIEWER } });
  assert.deepEqual(loaded, ["/archive/?page=2"]);
});

test("a page stays whose site is only restarted", async () => {
  const loaded = await open();
  for (const code of [1006, 1011, 1012]) send("htmx:wsClose", { event: { code } });
  assert.deepEqual(loaded, []);
});

test("the page on which somebody logs out waits for the answer", async () => {
  const loaded = await open();
  document.body.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  send("htmx:wsClose", { event: { code: OTHER_VIEWER } });
  assert.deepEqual(loaded, []);
});
