// Sorts a hand of many cards: by rank, by colour, or in the player's own order, made by dragging or
// with Shift and the arrow keys. Only the display changes; each browser remembers its own order.

import { closest, find, findAll } from "./dom.js";
import { dragCards } from "./pointer-drag.js";
import { HAND_ORDER, keepText, recallJson } from "./storage.js";

/** @typedef {{ by: "rank" | "colour" } | { by: "own", game: string | undefined, ids: string[] }} Order */

let order = recall();
let before = order; // the order before the drag

/** @param {Document | Element} root */
const handIn = (root) => find("#play [data-sort]", HTMLElement, root);
/** @param {Element} hand */
const cardsOf = (hand) => findAll(".hand-card", HTMLLabelElement, hand);
/** @param {HTMLLabelElement} card */
const idOf = (card) => card.querySelector("input")?.id ?? "";

/** @returns {Order} */
function recall() {
  return recallJson(HAND_ORDER) ?? { by: "rank" };
}

/** @param {Order} kept */
function keep(kept) {
  order = kept;
  keepText(HAND_ORDER, JSON.stringify(order));
  showOrder();
}

/** @param {HTMLElement} hand */
function keepOwn(hand) {
  keep({ by: "own", game: hand.dataset.sort, ids: cardsOf(hand).map(idOf) });
}

// Sorting

/** @param {HTMLElement | null} hand */
function sort(hand) {
  if (!hand) return;
  const shown = cardsOf(hand);
  const sorted = sortCards(order, hand.dataset.sort, shown);
  if (sorted.some((card, number) => card !== shown[number])) hand.append(...sorted);
}

/**
 * Return the cards in that order. An order of the player's own belongs to one game.
 * @param {Order} order
 * @param {string | undefined} game
 * @param {HTMLLabelElement[]} cards
 */
function sortCards(order, game, cards) {
  /** @param {HTMLLabelElement} card */
  const placeOf = (card) => {
    if (order.by !== "own") return Number(card.dataset[order.by]);
    if (order.game !== game) return Number(card.dataset.rank);
    return order.ids.indexOf(idOf(card)) + 1 || Infinity; // new cards come last
  };
  return cards
    .map((card) => ({ card, place: placeOf(card) }))
    .sort((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ card }) => card);
}

function showOrder() {
  for (const button of findAll("[data-sort-by]", HTMLElement)) {
    button.setAttribute("aria-pressed", String(button.dataset.sortBy === order.by));
  }
}

document.addEventListener("click", (event) => {
  const by = closest(event, "[data-sort-by]")?.dataset.sortBy;
  if (by !== "rank" && by !== "colour") return;
  keep({ by });
  sort(handIn(document));
});

// Keys

document.addEventListener(
  "keydown",
  (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const card = closest(event, "[data-sort] .hand-card");
    const hand = card?.parentElement;
    if (!step || !hand || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const cards = cardsOf(hand);
    const other = cards.find((_, number) => cards[number - step] === card);
    if (!other) return;
    if (!event.shiftKey) {
      other.querySelector("input")?.focus();
      return;
    }
    // The other card moves: this one keeps the focus.
    if (step > 0) card.before(other);
    else card.after(other);
    keepOwn(hand);
  },
  { capture: true },
);

// Dragging

/** @param {Element} pressed */
function cardAt(pressed) {
  const card = pressed.closest("#play [data-sort] .hand-card");
  return card instanceof HTMLLabelElement ? card : null;
}

/**
 * Return whether a place comes before a card of a hand in one or more rows.
 * @param {{ x: number, y: number }} place
 * @param {DOMRect} card
 */
export function isBefore({ x, y }, { left, top, width, height }) {
  if (y < top) return true;
  return y < top + height && x < left + width / 2;
}

/** @param {HTMLLabelElement} card @param {number} x @param {number} y */
function move(card, x, y) {
  const hand = card.parentElement;
  if (!hand) return;
  const others = cardsOf(hand).filter((other) => other !== card);
  const { top, bottom } = hand.getBoundingClientRect();
  const inside = { x, y: Math.min(Math.max(y, top + 1), bottom - 1) };
  const next = others.find((other) => isBefore(inside, other.getBoundingClientRect())) ?? null;
  if (next === card.nextElementSibling) return;
  hand.insertBefore(card, next);
  keepOwn(hand);
}

dragCards({
  cardAt,
  pickUp: () => {
    before = order;
  },
  move,
  drop: () => {}, // it lies there already
  putBack: () => {
    keep(before);
    sort(handIn(document));
  },
});

document.addEventListener("live:swapping", (event) => sort(handIn(event.detail.next)));
document.addEventListener("live:swapped", showOrder);

sort(handIn(document));
showOrder();
