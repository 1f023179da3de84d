// Moves through a replay by keys, by the slider and by autoplay. Every step is a link on the page:
// this presses it.

import { byId, closest, find, required } from "./dom.js";

/** @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "previous-round",
  ArrowDown: "next-round",
  Home: "first",
  End: "last",
};

let isPlaying = false;
let timer = 0;
/** @type {string | null} */
let speed = null; // what the visitor chose, if anything
/** @type {string | null} */
let wanted = null; // where the slider was moved to, until that step is shown
/** @type {XMLHttpRequest | null} */
let request = null; // for a step that is not shown yet
/** @type {string[]} */
let presses = []; // keys pressed in the meantime

/** @param {string} name */
const part = (name) => byId(`replay-${name}`);
const replay = () => required(byId("replay"));

/** @param {string} name */
function press(name) {
  if (leads(name)) part(name)?.click();
}

/**
 * Whether there is a step for that link to lead to.
 * @param {string} name
 */
function leads(name) {
  return part(name)?.hasAttribute("href") ?? false;
}

// Autoplay

function play() {
  isPlaying = true;
  press(leads("next") ? "next" : "first");
  showPlaying();
}

function pause() {
  isPlaying = false;
  clearTimeout(timer);
  showPlaying();
}

function goOn() {
  clearTimeout(timer);
  if (!isPlaying) return;
  if (leads("next")) timer = setTimeout(playNext, Number(chooser().value));
  else pause();
}

// Autoplay adds nothing to the history: Back leads to where it began.
function playNext() {
  part("next")?.setAttribute("hx-replace-url", "true");
  press("next");
}

function showPlaying() {
  const button = required(part("play"));
  button.classList.toggle("is-playing", isPlaying);
  required(button.lastElementChild).textContent = (isPlaying ? button.dataset.pause : button.dataset.play) ?? "";
}

function playOrPause() {
  if (isPlaying) pause();
  else play();
}

// Keys. Heard before other listeners: a table under this replay has keys too.

document.addEventListener(
  "keydown",
  (event) => {
    const { key } = event;
    if (!part("slider") || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (closest(event, "input, select, textarea, summary")) return;
    if (key === " " && !closest(event, "button")) playOrPause();
    else if (key in KEYS && !(isScrolled(event) && /Up|Down/.test(key))) {
      if (!request) press(KEYS[key]);
      else if (!event.repeat) presses.push(KEYS[key]);
    } else return;
    event.preventDefault();
  },
  { capture: true },
);

/** @param {Event} event */
function isScrolled({ target }) {
  return target instanceof Element && target.matches("[tabindex='0']:not(a)");
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (closest(event, "#replay")) request = event.detail.xhr;
});

// In a microtask: htmx accepts no other request before.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.xhr !== request) return;
  queueMicrotask(() => {
    request = null;
    const next = presses.shift();
    if (next) press(next);
  });
});

document.addEventListener("click", (event) => {
  if (closest(event, "#replay-play")) playOrPause();
  else if (event.isTrusted && closest(event, "#replay a")) pause();
});

// The slider

const slider = () => find("#replay-slider", HTMLInputElement);
const chooser = () => required(find("#replay-speed", HTMLSelectElement));

document.addEventListener("input", (event) => {
  const moved = slider();
  if (!moved || event.target !== moved) return;
  pause();
  wanted = moved.value;
  find("#replay-jump", HTMLFormElement)?.requestSubmit();
});

document.addEventListener("change", (event) => {
  if (!closest(event, "#replay-speed")) return;
  speed = chooser().value;
  goOn();
});

// While only the step changes, the list of moves stays as it is: there may be hundreds.

document.addEventListener("htmx:configRequest", (event) => {
  const moves = closest(event, "#replay")?.dataset.moves;
  if (moves !== undefined) event.detail.headers["X-Moves-Shown"] = moves;
});

// This applies to every swap on the page, but only these lists carry the mark.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (_, next) => {
  return !(next instanceof Element && next.hasAttribute("data-kept"));
};

function markStep() {
  const list = required(part("list"));
  for (const line of list.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
  const line = part(`step-${replay().dataset.step}`);
  line?.setAttribute("aria-current", "step");
  if (line) keepInView(list, line);
}

// After each step

function show() {
  const shown = slider();
  if (!shown) return;
  if (speed) chooser().value = speed;
  if (wanted === replay().dataset.step) wanted = null;
  if (wanted !== null) shown.value = wanted;
  showPlaying();
  markStep();
  const verdict = part("verdict");
  if (verdict) verdict.scrollTop = 0;
  showPlayed();
  goOn();
}

// Only while the table is in view: the visitor may be reading the list further down.
function showPlayed() {
  const words = required(part("words")).getBoundingClientRect();
  if (words.top < 0 || words.bottom > innerHeight) return;
  document.querySelector("#replay .pile.is-changed")?.scrollIntoView({ block: "nearest" });
}

/**
 * Not scrollIntoView, which would scroll the page as well.
 * @param {Element} list
 * @param {Element} line
 */
function keepInView(list, line) {
  const outer = list.getBoundingClientRect();
  const inner = line.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }
}

document.addEventListener("htmx:afterSwap", show);
document.addEventListener("htmx:historyRestore", () => {
  forget();
  show();
});
// Closing the dialog ends a replay over a table: nothing of it may go on in the next one.
document.addEventListener(
  "close",
  ({ target }) => {
    if (target instanceof Element && target.contains(byId("replay"))) forget();
  },
  { capture: true },
);
document.addEventListener("htmx:sendError", giveUp);
document.addEventListener("htmx:responseError", giveUp);
show();

function forget() {
  isPlaying = false;
  clearTimeout(timer);
  wanted = request = null;
  presses = [];
}

function giveUp() {
  presses = [];
  wanted = null;
  if (part("play")) pause();
  const shown = slider();
  if (shown) shown.value = replay().dataset.step ?? "";
}
