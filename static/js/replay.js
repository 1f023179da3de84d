// Moves through a replay by keys, by the slider and by autoplay. Every step is a link on the page:
// this presses it.

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
let speed = null; // what the visitor chose, if anything
let wanted = null; // where the slider was moved to, until that step is shown
let isWaiting = false; // whether a step was asked for and is not shown yet
let presses = []; // keys pressed in the meantime

const part = (name) => document.getElementById(`replay-${name}`);

function press(name) {
  if (part(name)?.href) part(name).click();
}

// Autoplay

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

// Autoplay adds nothing to the history: Back leads to where it began.
function playNext() {
  part("next").setAttribute("hx-replace-url", "true");
  press("next");
}

function showPlaying() {
  const button = part("play");
  button.classList.toggle("is-playing", isPlaying);
  button.lastElementChild.textContent = isPlaying ? button.dataset.pause : button.dataset.play;
}

// Keys. Heard before other listeners: a table under this replay has keys too.

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

// In a microtask: htmx accepts no other request before.
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

// While only the step changes, the list of moves stays as it is: there may be hundreds.

document.addEventListener("htmx:configRequest", (event) => {
  const replay = event.target.closest("#replay");
  if (replay) event.detail.headers["X-Moves-Shown"] = replay.dataset.moves;
});

// This applies to every swap on the page, but only these lists carry the mark.
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

// Only while the table is in view: the visitor may be reading the list further down.
function showPlayed() {
  const words = part("words").getBoundingClientRect();
  if (words.top < 0 || words.bottom > innerHeight) return;
  document.querySelector("#replay .pile.is-changed")?.scrollIntoView({ block: "nearest" });
}

// Not scrollIntoView, which would scroll the page as well.
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
