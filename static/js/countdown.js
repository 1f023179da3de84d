// Counts down from the seconds that the server rendered. The browser's date plays no part, but
// where it and the steady clock part (the device slept), the server is asked again.

import { playSound } from "./sounds.js";

const LOW_S = 15;
const LAST_S = 5;
const HOUR_S = 3600;
const LIVE_S = 15 * 60; // longer move times are not sat through: they do not tick
const SLEPT_MS = 1500;
const ASK_AFTER_MS = 4000; // after the grace: the site's own sweep goes first
const ASK_AGAIN_MS = 5000;
const TIMES_ASKED = 5;

let endsAt = null;
let rendered = ""; // the version and the seconds that endsAt was read from
let datesAhead = 0; // of the browser's date before its steady clock, when endsAt was read
let announced = Infinity;
let ticked = Infinity;
let timer = 0;
let asked = 0;

const clockOf = () => document.getElementById("clock");
const game = () => document.getElementById("game");
const dateAhead = () => Date.now() - performance.now();

function start() {
  clearTimeout(timer);
  const clock = clockOf();
  if (!clock) {
    endsAt = null;
    rendered = "";
    return;
  }
  const { seconds } = clock.dataset;
  const read = `${game().dataset.version} ${seconds}`;
  if (read !== rendered) {
    rendered = read;
    endsAt = performance.now() + 1000 * Number(seconds);
    datesAhead = dateAhead();
    if (Number(seconds) > LOW_S) announced = ticked = Infinity;
  }
  tick();
}

function tick() {
  const clock = clockOf();
  if (!clock || endsAt === null) return;
  if (Math.abs(dateAhead() - datesAhead) > SLEPT_MS) askAnew();
  const milliseconds = endsAt - performance.now();
  const left = Math.max(0, Math.ceil(milliseconds / 1000));
  show(clock, left);
  announce(left);
  sound(clock, left);
  if (milliseconds > 0) {
    asked = 0;
    const step = left > HOUR_S ? 60_000 : 1000;
    timer = setTimeout(tick, milliseconds % step || step);
  } else {
    timer = setTimeout(askServer, graceMilliseconds() + ASK_AFTER_MS);
  }
}

function show(clock, left) {
  clock.querySelector("b").textContent = words(left);
  clock.style.setProperty("--left", Math.min(1, left / Number(clock.dataset.total)));
  clock.classList.toggle("is-low", left <= LOW_S && left > LAST_S);
  clock.classList.toggle("is-last", left <= LAST_S);
}

// As the server writes it (clock_words.py).
function words(left) {
  const days = Math.floor(left / 86_400);
  const hours = Math.floor(left / HOUR_S);
  if (days >= 2) return `${days} days ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${Math.floor((left % HOUR_S) / 60)} min`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

// Readers hear of it twice a turn, not every second.
function announce(left) {
  const place = document.getElementById("tick");
  const step = left <= LAST_S ? LAST_S : left <= LOW_S ? LOW_S : Infinity;
  if (!place || left === 0 || step >= announced) return;
  announced = step;
  if (!isMine()) return;
  place.textContent = `${left} seconds left`;
  if (step === LOW_S) playSound("low");
}

function sound(clock, left) {
  const ticks = document.body.dataset.ticking === "on" && Number(clock.dataset.total) <= LIVE_S;
  if (!ticks || !isMine() || document.hidden || left === 0 || left >= LOW_S || left >= ticked) return;
  ticked = left;
  playSound("tick");
}

function isMine() {
  return game()?.dataset.turn === "yes";
}

function graceMilliseconds() {
  return 1000 * Number(document.getElementById("overdue")?.dataset.grace ?? 0);
}

// Time ran out and nothing came of it: ask for what follows, then only look again.
function askServer() {
  const overdue = document.getElementById("overdue");
  if (overdue && asked < TIMES_ASKED) {
    asked += 1;
    htmx.trigger(overdue, "ask");
  } else if (document.getElementById("poll")) {
    htmx.trigger("#poll", "refresh");
  }
  timer = setTimeout(askServer, ASK_AGAIN_MS);
}

// Without a version the server sends the table, and with it the time that is left.
function askAnew() {
  const poll = document.getElementById("poll");
  datesAhead = dateAhead();
  if (!poll) return;
  poll.value = "";
  htmx.trigger(poll, "refresh");
}

document.addEventListener("live:swapped", start);
document.addEventListener("visibilitychange", () => {
  if (document.hidden || endsAt === null) return;
  clearTimeout(timer);
  tick();
});
start();
