// Computes a shuffle again, as docs/shuffle.md says, and holds it against what was published.
// crypto.subtle would do too, but browsers have it only over https.

import { sha256 } from "../vendor/sha256.min.mjs";
import { fill, find, findAll, required } from "./dom.js";

/** @typedef {"good" | "bad" | "open"} State */
/** @typedef {Generator<number, never, void>} Numbers */

/** @type {Record<string, string>} */
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const PACK = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const JOKERS = ["XX", "XX", "XX", "XX"];
const WORDS = 2 ** 32;

/** @param {string} digits */
function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * @param {Uint8Array} seed
 * @param {string[]} values
 * @returns {Numbers}
 */
export function* numbers(seed, values) {
  for (let block = 0; ; block += 1) {
    const digest = sha256.hmac.arrayBuffer(seed, ["shuffle 1", ...values, block].join("|"));
    for (let at = 0; at < 32; at += 4) yield new DataView(digest).getUint32(at);
  }
}

/** @param {number} limit @param {Numbers} source */
export function below(limit, source) {
  const fair = WORDS - (WORDS % limit);
  for (;;) {
    const number = source.next().value;
    if (number < fair) return number % limit;
  }
}

/**
 * The standard order of a whole pack: of 52 cards, or of two packs with jokers.
 * @param {number} size
 */
function layOut(size) {
  return size > PACK.length ? [...PACK, ...PACK, ...JOKERS] : [...PACK];
}

/** @param {string[]} before @param {Numbers} source */
export function shuffle(before, source) {
  const cards = [...before];
  for (let place = cards.length - 1; place > 0; place -= 1) {
    const other = below(place + 1, source);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

/**
 * Triplet cards are shown by their names: T37.
 * @param {string} card
 */
function show(card) {
  if (card === "XX") return say("Joker");
  return card[1] in SIGNS ? (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]] : card;
}

/** @param {string} text */
function isName(text) {
  return PACK.includes(text) || /^(XX|T[1-9][0-9]?)$/.test(text);
}

// The form's attributes hold all texts of this page, in the visitor's language.
const form = required(find("[data-shuffle]", HTMLFormElement));

/**
 * Return the text of that name, with the values in the place of {name}.
 * @param {string} name
 * @param {Record<string, string | number>} values
 */
function say(name, values = {}) {
  return fill(required(form.dataset[`text${name}`]), values);
}

/**
 * Return what stands in the field of that name, without the spaces around it.
 * @param {string} name
 * @param {Element} within
 */
function read(name, within = form) {
  /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null} */
  const field = within.querySelector(`[name="${name}"]`);
  return field?.value.trim() ?? "";
}

/** @param {string} name @param {Element} within */
function readDigits(name, within = form) {
  return read(name, within).toLowerCase();
}

/**
 * Write the result of one step, and return it.
 * @param {HTMLElement} place
 * @param {State} state
 * @param {string} words
 */
function tell(place, state, words) {
  place.hidden = false;
  place.className = `check is-${state}`;
  const word = document.createElement("b");
  word.textContent = say({ good: "Good", bad: "Bad", open: "Open" }[state]);
  place.replaceChildren(word, ` ${words}`);
  return state;
}

/** @param {HTMLElement} place @param {string} computed @param {string} expected @param {string} words */
function compare(place, computed, expected, words) {
  return tell(place, expected === "" ? "open" : computed === expected ? "good" : "bad", words);
}

/** @param {string} name */
function step(name) {
  return required(find(`[data-check="${name}"]`, HTMLElement, form));
}

/** @param {Element} place @returns {State} */
function checkPick(place) {
  const card = read("card", place).toUpperCase();
  const salt = readDigits("salt", place);
  const said = required(find("[data-check]", HTMLElement, place));
  if (!card && !salt) {
    said.hidden = true;
    return "open";
  }
  if (!PACK.includes(card)) return tell(said, "bad", say("BadCard"));
  if (!/^([0-9a-f]{2})+$/.test(salt)) return tell(said, "bad", say("BadSalt"));
  const computed = sha256(new Uint8Array([...bytesOf(salt), ...new TextEncoder().encode(card)]));
  const words = say("PickHash", { card: show(card), hash: computed });
  return compare(said, computed, readDigits("promise", place), words);
}

/** @param {string} text */
function readCards(text) {
  return text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}

/**
 * The numbers go on from one pack to the next.
 * @param {Element} place
 * @param {Numbers} source
 */
function checkPack(place, source) {
  const dealt = readCards(read("deck", place));
  const before = readCards(read("before", place));
  const cards = shuffle(before.length ? before : layOut(dealt.length), source);
  const said = required(find("[data-check]", HTMLElement, place));
  const list = required(find("[data-deck]", HTMLElement, place));
  list.hidden = false;
  list.replaceChildren(...cards.map((card, place) => showPlace(card, dealt[place], dealt.length)));
  const same = cards.filter((card, place) => card === dealt[place]).length;
  if (!dealt.length) return tell(said, "open", say("DeckAlone"));
  if (same === cards.length && dealt.length === cards.length) {
    return tell(said, "good", say("DeckSame", { count: same }));
  }
  const counts = { same, count: cards.length, entered: dealt.length };
  return tell(said, "bad", say("DeckDifferent", counts));
}

/** @param {string} card @param {string | undefined} dealt @param {number} given */
function showPlace(card, dealt, given) {
  const item = document.createElement("li");
  item.className = card[1] in SIGNS ? `deck-card suit-${card[1].toLowerCase()}` : "deck-card";
  item.textContent = show(card);
  if (given && card !== dealt) {
    item.classList.add("is-bad");
    const other = document.createElement("small");
    other.textContent =
      dealt === undefined ? say("NoCard") : say("OtherCard", { card: isName(dealt) ? show(dealt) : dealt });
    item.append(other);
  }
  return item;
}

function hideSteps() {
  for (const place of findAll("[data-check], [data-deck]", HTMLElement, form)) place.hidden = true;
}

function readValues() {
  const fields = findAll('[name="value"]', HTMLInputElement, form);
  const count = Number(read("players") || fields.length);
  for (const [place, field] of fields.entries()) required(field.parentElement).hidden = place >= count;
  return fields.slice(0, count).map((field) => field.value.trim().toLowerCase());
}

/** @param {HTMLElement} verdict */
function checkShuffle(verdict) {
  const seed = readDigits("seed");
  const values = readValues();
  if (form.dataset.shuffle !== "1") return stop(verdict, say("UnknownRecipe"));
  if (!seed) return stop(verdict, say("NoSeed"));
  if (!/^[0-9a-f]{64}$/.test(seed)) return stop(verdict, say("BadSeed"));
  if (!values.every((value) => /^[0-9a-f]*$/.test(value))) {
    return stop(verdict, say("BadValue"));
  }
  const promised = sha256(bytesOf(seed));
  const source = numbers(bytesOf(seed), values);
  const starter = below(values.length, source);
  const seedWords = say("SeedHash", { hash: promised });
  const starterWords = say("Starter", { number: starter + 1 });
  return [
    compare(step("commitment"), promised, readDigits("commitment"), seedWords),
    compare(step("starter"), String(starter), read("starter"), starterWords),
    ...findAll("[data-pack]", HTMLElement, form).map((place) => checkPack(place, source)),
  ];
}

/** @param {HTMLElement} verdict @param {string} words */
function stop(verdict, words) {
  hideSteps();
  verdict.className = "verdict is-open";
  verdict.textContent = words;
  return null;
}

/** @param {HTMLElement} verdict @param {State[]} states */
function conclude(verdict, states) {
  const state = states.includes("bad") ? "bad" : states.includes("good") ? "good" : "open";
  verdict.className = `verdict is-${state}`;
  verdict.textContent = say({ good: "AllGood", bad: "SomeBad", open: "AllOpen" }[state]);
}

function check() {
  const verdict = find("[data-verdict]", HTMLElement, form);
  const states = verdict ? checkShuffle(verdict) : [];
  if (states === null) return;
  states.push(...findAll("[data-pick]", HTMLElement, form).map(checkPick));
  if (verdict) conclude(verdict, states);
}

form.addEventListener("input", check);
form.addEventListener("submit", (event) => event.preventDefault());
check();
