// A selection survives the opponent's move, a move of the player's own after which the turn goes on,
// a change of the language, and a visit to other pages. Reset undoes it, and a second tap undoes a
// part of it.

import { byId, check, closest, find, findAll } from "./dom.js";
import { CHOSEN, inTab, keepText, recallJson } from "./storage.js";

/** @type {string | null | undefined} */
let sentAt = null; // the number of moves seen when a move was sent

document.addEventListener("live:sent", (event) => {
  sentAt = event.detail.seen;
});

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  const isAnswered = sentAt !== null && next.dataset.seen !== sentAt;
  const isRefused = next.querySelector("#refusal, #choices") !== null;
  if (isAnswered || isRefused) sentAt = null;
  const goesOn = next.querySelector("#play [data-goes-on]") !== null;
  if (isAnswered && !isRefused && !goesOn) return; // the move was made: nothing stays selected
  for (const chosen of findAll("#play input:checked, #pick input:checked", HTMLInputElement, target)) {
    const twin = find(`#${CSS.escape(chosen.id)}`, HTMLInputElement, next);
    if (twin) {
      twin.checked = true;
      twin.setAttribute("checked", "");
    }
  }
  keepValue(target, next, "[data-random]");
  keepValue(target, next, "#typed");
});

// The table that refuses a move may be overtaken by that of the opponent's move.
document.addEventListener("live:overtaken", ({ detail: { older } }) => {
  const refusal = find("#refusal", HTMLElement, older);
  const sentence = byId("sentence");
  if (!refusal || !sentence) return;
  const typed = find("#typed", HTMLInputElement);
  const isFree = !find("#play input:checked", HTMLInputElement) && !typed?.value; // nothing else is chosen
  for (const refused of isFree ? findAll("#play input:checked", HTMLInputElement, older) : []) {
    const twin = find(`#play #${CSS.escape(refused.id)}`, HTMLInputElement);
    if (twin) check(twin, true);
  }
  if (isFree && typed) typed.value = find("#typed", HTMLInputElement, older)?.value ?? "";
  byId("refusal")?.remove();
  sentence.before(refusal);
});

/** @param {Element} target @param {Element} next @param {string} selector */
function keepValue(target, next, selector) {
  const value = find(selector, HTMLInputElement, target)?.value;
  const twin = find(selector, HTMLInputElement, next);
  if (!value || !twin) return;
  twin.value = value;
  twin.setAttribute("value", value);
}

function clearSelection() {
  for (const input of findAll("#play input:checked", HTMLInputElement)) check(input, false);
  byId("refusal")?.remove();
}

document.addEventListener("click", (event) => {
  if (!closest(event, "[data-reset]")) return;
  event.preventDefault();
  clearSelection();
});

// Browsers never uncheck a radio button: here a tap on the chosen card of the hand does.
/** @type {HTMLInputElement | null} */
let wasChecked = null;
document.addEventListener("pointerdown", (event) => {
  const label = closest(event, ".hand-card");
  const card = label && find("input[type=radio]", HTMLInputElement, label);
  wasChecked = card?.checked ? card : null;
});
document.addEventListener("click", (event) => {
  if (wasChecked && event.target === wasChecked) {
    check(wasChecked, false);
    wasChecked = null;
  }
});

const COMPOSED = ":is(#play, #pick, .plans-draft)";
// Whoever logs in after somebody else in this browser finds nothing of theirs.
const here = `${byId("turns")?.dataset.reader} ${location.pathname}${location.search}`;
let isSent = false; // by a form: the next page shows what has become of it

window.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && closest(event, COMPOSED)) isSent = true;
});

for (const leaving of ["pagehide", "visibilitychange"]) window.addEventListener(leaving, keepSelection);

function keepSelection() {
  const ids = findAll(`${COMPOSED} input[id]:checked`, HTMLInputElement).map(({ id }) => id);
  const typed = find("#typed", HTMLInputElement)?.value ?? "";
  if (!isSent && (ids.length > 0 || typed)) keepText(CHOSEN, JSON.stringify({ here, ids, typed, sentAt }), inTab);
  else if (recallSelection()) keepText(CHOSEN, null, inTab);
}

/**
 * Return what was chosen and typed on this page when it was left.
 * @returns {{ ids: string[], typed: string, sentAt?: string | null } | null}
 */
function recallSelection() {
  const kept = recallJson(CHOSEN, inTab);
  return kept?.here === here ? kept : null;
}

function restoreSelection() {
  const kept = recallSelection();
  const wasSentAt = kept?.sentAt ?? null;
  if (wasSentAt !== null && wasSentAt !== byId("game")?.dataset.seen) return; // the table has moved on, most likely by that move
  sentAt = wasSentAt; // it may still be made
  for (const id of kept?.ids ?? []) {
    const input = find(`${COMPOSED} #${CSS.escape(id)}`, HTMLInputElement);
    if (input) check(input, true);
  }
  const typed = find("#typed", HTMLInputElement);
  if (!kept?.typed || !typed) return;
  typed.value = kept.typed;
  byId("typing")?.setAttribute("open", "");
}

document.addEventListener("DOMContentLoaded", restoreSelection);
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  isSent = false;
  clearSelection();
  restoreSelection();
});
