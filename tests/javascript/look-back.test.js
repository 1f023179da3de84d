import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, press, settle } from "./page.js";

const PAGE = `
  <div id="game" data-title="Your turn"><span id="clock"><b>0:59</b></span>
    <a id="move" href="/games/1/replay/3/" data-look-back>Move 3</a></div>
  <dialog id="look-back"><p id="look-back-turn"></p><div id="look-back-place"></div></dialog>`;

/** Open the page, where the site answers with a replay, or with nothing if it cannot be reached. */
async function open(replay = '<a id="replay-previous" href="/">Back</a>') {
  const page = await openPage(PAGE, "look-back");
  const { ajax } = htmx;
  htmx.ajax = async (...values) => {
    await ajax(...values);
    find("#look-back-place").innerHTML = replay;
  };
  return page;
}

async function follow(more = {}) {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...more });
  find("#move").dispatchEvent(event);
  await settle();
  return event;
}

test("a move opens its replay in a dialog over the table", async () => {
  const page = await open();
  assert.ok((await follow()).defaultPrevented);
  assert.deepEqual(page.asked, ["get /games/1/replay/3/"]);
  assert.ok(find("#look-back").open);
  assert.equal(document.activeElement.id, "replay-previous");
});

test("with Ctrl, Shift or Meta the browser opens the replay in its own way", async () => {
  await open();
  for (const more of [{ ctrlKey: true }, { shiftKey: true }, { metaKey: true }]) {
    assert.ok(!(await follow(more)).defaultPrevented);
  }
  assert.ok(!find("#look-back").open);
});

test("a replay that cannot be fetched leaves the table as it was", async () => {
  await open("");
  await follow();
  assert.ok(!find("#look-back").open);
});

test("a table that cannot reach the site stays as it was", async () => {
  await open();
  htmx.ajax = () => Promise.reject();
  await follow();
  assert.ok(!find("#look-back").open);
});

test("of two replays that are asked for, the later one counts", async () => {
  await open();
  const answers = [];
  htmx.ajax = () => new Promise((resolve, reject) => answers.push({ resolve, reject }));
  await follow();
  find("#look-back").close();
  await follow();
  answers[0].reject(); // htmx ends the earlier request
  await settle();
  assert.ok(find("#look-back").open);
  find("#look-back-place").innerHTML = '<a id="replay-previous" href="/">Back</a>';
  answers[1].resolve();
  await settle();
  assert.equal(document.activeElement.id, "replay-previous");
});

test("a replay that arrives after the dialog was closed is not kept", async () => {
  await open();
  const followed = follow();
  find("#look-back").close();
  await followed;
  assert.equal(find("#look-back-place").innerHTML, "");
});

test("the dialog says whose turn it is and the time left, and goes on saying it", async () => {
  const page = await open();
  await follow();
  assert.equal(find("#look-back-turn").textContent, "Your turn · 0:59");
  find("#clock b").textContent = "0:58";
  await page.clock.pass(500);
  assert.equal(find("#look-back-turn").textContent, "Your turn · 0:58");
  find("#clock").remove();
  await page.clock.pass(500);
  assert.equal(find("#look-back-turn").textContent, "Your turn");
});

test("a dialog that is opened twice tells the time once", async () => {
  const page = await open();
  await follow();
  find("#look-back").close();
  await follow();
  let begun = 0;
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (...values) => {
    begun += 1;
    return setTimeout(...values);
  };
  await page.clock.pass(500);
  assert.equal(begun, 1);
});

test("keys in the dialog do not reach the table", async () => {
  await open();
  const heard = [];
  document.addEventListener("keydown", ({ key }) => heard.push(key));
  press("a", find("#look-back"));
  assert.deepEqual(heard, []);
});

test("a click beside the dialog closes it, and the replay is gone", async () => {
  await open();
  await follow();
  find("#look-back-turn").click();
  assert.ok(find("#look-back").open);
  find("#look-back").click();
  await settle();
  assert.ok(!find("#look-back").open);
  assert.equal(find("#look-back-place").innerHTML, "");
});

test("a dialog that is closed no longer says whose turn it is", async () => {
  const page = await open();
  await follow();
  find("#look-back").close();
  find("#clock b").textContent = "0:58";
  await page.clock.pass(1000);
  assert.equal(find("#look-back-turn").textContent, "Your turn · 0:59");
});

test("what has happened before is no longer told once the player moves", async () => {
  await open();
  document.body.insertAdjacentHTML("afterbegin", '<details id="story"></details>');
  document.dispatchEvent(new CustomEvent("live:sent", { detail: { seen: "1" } }));
  assert.equal(find("#story"), null);
});
