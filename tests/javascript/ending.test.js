import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, press, send, swap } from "./page.js";

const running = '<div id="game"><div class="felt"><ol id="last-move"></ol></div></div>';
const over = (won = "") => `<div id="game"><ol id="last-move"></ol>
  <section id="result" class="result ${won}"><h1 id="headline" tabindex="-1">Over</h1></section></div>`;
const isArriving = () => find("#result").classList.contains("is-arriving");

async function open(html = running) {
  const page = await openPage(html);
  globalThis.HTMLElement.prototype.scrollIntoView = () => {};
  globalThis.HTMLElement.prototype.animate = () => {};
  await page.run("ending");
  return page;
}

test("the result comes after the last move, and its headline gets the focus", async () => {
  const page = await open();
  swap(over());
  assert.ok(isArriving());
  await page.clock.pass(1199);
  assert.notEqual(document.activeElement, find("#headline"));
  await page.clock.pass(1);
  assert.ok(!isArriving());
  assert.equal(document.activeElement, find("#headline"));
  assert.equal(find(".celebration"), null);
});

test("any key goes on at once, and the focus may go on from there", async () => {
  const page = await open();
  swap(over());
  press("a");
  assert.ok(!isArriving());
  assert.equal(document.activeElement, find("#headline"));
  document.activeElement.blur();
  await page.clock.pass(1200);
  assert.equal(document.activeElement, document.body);
});

test("a tap or the wheel goes on at once, too", async () => {
  for (const skip of ["pointerdown", "wheel"]) {
    await open();
    swap(over());
    document.body.dispatchEvent(new Event(skip, { bubbles: true }));
    assert.ok(!isArriving());
  }
});

test("a table that follows while the result is on its way brings it at once", async () => {
  await open();
  swap(over());
  const shown = find("#headline");
  let focused = 0;
  shown.focus = () => {
    focused += 1;
  };
  swap(over());
  assert.equal(focused, 1);
});

test("whoever asked for less motion, or does not look, sees the result at once and nothing that moves", async () => {
  for (const prepare of [
    () => Object.defineProperty(globalThis, "matchMedia", { value: () => ({ matches: true }), configurable: true }),
    () => Object.defineProperty(document, "hidden", { value: true }),
  ]) {
    const page = await openPage(running);
    globalThis.HTMLElement.prototype.scrollIntoView = () => {};
    prepare();
    await page.run("ending");
    swap(over("is-won"));
    assert.ok(!isArriving());
    assert.equal(document.activeElement, find("#headline"));
    assert.equal(find(".celebration"), null);
  }
});

test("a page that is hidden shows the result at once and celebrates nothing", async () => {
  await open();
  swap(over("is-won"));
  Object.defineProperty(document, "hidden", { value: true });
  send("visibilitychange", null);
  assert.ok(!isArriving());
  assert.equal(find(".celebration"), null);
});

test("an open dialog keeps the focus until it is closed, and nothing is celebrated over it", async () => {
  const page = await open(`${running}<dialog id="help" open></dialog>`);
  swap(over("is-won"));
  await page.clock.pass(1200);
  assert.equal(document.activeElement, document.body);
  assert.equal(find(".celebration"), null);
  send("close", null, find("#help"));
  assert.equal(document.activeElement, find("#headline"));
  document.activeElement.blur();
  send("close", null, find("#help"));
  assert.equal(document.activeElement, document.body);
});

test("the felt keeps its height until the window has another width", async () => {
  const felt = (height) =>
    `<div class="felt" data-box="0 0 300 ${height}"><div class="piles" data-box="0 0 300 150"></div>`;
  await open(running.replace('<div class="felt">', felt(240)));
  swap(over().replace("<section", `${felt(200)}</div><section`));
  const height = () => document.documentElement.style.getPropertyValue("--middle-height");
  window.dispatchEvent(new Event("resize"));
  assert.equal(height(), "190px");
  globalThis.innerWidth = 500;
  window.dispatchEvent(new Event("resize"));
  assert.equal(height(), "");
});

test("a win is celebrated for a moment, until a key is pressed", async () => {
  const page = await open();
  swap(over("is-won"));
  await page.clock.pass(1200);
  assert.equal(find(".celebration").getAttribute("aria-hidden"), "true");
  await page.clock.pass(2399);
  assert.ok(find(".celebration"));
  await page.clock.pass(1);
  assert.equal(find(".celebration"), null);
});

test("a key ends the celebration", async () => {
  const page = await open();
  swap(over("is-won"));
  await page.clock.pass(1200);
  press("a");
  assert.equal(find(".celebration"), null);
});

test("a result that is shown already does not arrive again", async () => {
  const page = await open(over("is-won"));
  swap(over("is-won"));
  assert.ok(!isArriving());
  await page.clock.pass(5000);
  assert.equal(find(".celebration"), null);
  assert.notEqual(document.activeElement, find("#headline"));
});
