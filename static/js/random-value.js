// Adds the browser's own random value to the shuffle: every form that takes a seat or sends a
// secret card contains one.

import { findAll } from "./dom.js";

function fillRandom() {
  for (const field of findAll("[data-random]", HTMLInputElement)) {
    if (field.value) continue;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

document.addEventListener("live:swapped", fillRandom);
document.addEventListener("htmx:oobAfterSwap", fillRandom); // offers beside the table
fillRandom();
