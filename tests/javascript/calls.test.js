import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, send, settle } from "./page.js";

const called = '<div class="seek is-called"><p><b>Bob is here.</b></p></div>';

async function open(seeks = "") {
  const page = await openPage(`<div id="live" data-sound-turn="turn"><div id="seeks">${seeks}</div></div>`);
  document.title = "Your turn · Trifecta House";
  document.body.dataset.sounds = "on";
  await page.run("calls");
  window.dispatchEvent(new Event("keydown"));
  page.show = (html) => {
    document.getElementById("seeks").innerHTML = html;
    send("htmx:oobAfterSwap", null);
  };
  return page;
}

test("the tab says that somebody is here, and a sound does once", async () => {
  const page = await open();
  page.show('<div class="seek"><p>You are looking for an opponent.</p></div>');
  assert.equal(document.title, "Your turn · Trifecta House");
  page.show(called);
  page.show(called);
  assert.equal(document.title, "● Bob is here.");
  await page.requests[0].answer({ text: "turn" });
  assert.deepEqual(page.heard, ["turn"]);
});

test("the tab gets its title back when the call lapses", async () => {
  const page = await open();
  page.show(called);
  document.title = "● Your turn · Trifecta House"; // as turns.js says it
  page.show(called);
  assert.equal(document.title, "● Bob is here.");
  page.show("");
  assert.equal(document.title, "● Your turn · Trifecta House");
});

test("a page that is opened after the call says so too", async () => {
  await open(called);
  assert.equal(document.title, "● Bob is here.");
});

test("the next call is heard again", async () => {
  const page = await open();
  page.show(called);
  await page.requests[0].answer({ text: "turn" });
  page.show("");
  page.show(called);
  await settle();
  assert.deepEqual(page.heard, ["turn", "turn"]);
});
