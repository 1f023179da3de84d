// Playing by keys: 1 to 4 and letters choose, Enter plays or keeps the secret card, Escape resets, ? helps. Keys that are
// single characters can be switched off in the help dialog: speech input may press them by accident.

import { byId, check, closest, find, findAll, required } from "./dom.js";
import { keepText, recallText } from "./storage.js";

const OFF = "single-keys-off";
const TYPING = "select, textarea, [contenteditable], input:not([type='radio'], [type='checkbox'])";

const LOOK_AGAIN_MS = 20;

let waiting = 0; // an Enter pressed before the buttons say what the chosen cards do

const help = required(find("#help", HTMLDialogElement));
const single = required(find("#single-keys", HTMLInputElement));

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (help.open || closest(event, TYPING)) return;
  clearTimeout(waiting);
  document.body.classList.toggle("by-keys", single.checked); // shows which key is which card
  const act = actionOf(event);
  if (!act) return;
  event.preventDefault();
  if (!event.repeat) act();
});

document.addEventListener("pointerdown", () => {
  clearTimeout(waiting);
  document.body.classList.remove("by-keys");
});

/** @param {KeyboardEvent} event @returns {(() => void) | null} */
function actionOf(event) {
  const { key } = event;
  if (key === "Escape") return () => find("[data-reset]", HTMLElement)?.click();
  // On a button or a link, Enter does what it does everywhere.
  if (key === "Enter") return closest(event, "a, button, summary") ? null : (keepSecret(event) ?? playMain);
  if (key.length !== 1 || !single.checked) return null;
  if (key === "?") return () => help.showModal();
  const chosen = chosenBy(key.toLowerCase());
  const input = chosen && findAll(`#play input[name='${chosen.name}']`, HTMLInputElement)[chosen.place];
  return input ? () => toggle(input) : null;
}

/**
 * Return which input a key chooses: by its name, and its place among those of that name.
 * @param {string} key
 */
export function chosenBy(key) {
  if (/^[1-9]$/.test(key)) return { name: "card", place: Number(key) - 1 };
  if (/^[a-z]$/.test(key)) return { name: "pile", place: key.charCodeAt(0) - "a".charCodeAt(0) };
  return null;
}

/** @param {HTMLInputElement} input */
function toggle(input) {
  input.focus();
  check(input, !input.checked);
}

/**
 * Return what keeps the secret card that is chosen. Return null where none is to be picked, and
 * where the key is meant for something else.
 * @param {KeyboardEvent} event
 */
function keepSecret(event) {
  const pick = byId("pick");
  const { target } = event;
  // Safari focuses no radio button on a click, but the element around all cards.
  if (!(target instanceof Node) || !(pick?.contains(target) || target.contains(pick))) return null;
  const button = find("#pick .pick-send .button-main", HTMLElement);
  return button && (() => button.click());
}

function playMain() {
  if (document.querySelector("#composer[data-asking]")) {
    waiting = setTimeout(playMain, LOOK_AGAIN_MS);
    return;
  }
  const main = find("#play .action.is-main", HTMLElement);
  if (main) main.click();
  else find("#choices button", HTMLElement)?.focus();
}

// Help

document.addEventListener("click", (event) => {
  if (closest(event, "[data-help]")) help.showModal();
  if (event.target === help) help.close(); // beside the box
});

single.checked = recallText(OFF) === null;
single.addEventListener("change", () => {
  keepText(OFF, single.checked ? null : "yes");
  document.body.classList.toggle("by-keys", single.checked);
});
