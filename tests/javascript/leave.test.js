import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, send } from "./page.js";

const OTHER_VIEWER = 4401;

async function open() {
  const page = await openPage("<main></main>", "leave");
  page.loaded = [];
  location.replace = (address) => void page.loaded.push(address);
  return page;
}

function submit() {
  document.body.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

function close(code) {
  send("htmx:wsClose", { event: { code } });
}

test("a page that was made for somebody else is loaded again, once a new cookie could have come", async () => {
  const page = await open();
  history.replaceState(null, "", "/archive/?page=2#game");
  close(OTHER_VIEWER);
  await page.clock.pass(999);
  assert.deepEqual(page.loaded, []);
  await page.clock.pass(1);
  assert.deepEqual(page.loaded, ["/archive/?page=2"]);
});

test("a page that never agrees with its socket is loaded again only every half a minute", async () => {
  const page = await open();
  close(OTHER_VIEWER);
  await page.clock.pass(1000);
  for (const times of [1, 2, 3]) {
    close(OTHER_VIEWER);
    await page.clock.pass(29_999);
    assert.equal(page.loaded.length, times);
    await page.clock.pass(1);
  }
});

test("a page stays whose site is only restarted", async () => {
  const page = await open();
  for (const code of [1006, 1011, 1012]) close(code);
  await page.clock.pass(60_000);
  assert.deepEqual(page.loaded, []);
});

test("the page on which somebody logs out waits for the answer, but not for ever", async () => {
  const page = await open();
  submit();
  close(OTHER_VIEWER);
  await page.clock.pass(30_000);
  assert.deepEqual(page.loaded, []);
  await page.clock.pass(1000);
  assert.equal(page.loaded.length, 1);
});

test("a page in a browser that keeps nothing is not loaded again without end", async () => {
  const page = await open();
  const fail = () => {
    throw new DOMException("denied", "SecurityError");
  };
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get: fail });
  close(OTHER_VIEWER);
  await page.clock.pass(60_000);
  assert.deepEqual(page.loaded, []);
});
