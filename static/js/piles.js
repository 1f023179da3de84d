// The box of the piles scrolls when there are many: this shows the newest pile, and that there are
// more.

const MARGIN = 12;

let isMoved = true;

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  isMoved = next.dataset.seen !== target.dataset.seen;
});

// Not scrollIntoView, which would scroll the page as well.
function showNewestPile() {
  const box = document.querySelector(".piles");
  const pile = box?.querySelector(".is-changed");
  if (!pile) return;
  const outer = box.getBoundingClientRect();
  const inner = pile.getBoundingClientRect();
  const above = inner.top - MARGIN - outer.top;
  const below = inner.bottom + MARGIN - outer.bottom;
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += Math.min(below, above);
}

function hintAtMore() {
  const box = document.querySelector(".piles");
  if (!box) return;
  const below = box.scrollHeight - box.clientHeight - box.scrollTop;
  box.classList.toggle("has-above", box.scrollTop > MARGIN);
  box.classList.toggle("has-below", below > MARGIN);
}

function arrange() {
  if (isMoved) showNewestPile();
  isMoved = false;
  hintAtMore();
}

document.addEventListener("scroll", (event) => {
  if (event.target.matches?.(".piles")) hintAtMore();
}, { capture: true, passive: true });
window.addEventListener("resize", hintAtMore);
window.addEventListener("load", hintAtMore);
document.addEventListener("live:swapped", arrange);
arrange();
