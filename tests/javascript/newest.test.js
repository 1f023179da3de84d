import assert from "node:assert/strict";
import { test } from "node:test";
import { element, openPage } from "./page.js";

const strip = (data) => element(`<div><ol id="last-move" ${data}></ol></div>`);

test("an event with a higher number is new", async () => {
  const { module } = await openPage("", "newest");
  const told = module.newEvent(strip('data-number="9"'), strip('data-number="10" data-card="7S"'));
  assert.equal(told.card, "7S");
});

test("the first event of a game is new", async () => {
  const { module } = await openPage("", "newest");
  assert.equal(module.newEvent(strip(""), strip('data-number="1"')).number, "1");
});

test("an event that the table shows already is not new", async () => {
  const { module } = await openPage("", "newest");
  assert.equal(module.newEvent(strip('data-number="9"'), strip('data-number="9"')), null);
  assert.equal(module.newEvent(strip('data-number="9"'), strip('data-number="8"')), null);
  assert.equal(module.newEvent(strip('data-number="9"'), strip("")), null);
});

test("without a strip before and after there is nothing to tell", async () => {
  const { module } = await openPage("", "newest");
  assert.equal(module.newEvent(element("<div></div>"), strip('data-number="9"')), null);
  assert.equal(module.newEvent(strip('data-number="9"'), element("<div></div>")), null);
});
