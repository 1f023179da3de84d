// The box of the piles scrolls when there are many: this shows the newest pile, and that there are
// more.

import { find } from "./dom.js";

const MARGIN = 12;

let isMoved = true;

const pilesBox = () => find(".piles", HTMLElement);

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  isMoved = next.dataset.seen !== target.dataset.seen;
});

// Not scrollIntoView, which would scroll the page as well.
function showNewestPile() {
  const box = pilesBox();
  const pile = box?.querySelector(".is-changed");
  if (box && pile) box.scrollTop += scrollBy(box.getBoundingClientRect(), pile.getBoundingClientRect());
}

/**
 * Return how far to scroll so that a pile is seen whole, or at least from its top.
 * @param {{ top: number, bottom: number }} box
 * @param {{ top: number, bottom: number }} pile
 */
export function scrollBy(box, pile) {
  const above = pile.top - MARGIN - box.top;
  const below = pile.bottom + MARGIN - box.bottom;
  if (above < 0) return above;
  return below > 0 ? Math.min(below, above) : 0;
}

function hintAtMore() {
  const box = pilesBox();
  if (!box) return;
  const below = box.scrollHeight - box.clientHeight - box.scrollTop;
  box.classList.toggle("has-above", box.scrollTop > MARGIN);
  box.classList.toggle("has-below", below > MARGIN);
}

function arrange() {
  if (isMoved) showNewestPile();
  hintAtMore();
}

document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target instanceof Element && target.matches(".piles")) hintAtMore();
  },
  { capture: true, passive: true },
);
window.addEventListener("resize", hintAtMore);
window.addEventListener("load", hintAtMore);
document.addEventListener("live:swapped", arrange);
arrange();
