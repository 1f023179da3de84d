// Boxes that open over the page close on Escape, on a click outside, when the focus leaves them, and by their
// own button.

import { closest, findAll } from "./dom.js";

const openBoxes = () => findAll("details.menu[open], details.quit[open]", HTMLDetailsElement);

/** @param {Element | null | undefined} box */
const focusSummary = (box) => box?.querySelector("summary")?.focus();

document.addEventListener(
  "keydown",
  (event) => {
    const [box] = openBoxes();
    if (event.key !== "Escape" || !box) return;
    event.stopPropagation(); // the selection on the table stays
    box.open = false;
    focusSummary(box);
  },
  { capture: true },
);

document.addEventListener("click", (event) => {
  const closer = closest(event, "[data-close]");
  if (closer) event.preventDefault();
  for (const box of openBoxes()) {
    if (closer || !(event.target instanceof Node && box.contains(event.target))) box.open = false;
  }
  focusSummary(closer?.closest("details"));
});

// What has the focus must not lie below an open box. A press on the words of one focuses what it is in.
document.addEventListener("focusin", ({ target }) => {
  for (const box of openBoxes()) {
    if (target instanceof Node && !box.contains(target) && !target.contains(box)) box.open = false;
  }
});

// The box that asks about quitting opens upwards: on a page that is scrolled down, its first line
// would be out of sight.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof Element) || !target.matches("details.quit[open]")) return;
    target.querySelector(".quit-box")?.scrollIntoView({ block: "nearest" });
  },
  { capture: true },
);
