// Picks cards up by mouse, pen and touch: a copy of the card follows the pointer until it is
// released. What that means is up to the script that asks for it.

import { byId, findAll, required } from "./dom.js";

const MOVED_PX = 8; // less than this is a tap

/**
 * @typedef {object} Meaning
 * @property {(pressed: Element) => HTMLLabelElement | null} cardAt the card that a drag from there picks up
 * @property {(id: string) => void} pickUp
 * @property {(card: HTMLLabelElement, x: number, y: number) => void} move
 * @property {(id: string, copy: DOMRect) => void} drop the copy was released there
 * @property {() => void} putBack the drag was cancelled
 */

/** @param {HTMLLabelElement} label */
export const inputOf = (label) => /** @type {HTMLInputElement} */ (label.control);

/** @param {Element} label */
export function copyPictures(label) {
  return findAll(".card", HTMLElement, label).map((card) => card.cloneNode(true));
}

/** @param {string} id @returns {HTMLLabelElement | null} */
export function labelOf(id) {
  return byId(id)?.closest("label") ?? null;
}

/** @param {Meaning} meaning */
export function dragCards({ cardAt, pickUp, move, drop, putBack }) {
  /** @type {{ pointer: number, id: string, x: number, y: number } | null} */
  let pressed = null; // the pointer that is down on a card
  /** @type {{ id: string, copy: HTMLElement, shift: { x: number, y: number }, x: number, y: number } | null} */
  let drag = null; // the card that follows it
  let isAfterDrag = false; // the click that ends a drag is not a tap

  document.addEventListener("pointerdown", (event) => {
    if (drag && event.pointerId !== pressed?.pointer) return;
    isAfterDrag = false;
    if (!event.isPrimary || event.button !== 0) return;
    const label = event.target instanceof Element ? cardAt(event.target) : null;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    pressed = label && { pointer, id: inputOf(label).id, x, y };
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pressed?.pointer) return;
    // It was released outside the window.
    if (event.buttons === 0) {
      if (drag) cancel();
      pressed = null;
      return;
    }
    const { clientX: x, clientY: y } = event;
    if (!drag && Math.hypot(x - pressed.x, y - pressed.y) >= MOVED_PX) start(pressed);
    if (drag) follow(x, y);
  });

  /** @param {NonNullable<typeof pressed>} from */
  function start({ pointer, id, x, y }) {
    const label = labelOf(id);
    if (!label) return;
    // Not on the card itself: a table swapped in meanwhile may no longer have it.
    required(byId("live")).setPointerCapture(pointer);
    const { left, top, width } = label.getBoundingClientRect();
    const copy = document.createElement("div");
    copy.className = "drag-copy";
    copy.style.width = `${width}px`;
    copy.style.transformOrigin = `${x - left}px ${y - top}px`;
    copy.append(...copyPictures(label));
    document.body.append(copy);
    drag = { id, copy, shift: { x: left - x, y: top - y }, x, y };
    document.body.classList.add("is-dragging");
    pickUp(id);
  }

  /** @param {number} x @param {number} y */
  function follow(x, y) {
    if (!drag) return;
    const label = labelOf(drag.id);
    if (!label) {
      cancel();
      return;
    }
    Object.assign(drag, { x, y });
    drag.copy.style.translate = `${x + drag.shift.x}px ${y + drag.shift.y}px`;
    label.classList.add("is-dragged");
    move(label, x, y);
  }

  function finish() {
    drag?.copy.remove();
    document.body.classList.remove("is-dragging");
    for (const label of document.querySelectorAll(".is-dragged")) label.classList.remove("is-dragged");
    drag = pressed = null;
    isAfterDrag = true;
  }

  function cancel() {
    finish();
    putBack();
  }

  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pressed?.pointer) return;
    if (drag) {
      const { id, copy } = drag;
      const place = copy.getBoundingClientRect();
      finish();
      drop(id, place);
    }
    pressed = null;
  });

  document.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== pressed?.pointer) return;
    if (drag) cancel();
    pressed = null;
  });

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !drag) return;
      event.stopPropagation(); // what was chosen before the drag stays chosen
      cancel();
    },
    { capture: true },
  );

  document.addEventListener(
    "click",
    (event) => {
      if (!isAfterDrag || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );

  // A long press starts a drag and opens no menu, and the browser must not drag the pictures itself.
  for (const name of ["contextmenu", "dragstart"]) {
    document.addEventListener(name, (event) => {
      if (pressed) event.preventDefault();
    });
  }

  document.addEventListener("live:swapped", () => {
    if (drag) follow(drag.x, drag.y);
  });
}
