// Fetches what is beside the table (plans, notes) when the game begins on a page that waited for it. Has
// the browser ask before unsaved notes are left, because a move may lead to the next game by itself.

import { byId } from "./dom.js";

let begins = false; // whether the swap under way brings the game

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  begins = target.matches(".is-waiting") && !next.matches(".is-waiting");
});

document.addEventListener("live:swapped", () => {
  if (begins) byId("beside")?.dispatchEvent(new Event("begun"));
  begins = false;
});

/** @param {Event} event */
const ask = (event) => event.preventDefault();

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLTextAreaElement) || !target.closest("#notes")) return;
  if (target.value === target.defaultValue) window.removeEventListener("beforeunload", ask);
  else window.addEventListener("beforeunload", ask);
});

document.addEventListener("submit", ({ target }) => {
  if (target instanceof Element && target.closest("#notes")) window.removeEventListener("beforeunload", ask);
});
