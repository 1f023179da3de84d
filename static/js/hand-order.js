// Sorts a hand of many cards: by rank, by colour, or in the player's own order, made by dragging or
// with Shift and the arrow keys. Only the display changes; each browser remembers its own order.

const KEPT = "hand-order"; // {by: "rank", "colour" or "own", game, ids}
const MOVED_PX = 8; // less than this is a tap

let order = recall();
let pressed = null; // the pointer that is down on a card: {pointer, id, x, y}
let drag = null; // the card that follows it: {id, copy, shift, before}
let isAfterDrag = false; // the click that ends a drag is not a tap

const byId = (id) => document.getElementById(id);
const handIn = (root) => root.querySelector("#play [data-sort]");
const cardsOf = (hand) => [...hand.querySelectorAll(".hand-card")];
const idOf = (card) => card.control?.id ?? card.querySelector("input").id;

function recall() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? { by: "rank" };
  } catch {
    return { by: "rank" };
  }
}

function keep(kept) {
  order = kept;
  localStorage.setItem(KEPT, JSON.stringify(order));
  showOrder();
}

function keepOwn(hand) {
  keep({ by: "own", game: hand.dataset.sort, ids: cardsOf(hand).map(idOf) });
}

// Sorting

function placeOf(hand) {
  if (order.by !== "own") return (card) => Number(card.dataset[order.by]);
  if (order.game !== hand.dataset.sort) return (card) => Number(card.dataset.rank);
  return (card) => (order.ids.indexOf(idOf(card)) + 1) || Infinity; // new cards come last
}

function sort(hand) {
  if (!hand) return;
  const place = placeOf(hand);
  const shown = cardsOf(hand);
  const sorted = shown.map((card) => [place(card), card]).sort(([one], [other]) => (one === other ? 0 : one - other));
  if (sorted.some(([, card], number) => card !== shown[number])) hand.append(...sorted.map(([, card]) => card));
}

function showOrder() {
  for (const button of document.querySelectorAll("[data-sort-by]")) {
    button.setAttribute("aria-pressed", String(button.dataset.sortBy === order.by));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sort-by]");
  if (!button) return;
  keep({ by: button.dataset.sortBy });
  sort(handIn(document));
});

// Keys

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drag) {
    event.stopPropagation(); // what was chosen before the drag stays chosen
    cancel();
    return;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const card = event.target.closest?.("[data-sort] .hand-card");
  if (!step || !card || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const cards = cardsOf(card.parentElement);
  const other = cards[cards.indexOf(card) + step];
  if (!other) return;
  if (!event.shiftKey) {
    other.querySelector("input").focus();
    return;
  }
  // The other card moves: this one keeps the focus.
  if (step > 0) card.before(other);
  else card.after(other);
  keepOwn(card.parentElement);
}, { capture: true });

// Dragging

document.addEventListener("pointerdown", (event) => {
  isAfterDrag = false;
  if (!event.isPrimary || event.button !== 0) return;
  const card = event.target.closest?.("#play [data-sort] .hand-card");
  pressed = card ? { pointer: event.pointerId, id: idOf(card), x: event.clientX, y: event.clientY } : null;
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== pressed?.pointer) return;
  if (event.buttons === 0) pressed = null; // it was released outside the window
  if (!pressed) return;
  const { clientX: x, clientY: y } = event;
  if (!drag && Math.hypot(x - pressed.x, y - pressed.y) >= MOVED_PX) start();
  if (drag) follow(x, y);
});

function start() {
  const card = byId(pressed.id)?.closest("label");
  if (!card) return;
  // Not on the card itself: a table swapped in meanwhile may no longer have it.
  byId("live").setPointerCapture(pressed.pointer);
  const { left, top, width } = card.getBoundingClientRect();
  const copy = document.createElement("div");
  copy.className = "drag-copy";
  copy.style.width = `${width}px`;
  copy.append(card.querySelector(".card").cloneNode(true));
  document.body.append(copy);
  drag = { id: pressed.id, copy, shift: { x: left - pressed.x, y: top - pressed.y }, before: order };
  document.body.classList.add("is-dragging");
}

function follow(x, y) {
  const card = byId(drag.id)?.closest("label");
  if (!card) {
    cancel();
    return;
  }
  drag.copy.style.translate = `${x + drag.shift.x}px ${y + drag.shift.y}px`;
  card.classList.add("is-dragged");
  const hand = card.parentElement;
  const next = cardsOf(hand).find((other) => other !== card && isBefore(x, other.getBoundingClientRect()));
  const after = next ?? null;
  if (after === card.nextElementSibling) return;
  hand.insertBefore(card, after);
  keepOwn(hand);
}

const isBefore = (x, { left, width }) => x < left + width / 2;

function finish() {
  drag.copy.remove();
  document.body.classList.remove("is-dragging");
  for (const card of document.querySelectorAll(".is-dragged")) card.classList.remove("is-dragged");
  drag = pressed = null;
  isAfterDrag = true;
}

function cancel() {
  const { before } = drag;
  finish();
  keep(before);
  sort(handIn(document));
}

for (const [name, end] of [["pointerup", finish], ["pointercancel", cancel]]) {
  document.addEventListener(name, (event) => {
    if (event.pointerId !== pressed?.pointer) return;
    if (drag) end();
    pressed = null;
  });
}

document.addEventListener("click", (event) => {
  if (!isAfterDrag || event.detail === 0) return;
  isAfterDrag = false;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

// A long press starts a drag and opens no menu, and the browser must not drag the pictures itself.
for (const name of ["contextmenu", "dragstart"]) {
  document.addEventListener(name, (event) => {
    if (pressed) event.preventDefault();
  });
}

document.addEventListener("live:swapping", (event) => {
  sort(handIn(event.detail.next));
});
document.addEventListener("live:swapped", () => {
  showOrder();
  if (drag && !byId(drag.id)) cancel();
  else if (drag) byId(drag.id).closest("label").classList.add("is-dragged");
});

sort(handIn(document));
showOrder();
