// Boxes that open over the page close by Escape, by a click outside, and by their own button.

const OPEN = "details.menu[open], details.quit[open]";

document.addEventListener("keydown", (event) => {
  const box = document.querySelector(OPEN);
  if (event.key !== "Escape" || !box) return;
  event.stopPropagation(); // the selection on the table stays
  box.open = false;
  box.querySelector("summary").focus();
}, { capture: true });

document.addEventListener("click", (event) => {
  const closer = event.target.closest("[data-close]");
  if (closer) event.preventDefault();
  for (const box of document.querySelectorAll(OPEN)) {
    if (closer || !box.contains(event.target)) box.open = false;
  }
  if (closer) closer.closest("details").querySelector("summary").focus();
});
