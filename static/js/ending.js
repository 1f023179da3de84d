// Shows how a game ends: first the last move on the table, which stays where it is, then the result,
// and after a win the suits rise from it for a moment. Any key or tap goes on at once, and visitors
// who asked for less motion see the result at once and nothing that moves.

import { byId, find } from "./dom.js";
import { isEnd } from "./newest.js";

const ARRIVES_MS = 1200; // after the last move has been seen
const LONGEST_MS = 2400;
const SUITS = ["♠", "♥", "♦", "♣"];
const NUMBER = 16;

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {number | null} */
let height = null; // of the felt, while the swap under way brings the end
let timer = 0; // until the result is shown
let keptAt = 0; // the width of the window for which the felt has its height
/** @type {{ layer: Element, timer: number } | null} */
let celebration = null;

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  if (timer !== 0) arrive();
  height = isEnd(target, next) ? heightOf(".felt") : null;
});

document.addEventListener("live:swapped", () => {
  if (height === null) return;
  byId("result")?.classList.add("is-arriving"); // before the felt is measured: it appears from nothing
  keepHeight(height);
  height = null;
  if (lessMotion.matches || document.hidden) arrive();
  else timer = setTimeout(arrive, ARRIVES_MS);
});

for (const skip of ["keydown", "pointerdown", "wheel"]) {
  window.addEventListener(skip, goOn, { capture: true, passive: true });
}
document.addEventListener("visibilitychange", goOn);
window.addEventListener("resize", () => {
  if (keptAt !== innerWidth) document.documentElement.style.removeProperty("--middle-height");
});

function goOn() {
  endCelebration();
  if (timer !== 0) arrive();
}

/** @param {string} selector */
const heightOf = (selector) => find(selector, HTMLElement)?.getBoundingClientRect().height ?? 0;

/**
 * The result takes the place of the hand: the felt above it keeps its height. Its rows are those of
 * the board, so that only what lies in its middle can be given a height.
 * @param {number} before
 */
function keepHeight(before) {
  keptAt = innerWidth;
  const middle = heightOf(".felt > :is(.piles, .trays)") + before - heightOf(".felt");
  document.documentElement.style.setProperty("--middle-height", `${middle}px`);
}

function arrive() {
  const isShown = timer !== 0;
  clearTimeout(timer);
  timer = 0;
  const result = byId("result");
  result?.classList.remove("is-arriving");
  const open = find("dialog[open]", HTMLDialogElement);
  if (open) open.addEventListener("close", () => focusHeadline(), { once: true });
  else focusHeadline();
  if (isShown && result?.classList.contains("is-won") && !open && !document.hidden) celebrate(result);
}

function focusHeadline() {
  const headline = byId("headline");
  headline?.focus({ preventScroll: true });
  headline?.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement} result */
function celebrate(result) {
  const box = result.getBoundingClientRect();
  const layer = document.createElement("div");
  layer.className = "celebration";
  layer.setAttribute("aria-hidden", "true");
  for (let number = 0; number < NUMBER; number += 1) {
    const suit = document.createElement("span");
    suit.textContent = SUITS[number % SUITS.length];
    suit.style.left = `${box.left + (box.width * (number + 0.5)) / NUMBER}px`;
    suit.style.top = `${Math.min(box.top, innerHeight) - 12}px`;
    layer.append(suit);
    const height = 90 + 70 * ((number * 7) % 5);
    suit.animate(
      [
        { transform: "translateY(0) rotate(0)", opacity: 0 },
        { opacity: 0.9, offset: 0.25 },
        { transform: `translateY(-${height}px) rotate(${(number % 2 ? 1 : -1) * 30}deg)`, opacity: 0 },
      ],
      { duration: 1600, delay: 50 * ((number * 5) % NUMBER), easing: "ease-out", fill: "both" },
    );
  }
  document.body.append(layer);
  celebration = { layer, timer: setTimeout(endCelebration, LONGEST_MS) };
}

function endCelebration() {
  if (!celebration) return;
  clearTimeout(celebration.timer);
  celebration.layer.remove();
  celebration = null;
}
