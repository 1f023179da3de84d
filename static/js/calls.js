// Tells players who are on another page that somebody waits for them: by the tab's title, and once
// by a sound.

import { find } from "./dom.js";
import { playSound } from "./sounds.js";

let usualTitle = document.title;
let calledTitle = ""; // while somebody waits

function showCall() {
  const words = find(".seek.is-called b", HTMLElement);
  if (words && !calledTitle) playSound("turn");
  if (document.title !== calledTitle) usualTitle = document.title; // turns.js changes it with the turn
  document.title = words ? `● ${words.textContent}` : usualTitle;
  calledTitle = words ? document.title : "";
}

document.addEventListener("htmx:oobAfterSwap", showCall);
document.addEventListener("live:swapped", showCall);
showCall();
