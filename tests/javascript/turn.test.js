import assert from "node:assert/strict";
import { test } from "node:test";
import { element, find, openPage, send, swap } from "./page.js";

const game = ({ turn = "no", number = 1, event = "", more = "" } = {}) => `
  <div id="game" data-turn="${turn}">
    <ol id="last-move" data-number="${number}" ${event}></ol><p id="sentence"></p>${more}
  </div>`;

async function open(values) {
  const sounds = ["card", "capture", "turn", "end"].map((name) => `data-sound-${name}="${name}"`).join(" ");
  const page = await openPage(`<div id="live" ${sounds}>${game(values)}</div>`);
  document.body.dataset.sounds = "on";
  await page.run("turn");
  window.dispatchEvent(new Event("keydown"));
  page.sounds = () => page.requests.map(({ address }) => address);
  return page;
}

test("each event has its sound", async () => {
  const { module } = await open();
  const sound = (event) => module.soundOf(element(game()), element(game({ number: 2, event })));
  assert.equal(sound('data-action="build" data-card="7S"'), "card");
  assert.equal(sound('data-action="capture" data-card="7S"'), "capture");
  assert.equal(sound('data-action="draw-stock"'), "card");
  assert.equal(sound('data-action="violation"'), null);
});

test("an event that was heard is not heard again", async () => {
  const { module } = await open();
  const told = { number: 2, event: 'data-action="capture" data-card="7S"' };
  assert.equal(module.soundOf(element(game(told)), element(game(told))), null);
});

test("the end of a game is heard once, after the last move", async () => {
  const page = await open();
  const over = { number: 2, event: 'data-action="capture" data-card="7S"', more: '<div id="result"></div>' };
  swap(game(over));
  await page.clock.pass(899);
  assert.deepEqual(page.sounds(), ["capture"]);
  await page.clock.pass(1);
  assert.deepEqual(page.sounds(), ["capture", "end"]);
  swap(game(over));
  await page.clock.pass(1000);
  assert.deepEqual(page.sounds(), ["capture", "end"]);
});

test("the player’s turn is heard after the card, and only when it begins", async () => {
  const page = await open();
  swap(game({ turn: "yes", number: 2, event: 'data-action="drop" data-card="7S"' }));
  assert.deepEqual(page.sounds(), ["card"]);
  await page.clock.pass(449);
  assert.deepEqual(page.sounds(), ["card"]);
  await page.clock.pass(1);
  assert.deepEqual(page.sounds(), ["card", "turn"]);
  await page.requests[1].answer({ text: "turn" });
  swap(game({ turn: "yes", number: 2 }));
  await page.clock.pass(1000);
  assert.deepEqual(page.heard, ["turn"]);
});

test("the turn of another player is not heard, nor a turn in a game that is over", async () => {
  const page = await open();
  swap(game({ number: 2, event: 'data-action="drop" data-card="7S"' }));
  await page.clock.pass(1000);
  assert.deepEqual(page.sounds(), ["card"]);
  swap(game({ turn: "yes", more: '<p id="result"></p>' }));
  await page.clock.pass(1000);
  assert.deepEqual(page.sounds(), ["card", "end"]);
});

test("screen readers hear the sentence of the composer only as an answer to the player", async () => {
  const page = await open();
  for (const kind of ["change", "click"]) {
    const next = element(game());
    send("live:swapping", { target: find("#game"), next });
    send("live:swapped", null);
    await page.clock.pass(1000);
    assert.equal(next.querySelector("#sentence").getAttribute("aria-live"), "off");
    assert.equal(find("#sentence").getAttribute("aria-live"), "off");
    find("#sentence").dispatchEvent(new Event(kind, { bubbles: true }));
    assert.ok(!find("#sentence").hasAttribute("aria-live"));
  }
});
