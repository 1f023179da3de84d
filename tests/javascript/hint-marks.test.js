import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, find, openPage, swap } from "./page.js";

const label = (id, input) => `<label id="${id}"><input ${input}></label>`;
const TABLE = `
  <form id="play">
    ${label("held-7S", 'type="radio" name="card" id="c-7S" value="7S" checked')}
    ${label("held-9S", 'type="radio" name="card" id="c-9S" value="9S"')}
    ${label("held-9S-2", 'type="radio" name="card" id="c-9S-2" value="9S"')}
    ${label("pile-4D", 'type="checkbox" name="pile" id="p-4D" value="4D"')}
    ${label("pile-5C-6H", 'type="checkbox" name="pile" id="p-5C-6H" value="5C-6H"')}
    <button id="deck">Deck</button>
    <div id="hint"></div>
  </form>`;
const hint = (cards, piles) => `<p class="hint" data-cards="${cards}" data-piles="${piles}"></p>`;

function show(html) {
  find("#hint").innerHTML = html;
  find("#hint").dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true }));
}

const marked = () => [...document.querySelectorAll(".glows")].map((each) => each.id);
const described = () => [...document.querySelectorAll("[aria-description]")].map((each) => each.id);

test("a hint marks its card and its piles and keeps the choice", async () => {
  await openPage(TABLE, "hint-marks");
  show(hint("9S", "5C-6H 4D"));
  assert.deepEqual(marked(), ["held-9S", "pile-4D", "pile-5C-6H"]);
  assert.deepEqual(described(), ["c-9S", "p-4D", "p-5C-6H"]);
  assert.deepEqual(chosen(), ["c-7S"]);
});

test("of two equal cards one is marked, or both if both are meant", async () => {
  await openPage(TABLE, "hint-marks");
  show(hint("9S", ""));
  assert.deepEqual(marked(), ["held-9S"]);
  show(hint("9S 9S", ""));
  assert.deepEqual(marked(), ["held-9S", "held-9S-2"]);
});

test("a stack to draw from is marked", async () => {
  await openPage(TABLE, "hint-marks");
  show(hint("", "deck"));
  assert.deepEqual([marked(), described()], [["deck"], ["deck"]]);
  show("");
  assert.deepEqual([marked(), described()], [[], []]);
});

test("the marks go with the hint", async () => {
  await openPage(TABLE, "hint-marks");
  show(hint("9S", "4D"));
  find("#hint").innerHTML = "";
  document.dispatchEvent(new CustomEvent("live:swapped"));
  assert.deepEqual([marked(), described()], [[], []]);
});

test("a hint stays until somebody moves, whatever else changes on the table", async () => {
  const game = (seen) => `<div id="game" data-seen="${seen}">${TABLE}</div>`;
  await openPage(game(4), "hint-marks");
  show(hint("9S", "4D"));
  swap(game(4));
  assert.deepEqual(marked(), ["held-9S", "pile-4D"]);
  swap(game(5));
  assert.equal(find("#hint").textContent, "");
  assert.deepEqual(marked(), []);
});

test("the invitation to learn first goes when a hint is asked for", async () => {
  await openPage(`<input type="checkbox" id="learn-later">${TABLE}`, "hint-marks");
  show(hint("9S", ""));
  assert.ok(find("#learn-later").checked);
});

test("a refusal goes when a hint is asked for, and not when the hint arrives", async () => {
  await openPage(`<form id="ask-hint"></form><p id="refusal"></p>${TABLE}`, "hint-marks");
  show(hint("9S", ""));
  assert.ok(document.getElementById("refusal"));
  find("#ask-hint").dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(document.getElementById("refusal"), null);
});

test("a hint takes the place of the sentence until other cards are chosen", async () => {
  await openPage(`<form id="ask-hint"></form>${TABLE}`, "hint-marks");
  assert.ok(!find("#play[data-asked]"));
  find("#ask-hint").dispatchEvent(new Event("submit", { bubbles: true }));
  assert.ok(find("#play[data-asked]"));
  find("#play").dispatchEvent(new Event("change", { bubbles: true }));
  assert.ok(!find("#play[data-asked]"));
});
