// Drag and drop by mouse, pen and touch. A drop selects what taps would select. The dropped cards
// stay where they were dropped for as long as they are selected.

const MOVED_PX = 8; // less than this is a tap
const EDGE_PX = 5; // a card lies at least this far from the edge of the felt

let pressed = null; // the pointer that is down on a card: {pointer, id, x, y}
let drag = null; // the card that follows it: {id, before, copy, shift, x, y, over}
let isAfterDrag = false; // the click that ends a drag is not a tap

const laidOn = new Map(); // id of a dropped card's input -> id of the input it was dropped on
let onFelt = null; // the card dropped on the empty felt, in parts of its box: {id, x, y, width}

const byId = (id) => document.getElementById(id);
const feltBox = () => document.querySelector("#play .piles");
const labelOf = (input) => input.closest("label");
const inputs = () => document.querySelectorAll("#play input[name='card'], #play input[name='pile']");
const pictures = (label) => Array.from(label.querySelectorAll(".card"), (card) => card.cloneNode(true));

function inputAt(element) {
  const input = element?.closest?.("#play label")?.control;
  return ["card", "pile"].includes(input?.name) ? input : null;
}

function check(input, isChecked) {
  if (!input || input.checked === isChecked) return;
  input.checked = isChecked;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

// Dragging

document.addEventListener("pointerdown", (event) => {
  isAfterDrag = false;
  if (!event.isPrimary || event.button !== 0) return;
  const input = inputAt(event.target);
  pressed = input && { pointer: event.pointerId, id: input.id, x: event.clientX, y: event.clientY };
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
  const input = byId(pressed.id);
  if (!input) return;
  // Not on the card itself: a table swapped in meanwhile may no longer have it.
  byId("live").setPointerCapture(pressed.pointer);
  const label = labelOf(input);
  const { left, top, width } = label.getBoundingClientRect();
  const copy = document.createElement("div");
  copy.className = "drag-copy";
  copy.style.width = `${width}px`;
  copy.style.transformOrigin = `${pressed.x - left}px ${pressed.y - top}px`;
  copy.append(...pictures(label));
  document.body.append(copy);
  const before = new Set(Array.from(inputs()).filter((each) => each.checked).map((each) => each.id));
  const shift = { x: left - pressed.x, y: top - pressed.y };
  drag = { id: input.id, before, copy, shift, x: pressed.x, y: pressed.y, over: null };
  document.body.classList.add("is-dragging");
  check(input, true);
}

function follow(x, y) {
  Object.assign(drag, { x, y });
  drag.copy.style.translate = `${x + drag.shift.x}px ${y + drag.shift.y}px`;
  labelOf(byId(drag.id)).classList.add("is-dragged");
  drag.over?.classList.remove("is-target");
  drag.over = targetAt(x, y);
  drag.over?.classList.add("is-target");
}

// A pile goes onto piles and hand cards; a hand card onto piles and onto the empty felt.
function targetAt(x, y) {
  const element = document.elementFromPoint(x, y);
  const input = inputAt(element);
  const isHeld = byId(drag.id).name === "card";
  if (input) return input.id === drag.id || (isHeld && input.name === "card") ? null : labelOf(input);
  return isHeld ? element?.closest("#play .felt") : null;
}

function finish() {
  drag.copy.remove();
  drag.over?.classList.remove("is-target");
  document.body.classList.remove("is-dragging");
  for (const label of document.querySelectorAll(".is-dragged")) label.classList.remove("is-dragged");
  drag = pressed = null;
}

function cancel() {
  const { before } = drag;
  finish();
  for (const input of inputs()) check(input, before.has(input.id));
}

document.addEventListener("pointerup", (event) => {
  if (event.pointerId !== pressed?.pointer) return;
  if (drag) drop();
  pressed = null;
});

function drop() {
  isAfterDrag = true;
  const { id, over } = drag;
  if (!over) {
    cancel();
    return;
  }
  const place = drag.copy.getBoundingClientRect();
  finish();
  if (over.control) {
    layOn(id, laidOn.get(over.control.id) ?? over.control.id);
    check(over.control, true);
  } else {
    for (const input of inputs()) check(input, input.id === id);
    layOnFelt(id, place, feltBox().getBoundingClientRect());
  }
  showLaid();
}

document.addEventListener("pointercancel", (event) => {
  if (event.pointerId !== pressed?.pointer) return;
  if (drag) cancel();
  pressed = null;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !drag) return;
  event.stopPropagation(); // what was selected before the drag stays selected
  isAfterDrag = true;
  cancel();
}, { capture: true });

document.addEventListener("click", (event) => {
  if (isAfterDrag && event.detail > 0) {
    event.preventDefault();
    event.stopPropagation();
  }
}, { capture: true });

// A long press starts a drag and opens no menu, and the browser must not drag the pictures itself.
for (const name of ["contextmenu", "dragstart"]) {
  document.addEventListener(name, (event) => {
    if (pressed) event.preventDefault();
  });
}

// Dropped cards

function layOn(id, place) {
  if (id === place) return;
  for (const [other, under] of laidOn) if (under === id) laidOn.set(other, place);
  laidOn.set(id, place);
}

function layOnFelt(id, card, felt) {
  const within = (middle, half, size) => Math.min(Math.max(middle, half), size - half) / size;
  onFelt = {
    id,
    x: within(card.left + card.width / 2 - felt.left, card.width / 2 + EDGE_PX, felt.width),
    y: within(card.top + card.height / 2 - felt.top, card.height / 2 + EDGE_PX, felt.height),
    width: card.width / felt.width,
  };
}

function hideLaid() {
  for (const laid of document.querySelectorAll(".laid")) laid.remove();
  for (const label of document.querySelectorAll(".is-laid")) label.classList.remove("is-laid");
}

function showLaid() {
  hideLaid();
  for (const [id, place] of laidOn) {
    const [card, under] = [byId(id), byId(place)];
    if (!card?.checked || !under?.checked) {
      laidOn.delete(id);
      continue;
    }
    labelOf(card).classList.add("is-laid");
    laidBox(labelOf(under)).append(...pictures(labelOf(card)));
  }
  showOnFelt();
}

function showOnFelt() {
  const card = onFelt && byId(onFelt.id);
  if (!card?.checked || document.querySelector("#play input[name='pile']:checked")) {
    onFelt = null;
    return;
  }
  labelOf(card).classList.add("is-laid");
  const box = makeBox();
  box.style.left = `${100 * onFelt.x}%`;
  box.style.top = `${100 * onFelt.y}%`;
  box.style.width = `${100 * onFelt.width}%`;
  box.append(...pictures(labelOf(card)));
  feltBox().append(box);
}

function laidBox(label) {
  const found = label.querySelector(".laid");
  if (found) return found;
  const box = makeBox();
  (label.querySelector(".stack") ?? label).append(box);
  return box;
}

function makeBox() {
  const box = document.createElement("span");
  box.className = "laid";
  box.setAttribute("aria-hidden", "true");
  return box;
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#play")) showLaid();
});
document.addEventListener("live:swapping", hideLaid);
document.addEventListener("live:swapped", () => {
  showLaid();
  if (!drag) return;
  if (byId(drag.id)) follow(drag.x, drag.y);
  else cancel();
});
