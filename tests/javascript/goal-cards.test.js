import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, find, openPage } from "./page.js";

const card = (id, code) => `<input type="checkbox" name="card" id="c-${id}" value="${code}">`;
const goal = (name, cards) =>
  `<label class="goal"><input type="checkbox" name="pile" id="p-${name}" ${cards ? `data-cards="${cards}"` : ""}></label>`;
const TABLE = `
  <form id="play">
    ${card("7S", "7S")} ${card("7H-1", "7H")} ${card("7H-2", "7H")} ${card("8S", "8S")} ${card("9S", "9S")}
    ${goal("T21", "7S 7H 8S")} ${goal("T30", "7H 8S 9S")} ${goal("T99", "")}
  </form>`;

test("a tap on a triplet card chooses the cards for it, one of two equal cards", async () => {
  await openPage(TABLE, "goal-cards");
  find("#p-T21").click();
  assert.deepEqual(chosen(), ["c-7S", "c-7H-1", "c-8S", "p-T21"]);
});

test("a second tap unchooses them", async () => {
  await openPage(TABLE, "goal-cards");
  find("#p-T21").click();
  find("#p-T21").click();
  assert.deepEqual(chosen(), []);
});

test("a tap on another triplet card chooses the cards for that one", async () => {
  await openPage(TABLE, "goal-cards");
  find("#p-T21").click();
  find("#p-T30").click();
  assert.deepEqual(chosen(), ["c-7H-1", "c-8S", "c-9S", "p-T30"]);
});

test("fewer cards that the player chose give way", async () => {
  await openPage(TABLE, "goal-cards");
  find("#c-9S").click();
  find("#p-T21").click();
  assert.deepEqual(chosen(), ["c-7S", "c-7H-1", "c-8S", "p-T21"]);
});

test("three cards that the player chose stay: the tap says what for", async () => {
  await openPage(TABLE, "goal-cards");
  for (const id of ["7S", "8S", "9S"]) find(`#c-${id}`).click();
  find("#p-T21").click();
  assert.deepEqual(chosen(), ["c-7S", "c-8S", "c-9S", "p-T21"]);
  find("#p-T21").click();
  assert.deepEqual(chosen(), ["c-7S", "c-8S", "c-9S"]);
});

test("cards that the player chose again by hand stay", async () => {
  await openPage(TABLE, "goal-cards");
  find("#p-T21").click();
  find("#p-T21").click();
  for (const id of ["7S", "7H-1", "8S"]) find(`#c-${id}`).click();
  find("#p-T21").click();
  find("#p-T21").click();
  assert.deepEqual(chosen(), ["c-7S", "c-7H-1", "c-8S"]);
});

test("another choice on the page unchooses no cards", async () => {
  await openPage(TABLE.replace("</form>", "<select></select></form>"), "goal-cards");
  find("#p-T21").click();
  find("select").dispatchEvent(new Event("change", { bubbles: true }));
  assert.deepEqual(chosen(), ["c-7S", "c-7H-1", "c-8S", "p-T21"]);
});

test("a triplet card that the hand cannot complete chooses nothing", async () => {
  await openPage(TABLE, "goal-cards");
  find("#p-T99").click();
  assert.deepEqual(chosen(), ["p-T99"]);
});
