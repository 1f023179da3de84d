import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, send, settle } from "./page.js";

const called =
  '<div class="seek is-called"><p><b>Bob is here.</b></p><form method="post" action="/games/2/come/"></form></div>';

const calledAway = '<section id="result" data-called-away></section>';

async function open(seeks = "", game = '<section id="waiting"></section>') {
  const html = `<div id="live" data-sound-turn="turn"><div id="seeks">${seeks}</div><div id="game">${game}</div></div>`;
  const page = await openPage(html);
  document.title = "Your turn · Trifecta House";
  document.body.dataset.sounds = "on";
  await page.run("calls");
  window.dispatchEvent(new Event("keydown"));
  page.went = [];
  document.addEventListener("submit", (event) => page.went.push(event.target.getAttribute("action")));
  page.end = () => {
    document.getElementById("game").innerHTML = calledAway;
    send("live:swapped", null);
  };
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

test("whoever is called away from the place on the page goes there once", async () => {
  const page = await open();
  page.show(called);
  assert.deepEqual(page.went, []);
  page.end();
  page.show(called);
  assert.deepEqual(page.went, ["/games/2/come/"]);
});

test("the call may come after the end of the place", async () => {
  const page = await open();
  page.end();
  await page.clock.pass(29_000);
  page.show(called);
  assert.deepEqual(page.went, ["/games/2/come/"]);
});

test("a page that nobody looks at goes nowhere until somebody does", async () => {
  const page = await open();
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  page.end();
  page.show(called);
  assert.deepEqual(page.went, []);
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  send("visibilitychange", null);
  assert.deepEqual(page.went, ["/games/2/come/"]);
});

test("a page of a place that ended earlier goes to no later game", async () => {
  const page = await open("", calledAway);
  page.show(called);
  const other = await open();
  other.end();
  await other.clock.pass(31_000);
  other.show(called);
  assert.deepEqual([page.went, other.went], [[], []]);
});
