// Shows how a move came about. The new table is in place already; pictures of its cards fly over
// it, from the hand to the piles, and what is captured flies on to its owner. Any key or tap ends
// it, nothing waits for it, and visitors who asked for less motion see none of it.

import { newEvent } from "./newest.js";

// When a card has landed, when the cards it uses have gathered, and when all of them move on; in
// milliseconds.
const THEIRS = { landed: 300, gathered: 460, leaving: 640, over: 880 };
const MINE = { landed: 0, gathered: 120, leaving: 120, over: 280 };
const BUILD = { landed: 300, gathered: 460, leaving: 820, over: 820 };
const DROP = { landed: 360, gathered: 360, leaving: 360, over: 360 };
const MINE_LIES = { landed: 0, gathered: 220, leaving: 220, over: 220 };
const FAN = 18; // pixels between cards that gather

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

let measured = null; // what was where before the swap
let playing = null; // the layer and the animations of the move that is shown

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  measured = null;
  const told = newEvent(target, next);
  if (!told) return;
  finish();
  if (lessMotion.matches || document.hidden || !told.card) return;
  measured = measure(target, next, told);
});

document.addEventListener("live:swapped", () => {
  if (measured) show(measured);
  measured = null;
});

for (const skip of ["keydown", "pointerdown", "wheel", "resize"]) {
  window.addEventListener(skip, finish, { capture: true, passive: true });
}
document.addEventListener("visibilitychange", finish);

// Before the swap

function measure(target, next, told) {
  const isMine = "mine" in told;
  const from = isMine
    ? target.querySelector(`label:has(#c-${told.card}) .card`)
    : visible(target.querySelector(`#player-${told.seat} .backs`)) ?? target.querySelector(`#player-${told.seat} .player-face`);
  const face = next.querySelector("#last-move-card")?.content.firstElementChild;
  if (!from || !face) return null;
  const used = told.used.split(" ").filter(Boolean).map((code) => onTable(target, code)).filter(Boolean);
  return {
    told,
    isMine,
    played: { code: told.card, picture: document.importNode(face, true), rect: from.getBoundingClientRect() },
    used: used.map(({ code, card }) => ({ code, picture: card.cloneNode(true), rect: card.getBoundingClientRect() })),
  };
}

// The picture of a card on the table that can be seen where it lies.
function onTable(root, code) {
  const card = root.querySelector(`.piles img[src*="/${code}."]`)?.closest(".card");
  const box = card?.closest(".piles").getBoundingClientRect();
  const rect = card?.getBoundingClientRect();
  return card && rect.bottom > box.top && rect.top < box.bottom ? { code, card } : null;
}

function visible(element) {
  const rect = element?.getBoundingClientRect();
  return rect && rect.width > 0 && rect.top < innerHeight && rect.bottom > 0 ? element : null;
}

// After the swap

function show({ told, isMine, played, used }) {
  const isCapture = told.action === "capture";
  const times = isMine ? (isCapture ? MINE : MINE_LIES) : isCapture ? THEIRS : used.length ? BUILD : DROP;
  const cards = [...used, played]; // the card played lies on top
  const size = used[0]?.rect ?? onTable(document, played.code)?.card.getBoundingClientRect();
  if (!size) return;
  const layer = document.createElement("div");
  layer.className = "motion-layer";
  layer.setAttribute("aria-hidden", "true");
  const animations = [];
  const goal = isCapture ? owner(told.seat) : null;
  const meeting = isCapture ? fan(cards, size) : cards.map(({ code }) => onTable(document, code)?.card.getBoundingClientRect() ?? size);
  cards.forEach((card, place) => {
    const flying = document.createElement("div");
    flying.className = "motion-card";
    flying.append(card.picture);
    flying.style.width = `${size.width}px`;
    flying.style.height = `${size.height}px`;
    layer.append(flying);
    const steps = card === played ? flight(card.rect, meeting[place], goal, size, times) : gathering(card.rect, meeting[place], goal, size, times);
    animations.push(flying.animate(steps, { duration: times.over, fill: "both" }));
  });
  if (used.length > 0 && !isMine) layer.append(sumOver(meeting, told.label, times, animations));
  document.body.append(layer);
  animations.push(...hideNewPile(isCapture ? null : played.code, times), ...tick(told, times));
  start(layer, animations, times.over);
}

// The cards of a capture meet where the first of them lay, each a little to the right.
function fan(cards, size) {
  const width = size.width + FAN * (cards.length - 1);
  const left = Math.max(4, Math.min(size.left, innerWidth - width - 4));
  return cards.map((_, place) => new DOMRect(left + FAN * place, size.top, size.width, size.height));
}

function flight(from, meeting, goal, size, times) {
  return frames(size, times, [[from, 0], [meeting, times.landed || times.gathered]], meeting, goal);
}

function gathering(from, meeting, goal, size, times) {
  return frames(size, times, [[from, 0], [from, times.landed * 0.6], [meeting, times.gathered]], meeting, goal);
}

function frames(size, times, way, meeting, goal) {
  const end = goal ? [[meeting, times.leaving], [goal, times.over, 0.4]] : [[meeting, times.over]];
  return [...way, ...end].map(([rect, at, opacity = 1]) => ({
    transform: `translate(${rect.left}px, ${rect.top}px) scale(${rect.height / size.height})`,
    opacity,
    offset: at / times.over,
    easing: "ease-in-out",
  }));
}

// Where captures go: to the tracker beside the table, or to the player if it cannot be seen.
function owner(seat) {
  const side = document.getElementById(`player-${seat}`)?.dataset.side;
  const tracker = visible(document.querySelector(`#captured-${side} .tracker-head`));
  const place = tracker ?? document.querySelector(`#player-${seat} .player-face`);
  const rect = place?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, 0, 0, 0);
  return new DOMRect(rect.left + rect.width / 2 - 8, rect.top, 16, 22);
}

// Above the cards that meet, but not above the strip that says the same.
function sumOver(meeting, label, times, animations) {
  const sum = document.createElement("p");
  sum.className = "motion-sum";
  sum.textContent = label;
  const middle = (meeting[0].left + meeting.at(-1).right) / 2;
  sum.style.left = `${Math.max(110, Math.min(middle, innerWidth - 110))}px`;
  const strip = document.getElementById("last-move").getBoundingClientRect();
  sum.style.top = `${Math.max(meeting[0].top - 6, strip.bottom)}px`;
  const shown = [0, 0, 1, 1, 0].map((opacity, step) => ({
    opacity,
    offset: [0, times.landed * 0.8, times.landed, times.over - 100, times.over][step] / times.over,
  }));
  animations.push(sum.animate(shown, { duration: times.over, fill: "both" }));
  return sum;
}

// The pile that the move made is there already: hide it until its cards have arrived.
function hideNewPile(code, times) {
  const pile = code && onTable(document, code)?.card.closest(".pile");
  return pile ? [pile.animate([{ opacity: 0 }, { opacity: 0 }], { duration: times.over })] : [];
}

function tick(told, times) {
  const total = told.points && document.querySelector(`#player-${told.seat} .player-total b`);
  if (!total) return [];
  const steps = [{ scale: 1 }, { scale: 1.45, color: "var(--brass)" }, { scale: 1 }];
  return [total.animate(steps, { delay: times.leaving, duration: times.over - times.leaving })];
}

// The timer ends it even if the browser draws too slowly to finish in time.
function start(layer, animations, milliseconds) {
  playing = { layer, animations, timer: setTimeout(finish, milliseconds) };
}

function finish() {
  if (!playing) return;
  const { layer, animations, timer } = playing;
  playing = null;
  clearTimeout(timer);
  layer.remove();
  for (const animation of animations) animation.cancel();
}
