// Marks on the table what a hint says: the cards, piles or stack to choose. It chooses nothing itself.

import { byId, find, findAll } from "./dom.js";

const MARK = "hint-mark"; // holds the words that describe whatever is marked, for screen readers

function showHint() {
  for (const marked of findAll("#play .glows[data-hinted]", HTMLElement)) unmark(marked);
  const hint = find("#hint .hint", HTMLElement);
  if (!hint) return;
  for (const code of words(hint.dataset.cards)) mark(inputOf("card", code));
  for (const key of words(hint.dataset.piles)) mark(inputOf("pile", key) ?? byId(key));
}

/** Whoever asks for a hint is playing: its words need the room of the invitation to learn first. */
function giveRoom() {
  const later = byId("learn-later");
  if (later instanceof HTMLInputElement) later.checked = true;
}

/** @param {string | undefined} text */
const words = (text) => (text ?? "").split(" ").filter(Boolean);

/**
 * Return the input of a card or a pile that is not marked yet: there may be two equal cards.
 * @param {string} name
 * @param {string} value
 */
function inputOf(name, value) {
  const inputs = findAll(`#play input[name=${name}]`, HTMLInputElement);
  return inputs.find((input) => input.value === value && !boxOf(input).dataset.hinted);
}

/** @param {HTMLElement} element */
const boxOf = (element) => element.closest("label") ?? element;

/** @param {HTMLElement | null | undefined} element */
function mark(element) {
  if (!element) return;
  const box = boxOf(element);
  box.dataset.hinted = "true";
  box.classList.add("glows");
  element.setAttribute("aria-description", byId(MARK)?.textContent ?? "");
}

/** @param {HTMLElement} box */
function unmark(box) {
  delete box.dataset.hinted;
  box.classList.remove("glows");
  for (const each of [box, ...findAll("[aria-description]", HTMLElement, box)]) {
    each.removeAttribute("aria-description");
  }
}

// A hint is about one position: it stays for as long as nobody moves, and so does the wait for it.
document.addEventListener("live:swapping", ({ detail: { target, next } }) => {
  const [shown, place] = [target, next].map((root) => find("#hint", HTMLElement, root));
  if (!shown || !place || next.dataset.seen !== target.dataset.seen) return;
  place.replaceChildren(...shown.cloneNode(true).childNodes);
});

// A refusal stands where the hint does, the reason why a button is dimmed in small windows too, and on
// a phone so does the sentence about the chosen cards.
// Whatever was asked for last is shown.
document.addEventListener("submit", ({ target }) => {
  if (!(target instanceof Element) || target.id !== "ask-hint") return;
  byId("refusal")?.remove();
  byId("sentence")?.classList.remove("is-reason");
  byId("play")?.setAttribute("data-asked", "hint");
});
document.addEventListener("change", () => byId("play")?.removeAttribute("data-asked"));

document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (!(target instanceof Element) || target.id !== "hint") return;
  giveRoom();
  showHint();
});
document.addEventListener("live:swapped", showHint);
