// Says in how many games it is the player's turn: in the header of the page, by the tab's title and
// icon, and on the icon of the installed site. The number of the other games comes from the server; the table of this page is known.

import { showBadge } from "./badge.js";
import { byId, find, required } from "./dom.js";
import { isEnd, newEvent } from "./newest.js";

const GO_ON_MS = 1500; // the card is seen first

const usualTitle = document.title;
const usualEnd = usualTitle.slice(usualTitle.lastIndexOf(" · "));
const icon = required(find('link[rel="icon"]', HTMLLinkElement));
const usualIcon = icon.href;
const place = byId("turns");
const numberAtFirst = countElsewhere();
let isOpen = false; // whether the page's socket has been open

function countElsewhere() {
  return Number(byId("turns-elsewhere")?.getAttribute("value") ?? 0);
}

const isHere = () => find('#game[data-turn="yes"], #pick', HTMLElement) !== null;
const isLesson = () => byId("guide") !== null; // the player’s list of games, where the number leads, has no lessons

function showTurns() {
  const elsewhere = countElsewhere();
  const here = isHere();
  const number = elsewhere + (here && !isLesson() ? 1 : 0);
  showBadge(number);
  const mark = `${here ? "● " : ""}${elsewhere ? `(${number}) ` : ""}`;
  const title = byId("game")?.dataset.title;
  document.title = mark + (title ? title + usualEnd : usualTitle);
  const wanted = (number && place?.dataset.icon) || usualIcon;
  if (icon.href !== wanted) icon.href = wanted;
  const count = byId("turns-count");
  if (count) {
    count.hidden = number === 0;
    required(find("b", HTMLElement, count)).textContent = String(number);
  }
  const next = byId("turns-next");
  if (next) next.hidden = here || elsewhere === 0;
}

// Only after a move of the player's own, only while there is no result to see, and only where the page
// offers the next game.
document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  const hasMoved = newEvent(target, next)?.mine !== undefined;
  const isDone = target.dataset.turn === "yes" && next.dataset.turn !== "yes";
  if (!hasMoved || !isDone || isEnd(target, next) || document.body.dataset.goes_on !== "on") return;
  setTimeout(() => {
    const link = find("#turns-next:not([hidden])", HTMLAnchorElement);
    if (link && !byId("result")) location.assign(link.href);
  }, GO_ON_MS);
});

// A socket that comes back is sent the number only if it differs from the one at first.
document.addEventListener("htmx:wsOpen", () => {
  if (isOpen) byId("turns-elsewhere")?.setAttribute("value", String(numberAtFirst));
  isOpen = true;
});

document.addEventListener("htmx:oobAfterSwap", showTurns);
document.addEventListener("live:swapped", showTurns);
showTurns();
