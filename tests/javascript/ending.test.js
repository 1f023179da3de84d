import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, press, swap } from "./page.js";

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

test("any key goes on at once", async () => {
  await open();
  swap(over());
  press("a");
  assert.ok(!isArriving());
  assert.equal(document.activeElement, find("#headline"));
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
