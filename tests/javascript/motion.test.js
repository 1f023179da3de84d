import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, press, swap } from "./page.js";

const picture = (code) =>
  `<span class="card" data-box="100 200 50 70"><img src="/static/cards/${code}.abc.svg"></span>`;
const game = ({ number = 1, event = "", piles = ["4D", "3C"], face = true } = {}) => `
  <div id="game">
    <div id="player-1" data-side="1"><span class="backs" data-box="500 10 80 60"></span>
      <span class="player-face" data-box="480 10 20 20"></span><p class="player-total"><b>3</b></p></div>
    <div id="captured-1"><p class="tracker-head" data-box="800 20 100 20"></p></div>
    <ol id="last-move" data-number="${number}" data-box="0 150 900 20" ${event}></ol>
    ${face ? `<template id="last-move-card"><span class="card">7S</span></template>` : ""}
    <div class="felt" data-box="0 0 900 600"><div class="piles" data-box="0 180 900 300">
      ${piles.map((code) => `<div class="pile">${picture(code)}</div>`).join("")}
    </div></div>
    <form id="play"><label><input type="radio" name="card" id="c-7S"><span class="card" data-box="50 600 50 70"></span></label></form>
  </div>`;

const told = (action, used = "", more = 'data-seat="1"') =>
  `data-action="${action}" data-card="7S" data-used="${used}" data-label="7 = 4 + 3" data-points="" ${more}`;

/** Open a table where browsers animate nothing: what they would is noted. */
async function open(values) {
  const page = await openPage(game(values), "motion");
  page.animated = [];
  window.HTMLElement.prototype.animate = function animate(frames, { duration }) {
    const animation = { element: this, frames, duration, isCancelled: false };
    page.animated.push(animation);
    return { cancel: () => Object.assign(animation, { isCancelled: true }) };
  };
  page.flights = () => page.animated.filter(({ element }) => element.className === "motion-card");
  page.steps = () =>
    page.flights().map(({ frames, duration }) => frames.map(({ offset }) => Math.round(offset * duration)));
  page.ways = () =>
    page.flights().map(({ frames }) => frames.map(({ transform }) => transform.match(/-?\d+px/g).join(" ")));
  return page;
}

test("the times of a move depend on who made it and what it does", async () => {
  const { module } = await open();
  const over = (isMine, isCapture, usesCards) => module.timesOf({ isMine, isCapture, usesCards }).over;
  assert.equal(over(false, true, true), 880);
  assert.equal(over(true, true, true), 280);
  assert.equal(over(false, false, true), 820);
  assert.equal(over(false, false, false), 360);
  assert.equal(over(true, false, true), 220);
});

test("cards gather where the first lay, each to the right, and within the page", async () => {
  const { module } = await open();
  const lefts = (left, pageWidth = 1000) =>
    module.fan(3, new DOMRect(left, 200, 50, 70), pageWidth).map((at) => at.left);
  assert.deepEqual(lefts(100), [100, 118, 136]);
  assert.deepEqual(lefts(990), [910, 928, 946]);
  assert.deepEqual(lefts(-20), [4, 22, 40]);
});

test("another player’s capture flies from their hand to the cards, and on to their tracker", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("capture", "4D 3C"), piles: [] }));
  assert.equal(page.flights().length, 3);
  assert.deepEqual(page.ways().at(-1), ["500px 10px", "136px 200px", "136px 200px", "842px 20px"]);
  assert.equal(find(".motion-sum").textContent, "7 = 4 + 3");
});

test("in a capture, the card lands, the cards gather, and all of them fade as they leave", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("capture", "4D"), piles: ["3C"] }));
  assert.deepEqual(page.steps(), [
    [0, 180, 460, 640, 880],
    [0, 300, 640, 880],
  ]);
  const [gathering] = page.flights();
  assert.deepEqual(
    gathering.frames.map(({ opacity }) => opacity),
    [1, 1, 1, 1, 0.4],
  );
});

test("the player’s own capture takes less time: the card is there already", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("capture", "4D", 'data-seat="0" data-mine'), piles: ["3C"] }));
  assert.deepEqual(page.steps(), [
    [0, 0, 120, 120, 280],
    [0, 120, 120, 280],
  ]);
});

test("the pictures fly in a layer that screen readers skip, as large as the cards on the table", async () => {
  await open();
  swap(game({ number: 2, event: told("capture", "4D"), piles: [] }));
  const layer = find(".motion-layer");
  assert.equal(layer.getAttribute("aria-hidden"), "true");
  assert.deepEqual(
    Array.from(layer.querySelectorAll(".motion-card"), ({ style }) => [style.width, style.height]),
    Array(2).fill(["50px", "70px"]),
  );
  assert.match(layer.innerHTML, /4D\.abc\.svg.*7S/s);
});

test("the sum stands over the middle of the cards, while they lie together", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("capture", "4D 3C"), piles: [] }));
  const sum = find(".motion-sum");
  assert.equal(sum.style.translate, "143px 194px");
  const { frames, duration } = page.animated.find(({ element }) => element === sum);
  assert.deepEqual(
    frames.map(({ opacity, offset }) => [Math.round(offset * duration), opacity]),
    [
      [0, 0],
      [240, 0],
      [300, 1],
      [780, 1],
      [880, 0],
    ],
  );
});

test("the sum covers neither cards nor the strip, or it is not shown", async () => {
  const { module } = await open();
  const [cards, around] = [[new DOMRect(100, 200, 50, 70)], new DOMRect(0, 0, 900, 600)];
  const place = (...taken) => {
    const found = module.freePlace({ width: 80, height: 24 }, cards, [...cards, ...taken], around);
    return found && [found.left, found.top];
  };
  const above = new DOMRect(0, 150, 900, 45);
  const below = new DOMRect(90, 275, 70, 90);
  const left = new DOMRect(0, 190, 40, 90);
  const right = new DOMRect(160, 190, 40, 90);
  assert.deepEqual(place(), [85, 170]);
  assert.deepEqual(place(above), [85, 276]);
  assert.deepEqual(place(above, below), [14, 223]);
  assert.deepEqual(place(above, below, left), [156, 223]);
  assert.equal(place(above, below, left, right), null);
  const lying = new DOMRect(0, 0, 900, 230);
  assert.equal(module.freePlace({ width: 80, height: 24 }, cards, cards, lying)?.top, 170);
});

test("a table that is full shows no sum", async () => {
  const page = await open();
  find("#last-move").dataset.box = "0 0 900 600";
  swap(game({ number: 2, event: told("capture", "4D 3C"), piles: [] }).replace("0 150 900 20", "0 0 900 600"));
  assert.equal(page.flights().length, 3);
  assert.equal(find(".motion-sum"), null);
});

test("a build shows its sum, and its pile appears when the cards have gathered there", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("build", "4D"), piles: ["7S", "4D"] }));
  assert.deepEqual(page.steps(), [
    [0, 180, 460, 820],
    [0, 300, 820],
  ]);
  assert.equal(find(".motion-sum").textContent, "7 = 4 + 3");
  const [hidden] = page.animated.filter(({ element }) => element.className === "pile");
  assert.deepEqual(hidden.frames, [{ opacity: 0 }, { opacity: 0 }]);
});

test("a tracker that cannot be seen leaves captures to the player’s face", async () => {
  const page = await open();
  find(".tracker-head").dataset.box = "800 900 100 20";
  swap(game({ number: 2, event: told("capture", "4D"), piles: [] }).replace("800 20 100 20", "800 900 100 20"));
  assert.equal(page.ways().at(-1).at(-1), "482px 10px");
});

test("the player’s own card flies from where it lay in the hand", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("capture", "4D", 'data-seat="0" data-mine'), piles: ["3C"] }));
  assert.equal(page.ways().at(-1)[0], "50px 600px");
  assert.equal(find(".motion-sum"), null);
});

test("a card that is dropped flies to its pile, which is hidden until then", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("drop"), piles: ["4D", "7S"], face: false }));
  assert.deepEqual(page.ways(), [["500px 10px", "100px 200px", "100px 200px"]]);
  const [hidden] = page.animated.filter(({ element }) => element.className === "pile");
  assert.equal(hidden.duration, 360);
  assert.equal(find(".motion-sum"), null);
});

test("points that a move brings are shown at the player’s total", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("capture", "4D").replace('points=""', 'points="2"'), piles: [] }));
  assert.equal(page.animated.filter(({ element }) => element.matches(".player-total b")).length, 1);
});

test("when its time is over, nothing of the motion is left", async () => {
  const page = await open();
  swap(game({ number: 2, event: told("capture", "4D 3C"), piles: [] }));
  await page.clock.pass(879);
  assert.ok(find(".motion-layer"));
  await page.clock.pass(1);
  assert.equal(find(".motion-layer"), null);
  assert.ok(page.animated.every(({ isCancelled }) => isCancelled));
});

test("any key ends the motion", async () => {
  await open();
  swap(game({ number: 2, event: told("capture", "4D"), piles: [] }));
  press("a");
  assert.equal(find(".motion-layer"), null);
});

test("the next move ends the motion of the one before", async () => {
  await open();
  swap(game({ number: 2, event: told("capture", "4D"), piles: ["3C"] }));
  swap(game({ number: 3, event: told("capture", "3C"), piles: [] }));
  assert.equal(document.querySelectorAll(".motion-layer").length, 1);
});

test("a table that brings no new event, or none with a card, moves nothing", async () => {
  await open();
  swap(game({ number: 1, event: told("capture", "4D") }));
  swap(game({ number: 2, event: 'data-action="violation" data-card="" data-used=""' }));
  swap(game({ number: 3, event: told("capture", "4D"), face: false }));
  assert.equal(find(".motion-layer"), null);
});

test("visitors who asked for less motion see none", async () => {
  const page = await openPage(game());
  globalThis.matchMedia = () => ({ matches: true });
  await page.run("motion");
  swap(game({ number: 2, event: told("capture", "4D") }));
  assert.equal(find(".motion-layer"), null);
});

test("a card that cannot be seen where it lies does not fly", async () => {
  const page = await open();
  for (const card of document.querySelectorAll(".piles .card")) card.dataset.box = "100 900 50 70";
  swap(game({ number: 2, event: told("capture", "4D 3C"), piles: [] }));
  assert.equal(page.flights().length, 0);
});
