// Tells players who are on another page that somebody waits for them: by the tab's title, and once
// by a sound.

import { find } from "./dom.js";
import { playSound } from "./sounds.js";

let isCalled = false;

function showCall() {
  const words = find(".seek.is-called b", HTMLElement);
  if (words && !isCalled) playSound("turn");
  isCalled = words !== null;
  if (words) document.title = `● ${words.textContent}`;
}

document.addEventListener("htmx:oobAfterSwap", showCall);
document.addEventListener("live:swapped", showCall);
showCall();
