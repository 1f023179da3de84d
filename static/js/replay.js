// A replay by keys, by the slider and by itself. Every step is a link of the page: this presses it.

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
let speed = null; // the choice of the reader, once made
let wanted = null; // where the slider was drawn to, until that step is shown
let isWaiting = false; // a step was asked for and is not shown yet
let presses = []; // keys pressed meanwhile

const part = (name) => document.getElementById(`replay-${name}`);

function press(name) {
  if (part(name)?.href) part(name).click();
}

// By itself

function play() {
  isPlaying = true;
  if (part("next").href) press("next");
  else press("first");
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
  if (part("next").href) timer = setTimeout(playNext, Number(part("speed").value));
  else pause();
}

// One entry in the history for all that is played: Back leads to where it began.
function playNext() {
  part("next").setAttribute("hx-replace-url", "true");
  press("next");
}

function showPlaying() {
  part("play").classList.toggle("is-playing", isPlaying);
  part("play").lastElementChild.textContent = isPlaying ? "Pause" : "Play by itself";
}

// Keys. Before other listeners: a table under this replay has keys too.

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!part("slider") || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (target.closest("input, select, textarea, summary")) return;
  if (key === " " && !target.closest("button")) isPlaying ? pause() : play();
  else if (key in KEYS && !(isScrolled(target) && /Up|Down/.test(key))) {
    if (!isWaiting) press(KEYS[key]);
    else if (!event.repeat) presses.push(KEYS[key]);
  } else return;
  event.preventDefault();
}, { capture: true });

function isScrolled(target) {
  return target.matches("[tabindex='0']:not(a)");
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.closest("#replay")) isWaiting = true;
});

// In a microtask: until then htmx takes no other request.
document.addEventListener("htmx:afterRequest", () => queueMicrotask(() => {
  isWaiting = false;
  if (presses.length) press(presses.shift());
}));

document.addEventListener("click", (event) => {
  if (event.target.closest("#replay-play")) isPlaying ? pause() : play();
  else if (event.isTrusted && event.target.closest("#replay a")) pause();
});

// The slider

document.addEventListener("input", (event) => {
  if (event.target.id !== "replay-slider") return;
  pause();
  wanted = event.target.value;
  part("jump").requestSubmit();
});

document.addEventListener("change", (event) => {
  if (event.target.id !== "replay-speed") return;
  speed = event.target.value;
  goOn();
});

// The moves stay as they are while only the step changes: there may be hundreds.

document.addEventListener("htmx:configRequest", (event) => {
  const replay = event.target.closest("#replay");
  if (replay) event.detail.headers["X-Moves-Shown"] = replay.dataset.moves;
});

// For every swap of the page; nothing but these lists is marked so.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (shown, next) => !next.hasAttribute?.("data-kept");

function markStep() {
  for (const line of part("list").querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
  part(`step-${document.getElementById("replay").dataset.step}`)?.setAttribute("aria-current", "step");
}

// After each step

function show() {
  if (!part("slider")) return;
  if (speed) part("speed").value = speed;
  if (wanted === document.getElementById("replay").dataset.step) wanted = null;
  if (wanted !== null) part("slider").value = wanted;
  showPlaying();
  markStep();
  if (part("verdict")) part("verdict").scrollTop = 0;
  keepInView(part("list"), document.querySelector("#replay [aria-current='step']"));
  showPlayed();
  goOn();
}

// Only for who looks at the felt: the move list may be further down the page.
function showPlayed() {
  const words = part("words").getBoundingClientRect();
  if (words.top < 0 || words.bottom > innerHeight) return;
  document.querySelector("#replay .pile.is-changed")?.scrollIntoView({ block: "nearest" });
}

// Not scrollIntoView: the page itself stays where it is.
function keepInView(list, line) {
  const outer = list.getBoundingClientRect();
  const inner = line.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }
}

document.addEventListener("htmx:afterSwap", show);
document.addEventListener("htmx:historyRestore", () => {
  isPlaying = false;
  show();
});
document.addEventListener("htmx:sendError", giveUp);
document.addEventListener("htmx:responseError", giveUp);
show();

function giveUp() {
  presses = [];
  if (part("play")) pause();
}
