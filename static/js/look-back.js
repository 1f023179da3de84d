// Looking back in a running game: the replay opens in a dialog over the table. The table beneath
// stays live, and keeps whatever is selected on it.

import { byId, closest, find, required } from "./dom.js";

const dialog = required(find("#look-back", HTMLDialogElement));
const place = required(byId("look-back-place"));
const turn = required(byId("look-back-turn"));

let asked = 0; // how many replays have been asked for
let timer = 0;

document.addEventListener("click", async (event) => {
  const link = closest(event, "a[data-look-back]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  dialog.showModal();
  showTurn();
  const number = ++asked;
  // It fails if the site cannot be reached, and if another replay is asked for meanwhile.
  await htmx.ajax("GET", link.href, { source: place, target: place, swap: "innerHTML" }).catch(() => {});
  if (number !== asked) return;
  if (!dialog.open) place.replaceChildren();
  else if (place.firstElementChild) byId("replay-previous")?.focus();
  else dialog.close();
});

// What has happened before is known once the player moves.
document.addEventListener("live:sent", () => byId("story")?.remove());

// The table has keys of its own.
dialog.addEventListener("keydown", (event) => event.stopPropagation());
dialog.addEventListener("close", () => place.replaceChildren());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(); // beside the box
});

// Whose turn it is and the time left: the clock beneath keeps running.
function showTurn() {
  clearTimeout(timer);
  if (!dialog.open) return;
  const time = document.querySelector("#clock b")?.textContent;
  const whose = byId("game")?.dataset.title ?? "";
  turn.textContent = time ? `${whose} · ${time}` : whose;
  timer = setTimeout(showTurn, 500);
}
