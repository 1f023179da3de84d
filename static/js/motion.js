// Shows how a move came about. The new table is in place already; pictures of its cards fly over
// it, from the hand to the piles, and what is captured flies on to its owner. Any key or tap ends
// it, nothing waits for it, and visitors who asked for less motion see none of it.

import { byId, find, findAll, required } from "./dom.js";
import { newEvent } from "./newest.js";

/**
 * @typedef {object} Times when, in milliseconds,
 * @property {number} landed a card has landed,
 * @property {number} gathered the cards it uses have gathered,
 * @property {number} leaving all of them move on, and
 * @property {number} over the move has been shown
 */
/** @typedef {{ code: string | undefined, picture: Node, rect: DOMRect }} Flying */
/** @typedef {{ told: DOMStringMap, isMine: boolean, played: Flying, used: Flying[] }} Measured */
/** @typedef {[rect: DOMRect, milliseconds: number, opacity?: number]} Step */

const THEIRS = { landed: 300, gathered: 460, leaving: 640, over: 880 };
const MINE = { landed: 0, gathered: 120, leaving: 120, over: 280 };
const BUILD = { landed: 300, gathered: 460, leaving: 820, over: 820 };
const DROP = { landed: 360, gathered: 360, leaving: 360, over: 360 };
const MINE_LIES = { landed: 0, gathered: 220, leaving: 220, over: 220 };
const FAN = 18; // pixels between cards that gather
const BESIDE = 6; // pixels between them and the label
const NOT_COVERED = "#last-move, .piles .stack, .piles .pile-label, .felt .player";

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Measured | null} */
let measured = null; // what was where before the swap
/** @type {{ layer: Element, animations: Animation[], timer: number } | null} */
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

/**
 * @param {HTMLElement} target
 * @param {HTMLElement} next
 * @param {DOMStringMap} told
 * @returns {Measured | null}
 */
function measure(target, next, told) {
  const isMine = "mine" in told;
  const from = isMine
    ? target.querySelector(`label:has(#c-${told.card}) .card`)
    : (visible(target.querySelector(`#player-${told.seat} .backs`)) ??
      target.querySelector(`#player-${told.seat} .player-face`));
  const taken = find("#last-move-card", HTMLTemplateElement, next)?.content.firstElementChild;
  const face = taken ?? cardIn(next, told.card)?.closest(".card");
  if (!from || !face) return null;
  const picture = document.importNode(face, true);
  const used = [];
  for (const code of told.used?.split(" ") ?? []) {
    const card = code && onTable(target, code);
    if (card) used.push({ code, picture: card.cloneNode(true), rect: card.getBoundingClientRect() });
  }
  return { told, isMine, played: { code: told.card, picture, rect: from.getBoundingClientRect() }, used };
}

/** @param {Document | Element} root @param {string | undefined} code */
const cardIn = (root, code) => root.querySelector(`.piles img[src*="/${code}."]`);

/**
 * Return the picture of a card on the table, if it can be seen where it lies.
 * @param {Document | Element} root
 * @param {string | undefined} code
 */
function onTable(root, code) {
  const card = cardIn(root, code)?.closest(".card");
  const box = card?.closest(".piles")?.getBoundingClientRect();
  const rect = card?.getBoundingClientRect();
  return box && rect && rect.bottom > box.top && rect.top < box.bottom ? card : null;
}

/** @param {Element | null} element */
function visible(element) {
  const rect = element?.getBoundingClientRect();
  return rect && rect.width > 0 && rect.top < innerHeight && rect.bottom > 0 ? element : null;
}

// After the swap

/**
 * Return the times of a move.
 * @param {{ isMine: boolean, isCapture: boolean, usesCards: boolean }} move
 * @returns {Times}
 */
export function timesOf({ isMine, isCapture, usesCards }) {
  if (isMine) return isCapture ? MINE : MINE_LIES;
  if (isCapture) return THEIRS;
  return usesCards ? BUILD : DROP;
}

/** @param {Measured} measured */
function show({ told, isMine, played, used }) {
  const isCapture = told.action === "capture";
  const times = timesOf({ isMine, isCapture, usesCards: used.length > 0 });
  const cards = [...used, played]; // the card played lies on top
  const size = used[0]?.rect ?? onTable(document, played.code)?.getBoundingClientRect();
  if (!size) return;
  const layer = document.createElement("div");
  layer.className = "motion-layer";
  layer.setAttribute("aria-hidden", "true");
  const animations = [];
  const goal = isCapture ? owner(told.seat) : null;
  const meeting = isCapture
    ? fan(cards.length, size, innerWidth)
    : cards.map(({ code }) => onTable(document, code)?.getBoundingClientRect() ?? size);
  for (const [place, card] of cards.entries()) {
    const flying = document.createElement("div");
    flying.className = "motion-card";
    flying.append(card.picture);
    flying.style.width = `${size.width}px`;
    flying.style.height = `${size.height}px`;
    layer.append(flying);
    const way = card === played ? flight : gathering;
    const steps = [...way(card.rect, meeting[place], times), ...ending(meeting[place], goal, times)];
    animations.push(flying.animate(frames(steps, size, times), { duration: times.over, fill: "both" }));
  }
  document.body.append(layer);
  if (used.length > 0 && !isMine) animations.push(...addSum(meeting, told.label, times, layer));
  animations.push(...hideNewPile(isCapture ? null : played.code, times), ...tick(told, times));
  start(layer, animations, times.over);
}

/**
 * The cards of a capture meet where the first of them lay, each a little to the right.
 * @param {number} count
 * @param {DOMRect} size
 * @param {number} pageWidth
 */
export function fan(count, size, pageWidth) {
  const width = size.width + FAN * (count - 1);
  const left = Math.max(4, Math.min(size.left, pageWidth - width - 4));
  return Array.from({ length: count }, (_, place) => {
    return new DOMRect(left + FAN * place, size.top, size.width, size.height);
  });
}

/** @param {DOMRect} from @param {DOMRect} meeting @param {Times} times @returns {Step[]} */
function flight(from, meeting, times) {
  return [
    [from, 0],
    [meeting, times.landed || times.gathered],
  ];
}

/** @param {DOMRect} from @param {DOMRect} meeting @param {Times} times @returns {Step[]} */
function gathering(from, meeting, times) {
  return [
    [from, 0],
    [from, times.landed * 0.6],
    [meeting, times.gathered],
  ];
}

/** @param {DOMRect} meeting @param {DOMRect | null} goal @param {Times} times @returns {Step[]} */
function ending(meeting, goal, times) {
  if (!goal) return [[meeting, times.over]];
  return [
    [meeting, times.leaving],
    [goal, times.over, 0.4],
  ];
}

/** @param {Step[]} steps @param {DOMRect} size @param {Times} times */
function frames(steps, size, times) {
  return steps.map(([rect, at, opacity = 1]) => ({
    transform: `translate(${rect.left}px, ${rect.top}px) scale(${rect.height / size.height})`,
    opacity,
    offset: at / times.over,
    easing: "ease-in-out",
  }));
}

/**
 * Where captures go: to the tracker beside the table, or to the player if it cannot be seen.
 * @param {string | undefined} seat
 */
function owner(seat) {
  const side = byId(`player-${seat}`)?.dataset.side;
  const tracker = visible(document.querySelector(`#captured-${side} .tracker-head`));
  const place = tracker ?? document.querySelector(`#player-${seat} .player-face`);
  const rect = place?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, 0, 0, 0);
  return new DOMRect(rect.left + rect.width / 2 - 8, rect.top, 16, 22);
}

/**
 * What the cards make, where nothing is in its way. Without such a place it is not shown: the strip
 * says the same.
 * @param {DOMRect[]} meeting
 * @param {string | undefined} label
 * @param {Times} times
 * @param {Element} layer
 */
function addSum(meeting, label, times, layer) {
  const sum = document.createElement("p");
  sum.className = "motion-sum";
  sum.textContent = label ?? "";
  layer.append(sum);
  const around = required(find(".felt", HTMLElement)).getBoundingClientRect();
  const others = findAll(NOT_COVERED, HTMLElement).map((each) => each.getBoundingClientRect());
  const place = freePlace(sum.getBoundingClientRect(), meeting, [...meeting, ...others], around);
  if (!place) {
    sum.remove();
    return [];
  }
  sum.style.translate = `${place.left}px ${place.top}px`;
  const shown = [0, 0, 1, 1, 0].map((opacity, step) => ({
    opacity,
    offset: [0, times.landed * 0.8, times.landed, times.over - 100, times.over][step] / times.over,
  }));
  return [sum.animate(shown, { duration: times.over, fill: "both" })];
}

/**
 * Return where a label covers nothing: above, below, left or right of the cards, or null.
 * @param {{ width: number, height: number }} label
 * @param {DOMRect[]} cards
 * @param {DOMRect[]} taken
 * @param {DOMRect} around
 */
export function freePlace({ width, height }, cards, taken, around) {
  const [first, last] = [cards[0], cards[cards.length - 1]];
  const left = Math.max(around.left, Math.min((first.left + last.right - width) / 2, around.right - width));
  const top = first.top + (first.height - height) / 2;
  const places = [
    [left, first.top - height - BESIDE],
    [left, first.bottom + BESIDE],
    [first.left - width - BESIDE, top],
    [last.right + BESIDE, top],
  ].map(([x, y]) => new DOMRect(x, y, width, height));
  const isFree = (/** @type {DOMRect} */ place) =>
    isInside(place, around) && !taken.some((other) => meets(place, other));
  return places.find(isFree) ?? null;
}

/** @param {DOMRect} one @param {DOMRect} other */
function meets(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** @param {DOMRect} one @param {DOMRect} other */
function isInside(one, other) {
  return one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;
}

/**
 * The pile that the move made is there already: hide it until its cards have arrived.
 * @param {string | null | undefined} code
 * @param {Times} times
 */
function hideNewPile(code, times) {
  const pile = code && onTable(document, code)?.closest(".pile");
  return pile ? [pile.animate([{ opacity: 0 }, { opacity: 0 }], { duration: times.over })] : [];
}

/** @param {DOMStringMap} told @param {Times} times */
function tick(told, times) {
  const total = told.points && document.querySelector(`#player-${told.seat} .player-total b`);
  if (!total) return [];
  const steps = [{ scale: 1 }, { scale: 1.45, color: "var(--brass)" }, { scale: 1 }];
  return [total.animate(steps, { delay: times.leaving, duration: times.over - times.leaving })];
}

/**
 * The timer ends it even if the browser draws too slowly to finish in time.
 * @param {Element} layer
 * @param {Animation[]} animations
 * @param {number} milliseconds
 */
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
