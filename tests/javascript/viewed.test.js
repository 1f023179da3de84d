import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, send, swap } from "./page.js";

const running = '<div id="game"><ol id="last-move"></ol></div>';
const over = '<div id="game"><ol id="last-move"></ol><div id="result"></div></div>';

async function open(table) {
  const page = await openPage(`<input name="csrfmiddlewaretoken" value="token">${table}`, "viewed");
  page.hide = (isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    send("visibilitychange", null);
  };
  return page;
}

test("an end that is seen is told once", async () => {
  const page = await open(running);
  swap(running);
  assert.deepEqual(page.requests, []);
  swap(over);
  swap(over);
  const [request, ...more] = page.requests;
  assert.deepEqual(
    [request.method, request.address, request.body],
    ["POST", "/games/1/viewed/", "csrfmiddlewaretoken=token"],
  );
  assert.deepEqual(more, []);
  await request.fail();
});

test("an end in a hidden tab is told when the tab is seen", async () => {
  const page = await open(running);
  page.hide(true);
  swap(over);
  assert.deepEqual(page.requests, []);
  page.hide(false);
  assert.equal(page.requests.length, 1);
});

test("a page that showed the result from the beginning has nothing to tell", async () => {
  const page = await open(over);
  swap(over);
  assert.deepEqual(page.requests, []);
});

test("what was told about this game is seen if the page is in view", async () => {
  const page = await open(`${running}<data id="unread-here" value="0"></data>`);
  const tell = (number) => {
    find("#unread-here").setAttribute("value", number);
    send("htmx:oobAfterSwap", null);
    send("htmx:oobAfterSwap", null);
  };
  tell("0");
  assert.equal(page.requests.length, 0);
  tell("1");
  assert.deepEqual(
    page.requests.map(({ address }) => address),
    ["/games/1/viewed/"],
  );
  page.hide(true);
  tell("1");
  assert.equal(page.requests.length, 1);
  page.hide(false);
  assert.equal(page.requests.length, 2);
});
