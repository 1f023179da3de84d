// The event that a swap brings, as the strip above the piles has it. Each event is new only once,
// however often the table is sent again.

import { find } from "./dom.js";

/**
 * Return the data of the strip's newest event, or null if the table shown has it already.
 * @param {Element} target
 * @param {Element} next
 */
export function newEvent(target, next) {
  const shown = find("#last-move", HTMLElement, target);
  const strip = find("#last-move", HTMLElement, next);
  if (!shown || !strip || !(numberOf(strip) > numberOf(shown))) return null;
  return strip.dataset;
}

/**
 * Return whether a swap brings the end of the game that the table shows.
 * @param {Element} target
 * @param {Element} next
 */
export function isEnd(target, next) {
  const isOver = target.querySelector("#result") !== null;
  return !isOver && target.querySelector("#last-move") !== null && next.querySelector("#result") !== null;
}

/** @param {HTMLElement} strip */
function numberOf(strip) {
  return Number(strip.dataset.number ?? 0);
}
