import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, send, swap } from "./page.js";

const header = (elsewhere) => `
  <span id="turns" data-icon="/turn.svg"><data id="turns-elsewhere" value="${elsewhere}"></data>
  <a id="turns-count" href="/games/mine/"><b>${elsewhere}</b></a><a id="turns-next" href="/next/">Next game</a></span>`;
const game = ({ turn = "no", title = "Bob’s turn", number = 1, mine = false, more = "" } = {}) => `
  <div id="game" data-turn="${turn}" data-title="${title}">
    <ol id="last-move" data-number="${number}"${mine ? " data-mine" : ""}></ol>${more}</div>`;

async function open({ elsewhere = 0, table = "" } = {}) {
  const page = await openPage(`${header(elsewhere)}${table}`);
  document.head.innerHTML = '<link rel="icon" href="/site.svg">';
  document.title = "Rules · Trifecta House";
  page.visited = [];
  page.badges = [];
  for (const name of ["setAppBadge", "clearAppBadge"]) {
    Object.defineProperty(navigator, name, {
      value: async (number = 0) => page.badges.push(number),
      configurable: true,
    });
  }
  location.assign = (address) => page.visited.push(new URL(address).pathname);
  await page.run("turns");
  return page;
}

const icon = () => new URL(find('link[rel="icon"]').href).pathname;
const count = () => (find("#turns-count").hidden ? "" : find("#turns-count b").textContent);
const offersNext = () => !find("#turns-next").hidden;

function receive(elsewhere) {
  find("#turns-elsewhere").setAttribute("value", elsewhere);
  send("htmx:oobAfterSwap", null);
}

test("the tab and the header of every page say in how many games it is the player’s turn", async () => {
  await open({ elsewhere: 2 });
  assert.deepEqual([document.title, icon(), count()], ["(2) Rules · Trifecta House", "/turn.svg", "2"]);
  receive(0);
  assert.deepEqual([document.title, icon(), count()], ["Rules · Trifecta House", "/site.svg", ""]);
});

test("at a table they say whose turn it is there, too", async () => {
  await open({ table: game() });
  assert.deepEqual([document.title, icon(), count()], ["Bob’s turn · Trifecta House", "/site.svg", ""]);
  swap(game({ turn: "yes", title: "Your turn" }));
  assert.deepEqual([document.title, icon(), count()], ["● Your turn · Trifecta House", "/turn.svg", "1"]);
  receive(2);
  assert.deepEqual([document.title, count()], ["● (3) Your turn · Trifecta House", "3"]);
  swap(game());
  assert.deepEqual([document.title, icon(), count()], ["(2) Bob’s turn · Trifecta House", "/turn.svg", "2"]);
});

test("the icon of the installed site says the same", async () => {
  const page = await open({ elsewhere: 1, table: game() });
  swap(game({ turn: "yes" }));
  receive(0);
  swap(game());
  assert.deepEqual(page.badges, [1, 2, 1, 0]);
});

test("a lesson is not counted: the list that the number leads to has none", async () => {
  const lesson = game({ turn: "yes", title: "Your turn", more: '<div id="guide"></div>' });
  const page = await open({ elsewhere: 1, table: lesson });
  assert.deepEqual([document.title, count()], ["● (1) Your turn · Trifecta House", "1"]);
  receive(0);
  assert.deepEqual([document.title, count(), page.badges], ["● Your turn · Trifecta House", "", [1, 0]]);
});

test("a secret card to pick is a turn", async () => {
  await open({ table: '<div id="game" data-title="Pick your secret card"><div id="pick"></div></div>' });
  assert.deepEqual([document.title, count()], ["● Pick your secret card · Trifecta House", "1"]);
});

test("the next game is offered where it is not the player’s turn", async () => {
  await open({ elsewhere: 1, table: game({ turn: "yes" }) });
  assert.ok(!offersNext());
  swap(game());
  assert.ok(offersNext());
  receive(0);
  assert.ok(!offersNext());
});

const moved = { number: 2, mine: true };

test("after a move the player goes on only if asked to, and only when the card has been seen", async () => {
  const page = await open({ elsewhere: 1, table: game({ turn: "yes" }) });
  swap(game(moved));
  await page.clock.pass(5000);
  assert.deepEqual(page.visited, []);
  document.body.dataset.goes_on = "on";
  swap(game({ turn: "yes", number: 3 }));
  swap(game({ number: 4, mine: true }));
  await page.clock.pass(1499);
  assert.deepEqual(page.visited, []);
  await page.clock.pass(1);
  assert.deepEqual(page.visited, ["/next/"]);
});

test("nobody is led away whose time ran out, who is still to move, has no other game or sees the result", async () => {
  for (const [elsewhere, next] of [
    [1, { number: 2 }],
    [1, { ...moved, turn: "yes" }],
    [0, moved],
    [1, { ...moved, more: '<h1 id="result"></h1>' }],
  ]) {
    const page = await open({ elsewhere, table: game({ turn: "yes" }) });
    document.body.dataset.goes_on = "on";
    swap(game(next));
    await page.clock.pass(5000);
    assert.deepEqual(page.visited, []);
  }
});

test("nobody is led away from a result that comes while the card is seen", async () => {
  const page = await open({ elsewhere: 1, table: game({ turn: "yes" }) });
  document.body.dataset.goes_on = "on";
  swap(game(moved));
  await page.clock.pass(500);
  swap(game({ ...moved, more: '<h1 id="result"></h1>' }));
  await page.clock.pass(5000);
  assert.deepEqual(page.visited, []);
});

test("a socket that comes back is told apart from the first", async () => {
  await open({ elsewhere: 1 });
  send("htmx:wsOpen", null);
  receive(3);
  send("htmx:wsOpen", null);
  assert.equal(find("#turns-elsewhere").getAttribute("value"), "1");
});

test("nobody is led away by a move that was planned before", async () => {
  const page = await open({ elsewhere: 1, table: game() });
  document.body.dataset.goes_on = "on";
  swap(game(moved));
  await page.clock.pass(5000);
  assert.deepEqual(page.visited, []);
});
