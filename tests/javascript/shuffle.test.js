import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { find, openPage, texts } from "./page.js";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const VECTORS = JSON.parse(read("docs/shuffle.md").match(/```json\n(.*?)```/s)[1]);
const TEXTS = read("templates/shuffle/_texts.html").replace(/\{% translate "(.*?)" %\}|\{% load .*? %\}/g, "$1");

const page = (more) => `
  <form data-shuffle="1" ${TEXTS}>
    <p data-verdict></p>
    <input name="seed">
    <label><input name="value"></label><label><input name="value"></label>
    <p data-check="commitment" hidden></p><input name="commitment">
    <p data-check="starter" hidden></p>
    <select name="starter"><option value=""></option><option value="0"></option><option value="1"></option></select>
    <section data-pack><textarea name="deck"></textarea><p data-check="deck" hidden></p><ol data-deck hidden></ol></section>
    ${more ?? ""}
  </form>`;

const PICK = `
  <fieldset data-pick>
    <input name="card"><input name="salt"><input name="promise"><p data-check hidden></p>
  </fieldset>`;

const LATER = `
  <section data-pack>
    <textarea name="before"></textarea><textarea name="deck"></textarea><p data-check="deck"></p><ol data-deck></ol>
  </section>`;

const open = (more) => openPage(page(more), "shuffle");

/** Enter values by the names of their fields; a list fills the fields of that name. */
function enter(values) {
  for (const [name, value] of Object.entries(values)) {
    const fields = document.querySelectorAll(`[name="${name}"]`);
    for (const [place, each] of [value].flat().entries()) fields[place].value = each;
  }
  find("form").dispatchEvent(new Event("input", { bubbles: true }));
}

const enterVector = ({ seed, values, commitment, starter, cards }) =>
  enter({ seed, value: values, commitment, starter: String(starter), deck: cards });
const state = (name) => find(`[data-check="${name}"]`).className.replace("check is-", "");
const verdict = () => find("[data-verdict]").className.replace("verdict is-", "");

test("before a seed is entered, the page asks for it", async () => {
  await open();
  assert.equal(find("[data-verdict]").textContent, "Enter the seed to begin.");
  assert.equal(verdict(), "open");
});

for (const [number, vector] of VECTORS.entries()) {
  test(`the documented shuffle ${number + 1} is computed again`, async () => {
    await open();
    enterVector(vector);
    assert.deepEqual([state("commitment"), state("starter"), state("deck"), verdict()], Array(4).fill("good"));
    assert.ok([...document.querySelectorAll("[data-check], [data-deck]")].every(({ hidden }) => !hidden));
    assert.equal(find("[data-verdict]").textContent, "Everything that was compared matches.");
    assert.match(find('[data-check="starter"]').textContent, new RegExp(`Player ${vector.starter + 1} starts\\.`));
    assert.equal(find(".deck-card").className, `deck-card suit-${vector.cards[1].toLowerCase()}`);
  });
}

test("a deck with two cards in each other’s place does not match, and shows them", async () => {
  await open();
  const [vector] = VECTORS;
  const [first, second, ...others] = vector.cards.split(" ");
  enterVector({ ...vector, cards: [second, first, ...others].join(" ") });
  assert.deepEqual([state("commitment"), state("deck"), verdict()], ["good", "bad", "bad"]);
  assert.deepEqual(texts(".is-bad.deck-card"), ["7♦not 10♠", "10♠not 7♦"]);
});

test("a deck that breaks off says which cards are missing", async () => {
  await open();
  const [vector] = VECTORS;
  enterVector({ ...vector, cards: vector.cards.split(" ").slice(0, 51).join(" ") });
  assert.equal(state("deck"), "bad");
  assert.deepEqual(texts(".is-bad.deck-card"), ["K♥missing"]);
});

for (const [name, value] of [
  ["commitment", VECTORS[1].commitment],
  ["starter", "0"],
]) {
  test(`a wrong ${name} does not match`, async () => {
    await open();
    enterVector({ ...VECTORS[0], [name]: value });
    assert.deepEqual([state(name), verdict()], ["bad", "bad"]);
  });
}

test("what was not entered is not compared", async () => {
  await open();
  enter({ seed: VECTORS[0].seed, value: VECTORS[0].values });
  assert.deepEqual([state("commitment"), state("starter"), state("deck"), verdict()], Array(4).fill("open"));
  assert.equal(document.querySelectorAll(".deck-card").length, 52);
  assert.ok(!find("[data-deck]").hidden);
});

test("capitals and spaces do not matter", async () => {
  await open();
  const { seed, values, commitment, starter, cards } = VECTORS[0];
  enter({
    seed: ` ${seed.toUpperCase()} `,
    value: values.map((value) => value.toUpperCase()),
    commitment: commitment.toUpperCase(),
    starter: String(starter),
    deck: cards.toLowerCase().replaceAll(" ", ",\n"),
  });
  assert.equal(verdict(), "good");
});

for (const [name, values, words] of [
  ["seed that is too short", { seed: "00" }, "A seed has 64 digits: 0 to 9 and a to f."],
  ["seed of other letters", { seed: "x".repeat(64) }, "A seed has 64 digits: 0 to 9 and a to f."],
  [
    "value of other letters",
    { seed: VECTORS[0].seed, value: ["xyz"] },
    "The value from a browser consists of the digits 0 to 9 and a to f, or is empty.",
  ],
]) {
  test(`a ${name} is refused, and no step is shown`, async () => {
    await open();
    enterVector(VECTORS[0]);
    enter(values);
    assert.equal(find("[data-verdict]").textContent, words);
    assert.ok([...document.querySelectorAll("[data-check], [data-deck]")].every(({ hidden }) => hidden));
  });
}

test("nothing that is entered is sent anywhere", async () => {
  await open();
  const event = new Event("submit", { cancelable: true });
  find("form").dispatchEvent(event);
  assert.ok(event.defaultPrevented);
});

test("another recipe is not computed", async () => {
  await open();
  find("form").dataset.shuffle = "2";
  enterVector(VECTORS[0]);
  assert.equal(find("[data-verdict]").textContent, "This page knows recipe 1 only.");
});

test("values beyond the number of players are hidden and do not count", async () => {
  await open('<select name="players"><option value="1"></option><option value="2"></option></select>');
  enterVector(VECTORS[0]);
  assert.equal(verdict(), "bad");
  enter({ players: "2" });
  assert.equal(verdict(), "good");
  enter({ players: "1" });
  assert.deepEqual(
    Array.from(document.querySelectorAll("label"), ({ hidden }) => hidden),
    [false, true],
  );
});

test("a later shuffle goes on from the cards that it was given", async () => {
  await open(LATER);
  const { cards } = VECTORS[0];
  enterVector(VECTORS[0]);
  // As docs/check_shuffle.py computes it: 52+AS,2H,KH,3D,JC SEED a1b2 ''
  enter({ before: "AS 2H KH 3D JC", deck: [cards, "JC 3D KH AS 2H"] });
  assert.equal(verdict(), "good");
  enter({ deck: [cards, "JC 3D KH 2H AS"] });
  assert.equal(verdict(), "bad");
});

test("triplet cards and jokers are shown by their names", async () => {
  await open(LATER);
  enterVector(VECTORS[0]);
  enter({ before: "XX", deck: [VECTORS[0].cards, "T10"] });
  assert.deepEqual(texts("[data-pack]:nth-of-type(2) .deck-card"), ["Jokernot T10"]);
  enter({ before: "T37", deck: [VECTORS[0].cards, "XX"] });
  assert.deepEqual(texts("[data-pack]:nth-of-type(2) .deck-card"), ["T37not Joker"]);
  assert.equal(find("[data-pack]:nth-of-type(2) .deck-card").className, "deck-card is-bad");
});

test("unbiased draws leave out the numbers beyond the last whole multiple", async () => {
  const { module } = await open();
  const draw = (limit, ...numbers) => module.below(limit, numbers.values());
  assert.equal(draw(3, 7), 1);
  assert.equal(draw(3, 2 ** 32 - 1, 8), 2);
  assert.equal(draw(2, 2 ** 32 - 1), 1);
});

test("a secret card is held against its commitment", async () => {
  await open(PICK);
  enterVector(VECTORS[0]);
  assert.ok(find("[data-pick] [data-check]").hidden);
  const promise = createHash("sha256").update(Buffer.from("ab00", "hex")).update("7H").digest("hex");
  enter({ card: "7h", salt: "AB00", promise: promise.toUpperCase() });
  assert.equal(verdict(), "good");
  enter({ card: "7D" });
  assert.equal(verdict(), "bad");
  enter({ card: "", salt: "" });
  assert.ok(find("[data-pick] [data-check]").hidden);
  assert.equal(verdict(), "good");
});

for (const [name, values, words] of [
  ["card", { card: "7X", salt: "ab" }, "Write a card like 7H or TD."],
  ["salt that is missing", { card: "7H" }, "A salt is made up of the digits 0 to 9 and a to f, in pairs."],
  ["salt", { card: "7H", salt: "00abc" }, "A salt is made up of the digits 0 to 9 and a to f, in pairs."],
]) {
  test(`a ${name} that cannot be one is refused`, async () => {
    await open(PICK);
    enterVector(VECTORS[0]);
    enter(values);
    assert.equal(find("[data-pick] [data-check]").textContent, `Does not match ${words}`);
    assert.equal(verdict(), "bad");
  });
}

test("the page of a running game checks only the secret cards", async () => {
  await openPage(`<form data-shuffle="1" ${TEXTS}>${PICK}</form>`, "shuffle");
  enter({ card: "7H", salt: "ab12" });
  assert.match(find("[data-check]").textContent, /^Not compared The SHA-256 of the salt and 7♥ is [0-9a-f]{64}\.$/);
});
