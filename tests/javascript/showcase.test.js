import assert from "node:assert/strict";
import { test } from "node:test";
import { element, find, openPage, send } from "./page.js";

const STEPS = {
  pieces: ["<b>", "first", "second", "</b>"],
  steps: [
    [0, 1, 3],
    [0, 2, 3],
  ],
};

const table = (words, { recorded = true, mark = "m1" } = {}) => `
  <div id="showcase"><input id="shown" value="${mark}">
  <section class="showcase-panel"${recorded ? ' data-step="1" data-steps="/recorded/steps/"' : ""}>
  <button id="showcase-pause" data-pause="Pause" data-play="Play" hidden>Pause</button>
  <div id="showcase-table"><b>${words}</b></div></section></div>`;

async function open(html, { lessMotion = false } = {}) {
  const page = await openPage(html);
  globalThis.matchMedia = () => ({ matches: lessMotion });
  globalThis.Idiomorph = {
    morph: (shown, next) => {
      shown.innerHTML = next;
    },
  };
  find(".showcase-panel").getBoundingClientRect = () => ({ top: 10, bottom: 300 });
  await page.run("showcase");
  page.wait = () => page.clock.pass(3000);
  return page;
}

const words = () => find("#showcase-table").textContent;
const button = () => find("#showcase-pause");

test("the recorded game is fetched once and played on from the step that is shown", async () => {
  const page = await open(table("second"));
  await page.wait();
  await page.requests[0].answer({ text: JSON.stringify(STEPS) });
  assert.equal(words(), "first");
  await page.wait();
  assert.equal(words(), "second");
  assert.equal(page.requests.length, 1);
});

test("with less motion it stands still until its button is pressed", async () => {
  const page = await open(table("second"), { lessMotion: true });
  await page.wait();
  assert.equal(page.requests.length, 0);
  assert.deepEqual([button().hidden, button().textContent], [false, "Play"]);
  button().click();
  assert.equal(button().textContent, "Pause");
  await page.wait();
  assert.equal(page.requests.length, 1);
});

test("a game that cannot be fetched stands still and is asked for again", async () => {
  const page = await open(table("second"));
  await page.wait();
  await page.requests[0].fail();
  assert.equal(words(), "second");
  await page.wait();
  await page.requests[1].answer({ status: 503 });
  assert.equal(words(), "second");
  await page.wait();
  await page.requests[2].answer({ text: JSON.stringify(STEPS) });
  assert.equal(words(), "first");
});

test("while the game is on its way it is not asked for again", async () => {
  const page = await open(table("second"));
  await page.wait();
  await page.wait();
  assert.equal(page.requests.length, 1);
});

function swapIn(html, fragmentOf = (next) => next) {
  const next = element(html);
  send("htmx:oobBeforeSwap", { target: find("#showcase"), fragment: fragmentOf(next) });
  find("#showcase").replaceWith(next);
}

test("the button stays, whether htmx hands over the panel or a fragment around it", async () => {
  await open(table("a move", { recorded: false }));
  for (const fragmentOf of [(next) => next, (next) => ({ firstElementChild: next })]) {
    swapIn(table("another move", { recorded: false, mark: "m2" }), fragmentOf);
    assert.equal(button().hidden, false);
  }
});

test("an update leaves the recorded game at its step", async () => {
  const page = await open(table("second"));
  await page.wait();
  await page.requests[0].answer({ text: JSON.stringify(STEPS) });
  swapIn(table("second", { mark: "m2" }));
  assert.deepEqual([words(), find("#shown").value, button().hidden], ["first", "m2", false]);
});

test("a live game follows its moves, and holds still while it is paused", async () => {
  await open(table("a move", { recorded: false }));
  swapIn(table("another move", { recorded: false, mark: "m2" }));
  assert.equal(words(), "another move");
  button().click();
  swapIn(table("a third move", { recorded: false, mark: "m3" }));
  assert.deepEqual([words(), find("#shown").value, button().textContent], ["another move", "m2", "Play"]);
  button().click();
  swapIn(table("a third move", { recorded: false, mark: "m3" }));
  assert.equal(words(), "a third move");
});
