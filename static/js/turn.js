// Announces moves and turns outside the table: by the tab's title and icon, and by sounds.

import { newEvent } from "./newest.js";
import { playSound } from "./sounds.js";

const TURN_AFTER_MS = 450; // the card is heard first
const QUIET_MS = 500;

const usualEnd = document.title.slice(document.title.lastIndexOf(" · "));
const icon = document.querySelector('link[rel="icon"]');
const usualIcon = icon.href;

function showTurn() {
  const game = document.getElementById("game");
  if (!game) return;
  const isMine = game.dataset.turn === "yes";
  document.title = `${isMine ? "● " : ""}${game.dataset.title}${usualEnd}`;
  const wanted = isMine ? document.getElementById("live").dataset.turnIcon : usualIcon;
  if (icon.href !== wanted) icon.href = wanted;
}

// Each event is heard once, however often the table is sent.
document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  if (next.querySelector("#result") && target.querySelector("#last-move")) {
    playSound("end");
    return;
  }
  const told = newEvent(target, next);
  // A card drawn face down is not shown, but it is heard.
  if (told?.card || told?.action?.startsWith("draw")) playSound(told.action === "capture" ? "capture" : "card");
  if (next.dataset.turn === "yes" && target.dataset.turn !== "yes") {
    setTimeout(playSound, TURN_AFTER_MS, "turn");
  }
});

// Of a move, a screen reader says #said, and not also the sentence of the composer, which changes
// too.
function quieten(sentence) {
  sentence?.setAttribute("aria-live", "off");
}

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  for (const root of [target, next]) quieten(root.querySelector("#sentence"));
});
document.addEventListener("live:swapped", () => {
  setTimeout(() => document.getElementById("sentence")?.removeAttribute("aria-live"), QUIET_MS);
});

document.addEventListener("live:swapped", showTurn);
showTurn();
