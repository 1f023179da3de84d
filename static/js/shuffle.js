// Computes a shuffle again, as docs/shuffle.md says, and holds it against what was published.
// crypto.subtle would do too, but browsers have it only over https.

import { sha256 } from "../vendor/sha256.min.mjs";

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const PACK = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const JOKERS = ["XX", "XX", "XX", "XX"];
const WORDS = 2 ** 32;

function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function* numbers(seed, values) {
  for (let block = 0; ; block += 1) {
    const digest = sha256.hmac.arrayBuffer(seed, ["shuffle 1", ...values, block].join("|"));
    for (let at = 0; at < 32; at += 4) yield new DataView(digest).getUint32(at);
  }
}

function below(limit, source) {
  const fair = WORDS - (WORDS % limit);
  for (;;) {
    const number = source.next().value;
    if (number < fair) return number % limit;
  }
}

// The standard order of a whole pack: of 52 cards, or of two packs with jokers.
function layOut(size) {
  return size > PACK.length ? [...PACK, ...PACK, ...JOKERS] : [...PACK];
}

function shuffle(before, source) {
  const cards = [...before];
  for (let place = cards.length - 1; place > 0; place -= 1) {
    const other = below(place + 1, source);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

// Triplet cards are shown by their names: T37.
function show(card) {
  if (card === "XX") return say("Joker");
  return card[1] in SIGNS ? (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]] : card;
}

function isName(text) {
  return PACK.includes(text) || /^(XX|T[1-9][0-9]?)$/.test(text ?? "");
}

// The form's attributes hold all texts of this page, in the visitor's language.
const form = document.querySelector("[data-shuffle]");

// Returns the text of that name, with the values in the place of {name}.
function say(name, values = {}) {
  return form.dataset[`text${name}`].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

function read(name, within = form) {
  return within.querySelector(`[name="${name}"]`).value.trim();
}

function readDigits(name, within = form) {
  return read(name, within).toLowerCase();
}

// Writes the result of one step, and returns it: "good", "bad" or "open".
function tell(place, state, words) {
  place.hidden = false;
  place.className = `check is-${state}`;
  const word = document.createElement("b");
  word.textContent = say({ good: "Good", bad: "Bad", open: "Open" }[state]);
  place.replaceChildren(word, ` ${words}`);
  return state;
}

function compare(place, computed, expected, words) {
  return tell(place, expected === "" ? "open" : computed === expected ? "good" : "bad", words);
}

function step(name) {
  return form.querySelector(`[data-check="${name}"]`);
}

function checkPick(place) {
  const card = read("card", place).toUpperCase();
  const salt = readDigits("salt", place);
  const said = place.querySelector("[data-check]");
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

function readCards(field) {
  return field?.value.trim().toUpperCase().split(/[\s,]+/).filter(Boolean) ?? [];
}

// The numbers go on from one pack to the next.
function checkPack(place, source) {
  const dealt = readCards(place.querySelector('[name="deck"]'));
  const before = readCards(place.querySelector('[name="before"]'));
  const cards = shuffle(before.length ? before : layOut(dealt.length), source);
  const said = place.querySelector("[data-check]");
  const list = place.querySelector("[data-deck]");
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

function showPlace(card, dealt, given) {
  const item = document.createElement("li");
  item.className = card[1] in SIGNS ? `deck-card suit-${card[1].toLowerCase()}` : "deck-card";
  item.textContent = show(card);
  if (given && card !== dealt) {
    item.classList.add("is-bad");
    const other = document.createElement("small");
    const shown = isName(dealt) ? show(dealt) : dealt;
    other.textContent = dealt === undefined ? say("NoCard") : say("OtherCard", { card: shown });
    item.append(other);
  }
  return item;
}

function hideSteps() {
  for (const place of form.querySelectorAll("[data-check], [data-deck]")) place.hidden = true;
}

function readValues() {
  const players = form.querySelector('[name="players"]');
  const fields = [...form.querySelectorAll('[name="value"]')];
  const count = players ? Number(players.value) : fields.length;
  for (const [place, field] of fields.entries()) field.parentElement.hidden = place >= count;
  return fields.slice(0, count).map((field) => field.value.trim().toLowerCase());
}

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
    ...[...form.querySelectorAll("[data-pack]")].map((place) => checkPack(place, source)),
  ];
}

function stop(verdict, words) {
  hideSteps();
  verdict.className = "verdict is-open";
  verdict.textContent = words;
  return null;
}

function conclude(verdict, states) {
  const state = states.includes("bad") ? "bad" : states.includes("good") ? "good" : "open";
  verdict.className = `verdict is-${state}`;
  verdict.textContent = say({ good: "AllGood", bad: "SomeBad", open: "AllOpen" }[state]);
}

function check() {
  const verdict = form.querySelector("[data-verdict]");
  const states = verdict ? checkShuffle(verdict) : [];
  if (states === null) return;
  states.push(...[...form.querySelectorAll("[data-pick]")].map(checkPick));
  if (verdict) conclude(verdict, states);
}

form.addEventListener("input", check);
form.addEventListener("submit", (event) => event.preventDefault());
check();
