// The bell in the header: its link becomes a box that opens the newest notices in place. menus.js
// closes it. The server sends the number.

import { byId, find, required } from "./dom.js";

const countAtFirst = byId("bell-count")?.cloneNode(true);
let isOpen = false; // whether the page's socket has been open

const link = find("a#bell", HTMLAnchorElement);
if (link) putBoxInPlaceOf(link);

/** @param {HTMLAnchorElement} link */
function putBoxInPlaceOf(link) {
  const { href } = link;
  const box = document.createElement("details");
  box.className = "menu bell-menu";
  const summary = document.createElement("summary");
  summary.className = "bell";
  summary.title = link.title;
  summary.append(...link.childNodes);
  const list = document.createElement("div");
  list.id = "bell-box";
  list.className = "menu-box";
  // Without an answer from the site it still leads to the page.
  const plain = document.createElement("a");
  plain.href = href;
  plain.textContent = link.title;
  list.append(plain);
  box.append(summary, list);
  link.replaceWith(box);
  box.addEventListener("toggle", () => {
    if (box.open) htmx.ajax("GET", href, { target: list, swap: "innerHTML" }).catch(() => {});
  });
  // The button that marks all as read is gone once it has been pressed.
  list.addEventListener("htmx:afterSwap", () => {
    const active = document.activeElement;
    if (box.open && (!active || active === document.body)) summary.focus();
  });
}

// A socket that comes back is sent the number only if it differs from the one at first.
document.addEventListener("htmx:wsOpen", () => {
  if (isOpen && countAtFirst) required(byId("bell-count")).replaceWith(countAtFirst.cloneNode(true));
  isOpen = true;
});
