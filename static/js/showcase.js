// The table that everybody in the lobby sees: a recorded game is played on here, step by step, and
// the button pauses any game. Visitors who asked for less motion see the recorded game stand still.

import { byId, find } from "./dom.js";

const STEP_MS = 3000;

/**
 * @typedef {object} Game every step of the recorded game
 * @property {string[]} pieces pieces of HTML
 * @property {number[][]} steps for each step, the numbers of its pieces
 */

/** @type {Promise<Game | null> | null} */
let game = null;
let step = -1; // until it is played on: as the page came
let isPaused = isRecorded() && matchMedia("(prefers-reduced-motion: reduce)").matches;

function panel(root = byId("showcase")) {
  return root && find(".showcase-panel", HTMLElement, root);
}

function isRecorded(root = byId("showcase")) {
  return panel(root)?.dataset.steps !== undefined;
}

async function fetchGame() {
  try {
    const response = await fetch(panel()?.dataset.steps ?? "", { credentials: "same-origin" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function isSeen() {
  const { top = 0, bottom = 0 } = panel()?.getBoundingClientRect() ?? {};
  return !document.hidden && bottom > 0 && top < innerHeight;
}

async function showNextStep() {
  const table = byId("showcase-table");
  if (!table || isPaused || !isRecorded() || !isSeen() || table.contains(document.activeElement)) return;
  if (step < 0) step = Number(panel()?.dataset.step);
  game ??= fetchGame();
  const found = await game;
  if (!found) game = null; // the next step asks again
  if (!found || isPaused || !isRecorded()) return;
  step = (step + 1) % found.steps.length;
  const html = found.steps[step]?.map((number) => found.pieces[number]).join("") ?? "";
  Idiomorph.morph(table, html, { morphStyle: "innerHTML" });
}

/** @param {HTMLElement | null} root */
function showButton(root = byId("showcase")) {
  const button = root && find("#showcase-pause", HTMLButtonElement, root);
  if (!button) return;
  button.hidden = false;
  button.textContent = (isPaused ? button.dataset.play : button.dataset.pause) ?? "";
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLElement) || target.id !== "showcase-pause") return;
  isPaused = !isPaused;
  showButton();
  if (!isPaused) htmx.trigger("#poll", "refresh"); // what was held back meanwhile
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const next = fragment.firstElementChild?.id === target.id ? fragment.firstElementChild : fragment;
  if (target.id !== "showcase" || !(next instanceof HTMLElement)) return;
  if (isRecorded(target) && !isRecorded(next)) isPaused = false;
  showButton(next);
  if (isRecorded(target) !== isRecorded(next) || !(isPaused || isRecorded(next))) return;
  find("#showcase-table", HTMLElement, next)?.replaceChildren(
    ...(find("#showcase-table", HTMLElement, target)?.cloneNode(true).childNodes ?? []),
  );
  const [held, shown] = [next, target].map((root) => find("#shown", HTMLInputElement, root));
  if (isPaused && held && shown) held.setAttribute("value", shown.value);
});

setInterval(showNextStep, STEP_MS);
showButton();
