// Loads the page again when what it shows must not stay: the visitor may no longer see the table, or the
// page was made for somebody who has logged out.

import { closest } from "./dom.js";

const OTHER_VIEWER = 4401; // the socket of a page that was made for somebody else

let isLeaving = false; // whether a form is under way whose answer takes the place of the page

/** Load the page again, which says why it no longer shows the same. */
export function leave() {
  if (!isLeaving) location.replace(location.pathname + location.search);
}

document.addEventListener("htmx:wsClose", (event) => {
  if (event.detail.event.code === OTHER_VIEWER) leave();
});

window.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && !closest(event, "form[method=dialog]")) isLeaving = true;
});
window.addEventListener("pageshow", () => {
  isLeaving = false;
});
