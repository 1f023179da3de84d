// Loads the page again when what it shows must not stay: the visitor may no longer see the table, or the
// page was made for somebody who is no longer logged in here.

import { closest } from "./dom.js";
import { inTab, keepText, LEFT, recallText } from "./storage.js";

const OTHER_VIEWER = 4401; // the socket of a page that was made for somebody else
const COOKIE_MS = 1000; // whoever only has a new password has the new cookie by then
const PAUSE_MS = 30000; // between two loads, should the page and its socket never agree
const ANSWER_MS = 30000;

let isLeaving = false; // whether a form is under way whose answer takes the place of the page

/** Load the page again, which says why it no longer shows the same. */
export function loadAgain() {
  location.replace(location.pathname + location.search); // a reload might send a form again
}

/** Do that, but leave time for an answer that takes the place of the page. */
export function leave() {
  if (!isLeaving) {
    loadAgain();
    return;
  }
  setTimeout(loadAgain, ANSWER_MS);
}

document.addEventListener("htmx:wsClose", (event) => {
  if (event.detail.event.code !== OTHER_VIEWER) return;
  const last = recallText(LEFT, inTab);
  const pause = last === null ? 0 : Number(last) + PAUSE_MS - Date.now();
  setTimeout(leaveToOther, Math.max(COOKIE_MS, Math.min(pause, PAUSE_MS)));
});

function leaveToOther() {
  const now = String(Date.now());
  keepText(LEFT, now, inTab);
  if (recallText(LEFT, inTab) === now) leave(); // it could be without end in a browser that keeps nothing
}

window.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && !closest(event, "form[method=dialog]")) isLeaving = true;
});
window.addEventListener("pageshow", () => {
  isLeaving = false;
});
