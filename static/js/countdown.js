// Counts down from the seconds that the server rendered, in the words that came with them. The
// browser's date is not used, but where it and the steady clock disagree (the device slept), the
// server is asked again.

import { askForWhole } from "./changes.js";
import { byId, fill, required } from "./dom.js";
import { playSound } from "./sounds.js";

const LOW_S = 15;
const LAST_S = 5;
const HOUR_S = 3600;
const DAY_S = 86_400;
const LIVE_S = 15 * 60; // nobody sits through a longer move time: it does not tick
const SLEPT_MS = 1500;
const ASK_AFTER_MS = 4000; // after the grace: the site's own sweep goes first
const ASK_AGAIN_MS = 5000;
const TIMES_ASKED = 5;

/** @typedef {[from: number, pattern: string][]} Forms */
/** @typedef {{ days: Forms, hours: string, minutes: string, left: Forms }} Patterns */

/** @type {number | null} */
let endsAt = null;
let rendered = ""; // the version and the seconds that endsAt was read from
/** @type {Patterns} */
let patterns = { days: [], hours: "", minutes: "", left: [] }; // see games/messages/clock.py
let datesAhead = 0; // how far the browser's date was ahead of its steady clock at that time
let announced = Infinity;
let ticked = Infinity;
let timer = 0;
let asked = 0;

const dateAhead = () => Date.now() - performance.now();

function start() {
  clearTimeout(timer);
  const clock = byId("clock");
  if (!clock) {
    endsAt = null;
    rendered = "";
    return;
  }
  const { seconds } = clock.dataset;
  patterns = JSON.parse(byId("overdue")?.dataset.words ?? "");
  const read = `${byId("game")?.dataset.version} ${seconds}`;
  if (read !== rendered) {
    rendered = read;
    endsAt = performance.now() + 1000 * Number(seconds);
    datesAhead = dateAhead();
    if (Number(seconds) > LOW_S) announced = ticked = Infinity;
  }
  tick();
}

function tick() {
  const clock = byId("clock");
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

/** @param {HTMLElement} clock @param {number} left */
function show(clock, left) {
  required(clock.querySelector("b")).textContent = sayLeft(patterns, left);
  clock.style.setProperty("--left", String(Math.min(1, left / Number(clock.dataset.total))));
  clock.classList.toggle("is-low", left <= LOW_S && left > LAST_S);
  clock.classList.toggle("is-last", left <= LAST_S);
}

/**
 * Return the seconds left in words. Days are counted from the number of their first form on.
 * @param {Patterns} patterns
 * @param {number} left
 */
export function sayLeft(patterns, left) {
  const days = Math.floor(left / DAY_S);
  const hours = Math.floor(left / HOUR_S);
  const minutes = Math.floor(left / 60);
  if (days >= patterns.days[0][0]) return fill(choose(patterns.days, days), { days, hours: hours % 24 });
  if (hours > 0) return fill(patterns.hours, { hours, minutes: minutes % 60 });
  return fill(patterns.minutes, { minutes, seconds: String(left % 60).padStart(2, "0") });
}

/**
 * Return the plural form for a number. Each comes with the number from which on it is the right one.
 * @param {Forms} forms
 * @param {number} number
 */
export function choose(forms, number) {
  return (forms.findLast(([from]) => from <= number) ?? forms[0])[1];
}

/**
 * Screen readers say it twice a turn, not every second.
 * @param {number} left
 */
function announce(left) {
  const place = byId("tick");
  const step = left <= LAST_S ? LAST_S : left <= LOW_S ? LOW_S : Infinity;
  if (!place || left === 0 || step >= announced) return;
  announced = step;
  if (!isMine()) return;
  place.textContent = fill(choose(patterns.left, left), { seconds: left });
  if (step === LOW_S) playSound("low");
}

/** @param {HTMLElement} clock @param {number} left */
function sound(clock, left) {
  const ticks = document.body.dataset.ticking === "on" && Number(clock.dataset.total) <= LIVE_S;
  if (!ticks || !isMine() || document.hidden || left === 0 || left >= LOW_S || left >= ticked) return;
  ticked = left;
  playSound("tick");
}

function isMine() {
  return byId("game")?.dataset.turn === "yes";
}

function graceMilliseconds() {
  return 1000 * Number(byId("overdue")?.dataset.grace ?? 0);
}

// Time ran out and nothing followed: have the site apply the rule, and later only look again.
function askServer() {
  const overdue = byId("overdue");
  if (overdue && asked < TIMES_ASKED) {
    asked += 1;
    htmx.trigger(overdue, "ask");
  } else if (byId("poll")) {
    htmx.trigger("#poll", "refresh");
  }
  timer = setTimeout(askServer, ASK_AGAIN_MS);
}

// With the whole table comes the time left.
function askAnew() {
  datesAhead = dateAhead();
  askForWhole();
}

document.addEventListener("live:swapped", start);
document.addEventListener("visibilitychange", () => {
  if (document.hidden || endsAt === null) return;
  clearTimeout(timer);
  tick();
});
start();
