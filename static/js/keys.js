// Playing by keys: 1 to 4 and letters choose, Enter plays, Escape resets, ? helps. Keys that are
// single characters can be switched off in the help dialog: speech input may press them by accident.

const OFF = "single-keys-off";
const TYPING = "select, textarea, [contenteditable], input:not([type='radio'], [type='checkbox'])";

const LOOK_AGAIN_MS = 20;

let waiting = 0; // an Enter pressed before the buttons say what the chosen cards do

const help = document.getElementById("help");
const single = document.getElementById("single-keys");

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (help.open || event.target.closest(TYPING)) return;
  clearTimeout(waiting);
  document.body.classList.toggle("by-keys", single.checked); // shows which key is which card
  const act = actionOf(event);
  if (!act) return;
  event.preventDefault();
  if (!event.repeat) act();
});

document.addEventListener("pointerdown", () => document.body.classList.remove("by-keys"));

function actionOf(event) {
  const { key, target } = event;
  if (key === "Escape") return () => document.querySelector("[data-reset]")?.click();
  // On a button or a link, Enter does what it does everywhere.
  if (key === "Enter") return target.closest("a, button, summary") ? null : playMain;
  if (key.length !== 1 || !single.checked) return null;
  if (key === "?") return () => help.showModal();
  const input = inputOf(key.toLowerCase());
  return input && (() => toggle(input));
}

function inputOf(key) {
  if (/^[1-9]$/.test(key)) return document.querySelectorAll("#play input[name='card']")[key - 1];
  if (/^[a-z]$/.test(key)) {
    const place = key.charCodeAt(0) - "a".charCodeAt(0);
    return document.querySelectorAll("#play input[name='pile']")[place];
  }
  return null;
}

function toggle(input) {
  input.focus();
  input.checked = !input.checked;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function playMain() {
  if (document.querySelector("#composer[data-asking]")) {
    waiting = setTimeout(playMain, LOOK_AGAIN_MS);
    return;
  }
  const main = document.querySelector("#play .action.is-main");
  if (main) main.click();
  else document.querySelector("#choices button")?.focus();
}

// Help

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-help]")) help.showModal();
  if (event.target === help) help.close(); // beside the box
});

single.checked = localStorage.getItem(OFF) === null;
single.addEventListener("change", () => {
  if (single.checked) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "yes");
  document.body.classList.toggle("by-keys", single.checked);
});
