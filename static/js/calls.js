// Tells players who are on another page that somebody waits for them: by the tab's title, and once
// by a sound. Whoever was called away from the place on this page, and looks at it, goes there.

import { find } from "./dom.js";
import { playSound } from "./sounds.js";

const CALL_MS = 30_000;

let usualTitle = document.title;
let calledTitle = ""; // while somebody waits
let leftAt = isCalledAway() ? -Infinity : Infinity; // a page that opens on the result stays

function showCall() {
  const words = find(".seek.is-called b", HTMLElement);
  if (words && !calledTitle) playSound("turn");
  if (document.title !== calledTitle) usualTitle = document.title; // turns.js changes it with the turn
  document.title = words ? `● ${words.textContent}` : usualTitle;
  calledTitle = words ? document.title : "";
  follow();
}

function isCalledAway() {
  return find("#result[data-called-away]", HTMLElement) !== null;
}

function follow() {
  if (!isCalledAway()) return;
  leftAt = Math.min(leftAt, performance.now());
  const form = find(".seek.is-called form", HTMLFormElement);
  if (!form || document.hidden || performance.now() - leftAt > CALL_MS) return;
  leftAt = -Infinity;
  form.requestSubmit();
}

document.addEventListener("htmx:oobAfterSwap", showCall);
document.addEventListener("live:swapped", showCall);
document.addEventListener("visibilitychange", follow);
showCall();
