// Boxes that open over the page close on Escape, on a click outside, and by their own button.

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

// The box that asks about quitting opens upwards: on a page that is scrolled down, its first line
// would be out of sight.
document.addEventListener("toggle", (event) => {
  if (!event.target.matches("details.quit[open]")) return;
  event.target.querySelector(".quit-box").scrollIntoView({ block: "nearest" });
}, { capture: true });
