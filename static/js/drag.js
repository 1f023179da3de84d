// Drag and drop of cards and piles. A drop selects what taps would select. The dropped cards stay
// where they were dropped for as long as they are selected.

import { check, find, findAll, required } from "./dom.js";
import { copyPictures, dragCards, inputOf, labelOf } from "./pointer-drag.js";

const EDGE_PX = 5; // a card lies at least this far from the edge of the felt

/** @typedef {Pick<DOMRect, "left" | "top" | "width" | "height">} Box */

let before = new Set(); // the ids of the inputs chosen before the drag
/** @type {HTMLElement | null} */
let over = null; // what the dragged card would be dropped on: a label, or the felt
/** @type {Map<string, string>} */
const laidOn = new Map(); // id of a dropped card's input -> id of the input it was dropped on
/** @type {{ id: string, x: number, y: number, width: number } | null} */
let onFelt = null; // the card dropped on the empty felt, in parts of its box

const feltBox = () => required(find("#play .piles", HTMLElement));
const inputs = () => findAll("#play input[name='card'], #play input[name='pile']", HTMLInputElement);

/** @param {Element | null} element @returns {HTMLLabelElement | null} */
function cardAt(element) {
  const label = element?.closest("#play label");
  if (!(label instanceof HTMLLabelElement) || !(label.control instanceof HTMLInputElement)) return null;
  return ["card", "pile"].includes(label.control.name) ? label : null;
}

// Dragging

/** @param {string} id */
function pickUp(id) {
  before = new Set(
    inputs()
      .filter((input) => input.checked)
      .map((input) => input.id),
  );
  const card = labelOf(id);
  if (card) check(inputOf(card), true);
}

/** @param {HTMLLabelElement} card @param {number} x @param {number} y */
function move(card, x, y) {
  target(targetAt(inputOf(card), document.elementFromPoint(x, y)));
}

/** @param {HTMLElement | null} next */
function target(next) {
  over?.classList.remove("is-target");
  over = next;
  over?.classList.add("is-target");
}

/**
 * A pile goes onto piles and hand cards; a hand card onto piles and onto the empty felt.
 * @param {HTMLInputElement} dragged
 * @param {Element | null} element
 * @returns {HTMLElement | null}
 */
function targetAt(dragged, element) {
  const isHeld = dragged.name === "card";
  const label = cardAt(element);
  if (label) {
    const input = inputOf(label);
    return input === dragged || (isHeld && input.name === "card") ? null : label;
  }
  const felt = isHeld ? element?.closest("#play .felt") : null;
  return felt instanceof HTMLElement ? felt : null;
}

function putBack() {
  target(null);
  for (const input of inputs()) check(input, before.has(input.id));
}

/** @param {string} id @param {DOMRect} copy */
function drop(id, copy) {
  const on = over;
  target(null);
  if (!on) {
    putBack();
    return;
  }
  if (on instanceof HTMLLabelElement) {
    const under = inputOf(on);
    layOn(laidOn, id, laidOn.get(under.id) ?? under.id);
    check(under, true);
  } else {
    for (const input of inputs()) check(input, input.id === id);
    onFelt = { id, ...placeOnFelt(copy, feltBox().getBoundingClientRect()) };
  }
  showLaid();
}

// Dropped cards

/**
 * Lay a card, and all that lie on it, on another place.
 * @param {Map<string, string>} laid
 * @param {string} id
 * @param {string} place
 */
export function layOn(laid, id, place) {
  if (id === place) return;
  for (const [other, under] of laid) if (under === id) laid.set(other, place);
  laid.set(id, place);
}

/**
 * Return where the middle of a card lies within the felt, and its width, in parts of the felt.
 * @param {Box} card
 * @param {Box} felt
 */
export function placeOnFelt(card, felt) {
  /** @type {(middle: number, half: number, size: number) => number} */
  const within = (middle, half, size) => Math.min(Math.max(middle, half), size - half) / size;
  return {
    x: within(card.left + card.width / 2 - felt.left, card.width / 2 + EDGE_PX, felt.width),
    y: within(card.top + card.height / 2 - felt.top, card.height / 2 + EDGE_PX, felt.height),
    width: card.width / felt.width,
  };
}

function hideLaid() {
  for (const laid of document.querySelectorAll(".laid")) laid.remove();
  for (const label of document.querySelectorAll(".is-laid")) label.classList.remove("is-laid");
}

/** @param {string} id */
function chosenLabel(id) {
  const label = labelOf(id);
  return label && inputOf(label).checked ? label : null;
}

function showLaid() {
  hideLaid();
  for (const [id, place] of laidOn) {
    const [card, under] = [chosenLabel(id), chosenLabel(place)];
    if (!card || !under) {
      laidOn.delete(id);
      continue;
    }
    card.classList.add("is-laid");
    laidBox(under).append(...copyPictures(card));
  }
  showOnFelt();
}

function showOnFelt() {
  const card = onFelt && chosenLabel(onFelt.id);
  if (!onFelt || !card || document.querySelector("#play input[name='pile']:checked")) {
    onFelt = null;
    return;
  }
  card.classList.add("is-laid");
  const box = makeBox();
  box.style.left = `${100 * onFelt.x}%`;
  box.style.top = `${100 * onFelt.y}%`;
  box.style.width = `${100 * onFelt.width}%`;
  box.append(...copyPictures(card));
  feltBox().append(box);
}

/** @param {HTMLLabelElement} label */
function laidBox(label) {
  const found = label.querySelector(".laid");
  if (found) return found;
  const box = makeBox();
  (label.querySelector(".stack") ?? label).append(box);
  return box;
}

function makeBox() {
  const box = document.createElement("span");
  box.className = "laid";
  box.setAttribute("aria-hidden", "true");
  return box;
}

document.addEventListener("change", ({ target }) => {
  if (target instanceof Element && target.closest("#play")) showLaid();
});
document.addEventListener("live:swapping", hideLaid);
document.addEventListener("live:swapped", showLaid);
dragCards({ cardAt, pickUp, move, drop, putBack });
