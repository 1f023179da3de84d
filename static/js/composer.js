// Shows what the chosen cards would do. The page knows which piles a card can be played on, so these
// are outlined at once. The sentence and the buttons come from the server: those of likely choices
// before they are made (see answers.js), the others when they are asked for.

import { fetchAnswers, findAnswer, postForm } from "./answers.js";
import { byId, check, closest, find, findAll, required } from "./dom.js";

const TOGETHER_MS = 20; // changes made together are asked about once
const LATER_MS = 3000; // after asking too often

let timer = 0;
/** @type {AbortController | null} */
let asking = null; // aborts the newest request while it has no answer
let isUnanswered = false; // whether the newest request failed

const cards = () => findAll("#play input[name=card]", HTMLInputElement);
const piles = () => findAll("#play input[name=pile]", HTMLInputElement);
const isAnyChosen = () => [...cards(), ...piles()].some((input) => input.checked);

// Outlines

function outline() {
  const chosenCards = cards().filter((card) => card.checked);
  const chosenPiles = piles().filter((pile) => pile.checked);
  const uses = readUses(byId("hand")?.dataset.uses ?? "");
  for (const pile of piles()) {
    mark(pile, chosenCards.length > 0 && chosenCards.every((card) => canUse(uses, card, pile)));
  }
  for (const held of cards()) {
    const isFree = held.type === "radio" ? chosenCards.length === 0 : !held.checked;
    mark(held, isFree && chosenPiles.length > 0 && chosenPiles.every((pile) => canUse(uses, held, pile)));
  }
}

/**
 * Read "7S=4D,3C 9H=": for each card in the hand, the piles that it can be played on.
 * @param {string} text
 * @returns {Map<string, string[]>}
 */
export function readUses(text) {
  return new Map(
    text.split(" ").map((word) => {
      const [card, keys = ""] = word.split("=");
      return [card, keys.split(",")];
    }),
  );
}

/**
 * @param {Map<string, string[]>} uses
 * @param {{ value: string }} card
 * @param {{ value: string }} pile
 */
function canUse(uses, card, pile) {
  return uses.get(card.value)?.includes(pile.value) ?? false;
}

/** @param {HTMLInputElement} input @param {boolean} isUsable */
function mark(input, isUsable) {
  input.closest("label")?.classList.toggle("is-usable", isUsable);
}

// Asking

// Changes made together, as by a tap that chooses several cards, are one choice.
function askSoon() {
  stopAsking();
  isUnanswered = false;
  showAsking(true);
  timer = setTimeout(ask, TOGETHER_MS);
  queueMicrotask(answerKnown);
}

function answerKnown() {
  const form = find("#play", HTMLFormElement);
  const known = form && (timer || asking) && findAnswer(form);
  if (!known) return;
  stopAsking();
  show(parse(known));
}

/** @param {string} html */
const parse = (html) => new DOMParser().parseFromString(html, "text/html");

/**
 * Enter waits for the answer: the button it would press may belong to the cards chosen before.
 * @param {boolean} isAsking
 */
function showAsking(isAsking) {
  byId("composer")?.toggleAttribute("data-asking", isAsking);
}

function stopAsking() {
  showAsking(false);
  clearTimeout(timer);
  timer = 0;
  asking?.abort();
  asking = null;
}

async function ask() {
  timer = 0;
  const address = byId("composer")?.dataset.ask;
  const form = find("#play", HTMLFormElement);
  if (!address || !form) return;
  const mine = new AbortController();
  asking = mine;
  try {
    const response = await postForm(address, form, mine.signal);
    if (response.status === 429) return askLater(mine);
    if (!response.ok) throw new Error(String(response.status));
    const html = await response.text();
    if (asking === mine) show(parse(html));
  } catch {
    if (asking === mine) giveUp();
  } finally {
    if (asking === mine) stopAsking();
  }
}

/**
 * The page stays as it is. Until the answer comes, the server decides what a button does.
 * @param {AbortController} refused
 */
function askLater(refused) {
  if (asking !== refused) return;
  asking = null;
  timer = setTimeout(ask, LATER_MS);
}

/**
 * The elements stay, so that the focus stays too and a screen reader says what changed.
 * @param {Document} next
 */
function show(next) {
  say(required(next.getElementById("sentence")).childNodes, false);
  let above = byId("sentence");
  for (const id of ["choices", "suggestions"]) {
    const [shown, offered] = [byId(id), next.getElementById(id)];
    if (!shown?.isEqualNode(offered)) {
      shown?.remove();
      if (offered) above?.after(offered);
    }
    above = byId(id) ?? above;
  }
  for (const button of findAll(".action", HTMLElement, next)) {
    const shown = byId(button.id);
    if (!shown) continue; // it belongs to a step of the turn that the page does not show yet
    shown.classList.toggle("is-main", button.classList.contains("is-main"));
    enable(shown, !button.hasAttribute("data-disabled"));
    const note = button.getAttribute("aria-describedby") ?? "";
    byId(note)?.replaceChildren(...(next.getElementById(note)?.childNodes ?? []));
  }
}

/** @param {Element} button @param {boolean} isEnabled */
function enable(button, isEnabled) {
  if (isEnabled) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

/** @param {Iterable<Node | string>} nodes @param {boolean} isReason */
function say(nodes, isReason) {
  const sentence = required(byId("sentence"));
  sentence.classList.toggle("is-reason", isReason);
  sentence.replaceChildren(...nodes);
}

function giveUp() {
  isUnanswered = true;
  say([byId("composer")?.dataset.notTold ?? ""], true);
  for (const button of findAll("#composer .action", HTMLElement)) enable(button, true);
}

// The connection is back.
function askAgain() {
  if (isUnanswered) askSoon();
}

/**
 * Without scripts every button sends the form, so only here are some of them disabled.
 * @param {Document | Element} root
 */
function disable(root) {
  for (const button of findAll(".action[data-disabled]", HTMLElement, root)) enable(button, false);
}

document.addEventListener("live:swapping", ({ detail }) => disable(detail.next));

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (!target.matches("#play input[name=card], #play input[name=pile]")) return;
  byId("refusal")?.remove();
  byId("choices")?.remove();
  byId("suggestions")?.remove();
  outline();
  askSoon();
});

document.addEventListener("live:swapped", () => {
  outline();
  if (isAnyChosen()) askSoon();
  else stopAsking();
  prepare();
});

document.addEventListener("click", (event) => {
  if (closest(event, "[data-reset]")) askSoon();
});

document.addEventListener("htmx:wsOpen", askAgain);
window.addEventListener("online", askAgain);

// A suggestion chooses its piles, and nothing is played yet.
document.addEventListener("click", (event) => {
  const suggestion = closest(event, "#suggestions [data-piles]");
  if (!suggestion) return;
  const wanted = suggestion.dataset.piles?.split(" ") ?? [];
  for (const pile of piles()) check(pile, wanted.includes(pile.value));
  cards()
    .find((card) => card.checked)
    ?.focus(); // the button goes away, and Enter on a card plays
});

// A disabled button says why it is disabled. Until the answer comes, the server decides.
document.addEventListener(
  "click",
  (event) => {
    const button = closest(event, "#composer .action[aria-disabled=true]");
    if (!button || timer || asking) return;
    event.preventDefault();
    byId("refusal")?.remove();
    byId("play")?.removeAttribute("data-asked"); // on a phone it stands where the hint does
    const note = byId(button.getAttribute("aria-describedby") ?? "");
    say(note?.cloneNode(true).childNodes ?? [], true);
  },
  { capture: true },
);

// A choice made before the answers came may be among them.
async function prepare() {
  if (await fetchAnswers()) answerKnown();
}

disable(document);
outline();
if (isAnyChosen()) askSoon();
prepare();
