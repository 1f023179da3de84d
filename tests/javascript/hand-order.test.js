import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, point, press, swap } from "./page.js";

const card = (id, rank, colour, left) => `
  <label class="hand-card" data-rank="${rank}" data-colour="${colour}" data-box="${left} 0 40 60">
    <input type="checkbox" name="card" id="c-${id}"><img class="card" alt="${id}">
  </label>`;
const CARDS = [card("K", 12, 1, 0), card("2", 1, 3, 40), card("7", 6, 2, 80)].join("");
const hand = (cards = CARDS, game = "abc") => `
  <div id="game">
    <button type="button" data-sort-by="rank"></button><button type="button" data-sort-by="colour"></button>
    <form id="play"><fieldset data-box="0 0 200 60" data-sort="${game}">${cards}</fieldset></form>
  </div>`;

async function open(order) {
  const page = await openPage(`<div id="live">${hand()}</div>`);
  if (order) localStorage.setItem("hand-order", order);
  find("#live").setPointerCapture = () => {};
  await page.run("hand-order");
  return page.module;
}

const shown = () => Array.from(document.querySelectorAll(".hand-card img"), ({ alt }) => alt).join(" ");
const label = (id) => find(`#c-${id}`).closest("label");
const kept = () => JSON.parse(localStorage.getItem("hand-order"));
const pressed = () =>
  Array.from(document.querySelectorAll("[data-sort-by]"), (each) => each.getAttribute("aria-pressed"));

test("a hand is sorted by rank unless the player chose otherwise", async () => {
  await open();
  assert.equal(shown(), "2 7 K");
  assert.deepEqual(pressed(), ["true", "false"]);
});

test("the browser remembers that a hand is sorted by colour", async () => {
  await open();
  find("[data-sort-by=colour]").click();
  assert.equal(shown(), "K 7 2");
  assert.deepEqual(pressed(), ["false", "true"]);
  assert.deepEqual(kept(), { by: "colour" });
  await open('{"by": "colour"}');
  assert.equal(shown(), "K 7 2");
});

test("what the browser kept of something else is ignored", async () => {
  await open("{by");
  assert.equal(shown(), "2 7 K");
});

test("the player’s own order counts for its game, and new cards come last", async () => {
  await open('{"by": "own", "game": "abc", "ids": ["c-7", "c-2"]}');
  assert.equal(shown(), "7 2 K");
  assert.deepEqual(pressed(), ["false", "false"]);
});

test("several new cards keep their order among each other", async () => {
  await open('{"by": "own", "game": "abc", "ids": ["c-7"]}');
  assert.equal(shown(), "7 K 2");
});

test("a button of another kind sorts nothing", async () => {
  await open();
  find("[data-sort-by=colour]").dataset.sortBy = "own";
  find("[data-sort-by=own]").click();
  assert.equal(shown(), "2 7 K");
  assert.equal(kept(), null);
});

test("in another game the own order does not count", async () => {
  await open('{"by": "own", "game": "other", "ids": ["c-7", "c-2", "c-K"]}');
  assert.equal(shown(), "2 7 K");
});

test("the arrow keys move the focus along the hand", async () => {
  await open();
  press("ArrowRight", find("#c-2"));
  assert.equal(document.activeElement.id, "c-7");
  press("ArrowLeft", find("#c-7"));
  assert.equal(document.activeElement.id, "c-2");
  press("ArrowLeft", find("#c-2"));
  assert.equal(document.activeElement.id, "c-2");
});

test("with Shift the arrow keys move the card, which keeps the focus", async () => {
  await open();
  find("#c-2").focus();
  press("ArrowRight", find("#c-2"), { shiftKey: true });
  assert.equal(shown(), "7 2 K");
  assert.equal(document.activeElement.id, "c-2");
  find("#c-K").focus();
  press("ArrowLeft", find("#c-K"), { shiftKey: true });
  assert.equal(shown(), "7 K 2");
  assert.equal(document.activeElement.id, "c-K");
  assert.deepEqual(kept(), { by: "own", game: "abc", ids: ["c-7", "c-K", "c-2"] });
});

test("arrow keys outside the hand or with Ctrl are left to the browser", async () => {
  await open();
  assert.ok(!press("ArrowRight").defaultPrevented);
  assert.ok(!press("ArrowRight", find("#c-2"), { ctrlKey: true }).defaultPrevented);
});

test("a dragged card goes where the pointer is", async () => {
  await open(); // 2 at 40, 7 at 80, K at 0
  point("pointerdown", label("2"), 50, 10);
  point("pointermove", document.body, 95, 10);
  assert.equal(shown(), "2 7 K");
  point("pointermove", document.body, 130, 10);
  assert.equal(shown(), "7 K 2");
  assert.ok(find(".drag-copy"));
  point("pointerup", document.body, 130, 10);
  assert.equal(find(".drag-copy"), null);
  assert.deepEqual(kept().ids, ["c-7", "c-K", "c-2"]);
});

test("a place is before a card in a lower row, or left of its middle", async () => {
  const module = await open();
  const card = new DOMRect(100, 200, 60, 80);
  const isBefore = (x, y) => module.isBefore({ x, y }, card);
  assert.ok(isBefore(500, 190));
  assert.ok(isBefore(120, 210));
  assert.ok(!isBefore(140, 210));
  assert.ok(!isBefore(10, 290));
});

test("Escape puts a dragged card back where it was", async () => {
  await open('{"by": "colour"}');
  point("pointerdown", label("2"), 50, 10);
  point("pointermove", document.body, 10, 10);
  assert.equal(shown(), "2 K 7");
  press("Escape");
  assert.equal(shown(), "K 7 2");
  assert.deepEqual(kept(), { by: "colour" });
});

test("a hand that is swapped in is sorted before it is shown", async () => {
  await open('{"by": "colour"}');
  const next = swap(hand(CARDS + card("5", 4, 0, 120)));
  assert.equal(shown(), "5 K 7 2");
  assert.deepEqual(pressed(), ["false", "true"]);
  assert.equal(next.querySelectorAll(".hand-card").length, 4);
});

test("a table without a hand to sort is left alone", async () => {
  await open();
  swap('<div id="game"></div>');
  assert.equal(shown(), "");
});
