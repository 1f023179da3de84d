// Fetches what is beside the table (plans, notes) when the game begins on a page that waited for it.

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
