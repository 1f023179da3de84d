// Announces moves and turns by sounds.

import { byId } from "./dom.js";
import { isEnd, newEvent } from "./newest.js";
import { playSound } from "./sounds.js";

const TURN_AFTER_MS = 450; // the card is heard first
const END_AFTER_MS = 900; // the last move is seen and heard first

/**
 * Return the sound of what a swap brings, or null. Each event is heard once, however often the
 * table is sent.
 * @param {HTMLElement} target
 * @param {HTMLElement} next
 */
export function soundOf(target, next) {
  const { card, action } = newEvent(target, next) ?? {};
  // A card drawn face down is not shown, but it is heard.
  if (!card && !action?.startsWith("draw")) return null;
  return action === "capture" ? "capture" : "card";
}

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  const sound = soundOf(target, next);
  if (sound) playSound(sound);
  if (isEnd(target, next)) {
    setTimeout(playSound, sound ? END_AFTER_MS : 0, "end");
  } else if (next.dataset.turn === "yes" && target.dataset.turn !== "yes") {
    setTimeout(playSound, TURN_AFTER_MS, "turn");
  }
});

// Of a move, a screen reader says #said, and not also the sentence of the composer, which changes
// too. That one is an answer to the player's own taps and keys.
document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  for (const root of [target, next]) root.querySelector("#sentence")?.setAttribute("aria-live", "off");
});
for (const kind of ["change", "click"]) {
  document.addEventListener(kind, () => byId("sentence")?.removeAttribute("aria-live"), { capture: true });
}
