import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, element, find, openPage, point, send, swap } from "./page.js";

function table({ seen = 4, card = "", pile = "", more = "" } = {}) {
  return `
    <div id="game" data-seen="${seen}">
      <form id="play">
        <label class="hand-card"><input type="radio" name="card" id="c-7S" ${card}><b class="card">7</b></label>
        <label class="hand-card"><input type="radio" name="card" id="c-8S"></label>
        <label><input type="checkbox" name="pile" id="p-4D" ${pile}></label>
        <input id="typed" name="move" value="">
        <input name="value" data-random value="">
        <a data-reset href="/games/1/">Reset</a>
        ${more}
      </form>
    </div>`;
}
const CHOSEN = { card: "checked", pile: "checked" };

test("what is chosen stays chosen when another player moves", async () => {
  await openPage(table(CHOSEN), "selection");
  swap(table({ seen: 5 }));
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
});

test("a secret card that is chosen stays chosen when another player picks", async () => {
  const pick = (seen) =>
    `<div id="game" data-seen="${seen}"><form id="pick"><input type="radio" id="k-7S"></form></div>`;
  await openPage(pick(0), "selection");
  find("#k-7S").checked = true;
  swap(pick(1));
  assert.deepEqual(chosen(), ["k-7S"]);
});

test("of what is chosen, only what is still there stays", async () => {
  await openPage(table(CHOSEN), "selection");
  swap(table({ seen: 5 }).replace('id="p-4D"', 'id="p-9C"'));
  assert.deepEqual(chosen(), ["c-7S"]);
});

test("what is typed and the random value stay", async () => {
  await openPage(table(), "selection");
  find("#typed").value = "7S";
  find("[data-random]").value = "ab12";
  swap(table({ seen: 5 }));
  assert.equal(find("#typed").value, "7S");
  assert.equal(find("[data-random]").value, "ab12");
});

test("once a move was made, nothing stays chosen", async () => {
  await openPage(table(CHOSEN), "selection");
  send("live:sent", { seen: "4" });
  swap(table({ seen: 5 }));
  assert.deepEqual(chosen(), []);
});

test("while a move has no answer, what is chosen stays", async () => {
  await openPage(table(CHOSEN), "selection");
  send("live:sent", { seen: "4" });
  swap(table({ seen: 4 }));
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
});

test("the answer to one move is not taken for the answer to the next", async () => {
  await openPage(table(CHOSEN), "selection");
  send("live:sent", { seen: "4" });
  swap(table({ seen: 5 }));
  find("#c-7S").checked = true;
  swap(table({ seen: 6 }));
  assert.deepEqual(chosen(), ["c-7S"]);
});

test("what was refused stays chosen", async () => {
  await openPage(table(CHOSEN), "selection");
  send("live:sent", { seen: "4" });
  swap(table({ seen: 5, more: '<p id="refusal">No.</p>' }));
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
});

test("what was refused stays chosen when another player moves", async () => {
  await openPage(table(CHOSEN), "selection");
  send("live:sent", { seen: "4" });
  swap(table({ more: '<p id="refusal">No.</p>' }));
  swap(table({ seen: 5 }));
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
});

test("a refusal that the opponent’s move has overtaken is told, and what was refused is chosen again", async () => {
  const more = '<p id="sentence"></p>';
  await openPage(table({ ...CHOSEN, more }), "selection");
  document.addEventListener("change", () => find("#refusal")?.remove()); // as composer.js does
  send("live:sent", { seen: "4" });
  swap(table({ seen: 5, more }));
  const older = element(table({ ...CHOSEN, more: `<p id="refusal">No.</p>${more}` }));
  send("live:overtaken", { older });
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
  assert.equal(find("#refusal + #sentence").previousElementSibling.textContent, "No.");
});

test("an overtaken refusal replaces another one, and gives back what was typed", async () => {
  const more = '<p id="sentence"></p>';
  await openPage(table({ seen: 5, more: `<p id="refusal">Yes?</p>${more}` }), "selection");
  const older = element(
    table({ more: '<p id="refusal">No.</p>' }).replace('name="move" value=""', 'name="move" value="8S"'),
  );
  send("live:overtaken", { older });
  assert.deepEqual(
    [...document.querySelectorAll("#refusal")].map((each) => each.textContent),
    ["No."],
  );
  assert.equal(find("#typed").value, "8S");
});

test("an overtaken refusal leaves what has been chosen or typed meanwhile as it is", async () => {
  const more = '<p id="sentence"></p>';
  const older = () => element(table({ ...CHOSEN, more: '<p id="refusal">No.</p>' }));
  await openPage(table({ seen: 5, more }), "selection");
  find("#c-8S").checked = true;
  send("live:overtaken", { older: older() });
  assert.deepEqual(chosen(), ["c-8S"]);
  await openPage(table({ seen: 5, more }), "selection");
  find("#typed").value = "9C";
  send("live:overtaken", { older: older() });
  assert.deepEqual([chosen(), find("#typed").value], [[], "9C"]);
});

test("an older table without a refusal chooses and tells nothing", async () => {
  await openPage(table({ more: '<p id="sentence"></p>' }), "selection");
  send("live:overtaken", { older: element(table({ ...CHOSEN })) });
  assert.deepEqual(chosen(), []);
  assert.equal(find("#refusal"), null);
});

test("a game that is over has no place for a refusal that comes later", async () => {
  await openPage(table(), "selection");
  send("live:overtaken", { older: element(table({ more: '<p id="refusal">No.</p>' })) });
  assert.equal(find("#refusal"), null);
});

test("after a part of a turn, what is chosen for the rest of it stays", async () => {
  await openPage(table(CHOSEN), "selection");
  send("live:sent", { seen: "4" });
  swap(table({ seen: 5, more: "<i data-goes-on></i>" }));
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
});

test("the inputs of the next table carry the mark, so that a morph keeps them", async () => {
  await openPage(table(CHOSEN), "selection");
  const next = element(table({ seen: 5 }));
  send("live:swapping", { target: find("#game"), next });
  assert.ok(next.querySelector("#c-7S").hasAttribute("checked"));
});

test("a field that is empty does not replace what the server put into it", async () => {
  await openPage(table(), "selection");
  swap(table({ seen: 5 }).replace('name="move" value=""', 'name="move" value="8S"'));
  assert.equal(find("#typed").value, "8S");
});

test("the fields of the next table carry their values, so that a morph keeps them", async () => {
  await openPage(table(), "selection");
  find("#typed").value = "7S";
  const next = element(table({ seen: 5 }));
  send("live:swapping", { target: find("#game"), next });
  assert.equal(next.querySelector("#typed").getAttribute("value"), "7S");
});

test("Reset undoes the selection and removes a refusal, and the page stays", async () => {
  await openPage(table({ ...CHOSEN, more: '<p id="refusal">No.</p>' }), "selection");
  const changed = [];
  document.addEventListener("change", ({ target }) => changed.push(target.id));
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  find("[data-reset]").dispatchEvent(event);
  assert.ok(event.defaultPrevented);
  assert.deepEqual(chosen(), []);
  assert.deepEqual(changed, ["c-7S", "p-4D"]);
  assert.equal(find("#refusal"), null);
});

test("a second tap on a card of the hand unchooses it", async () => {
  await openPage(table(), "selection");
  const tap = () => {
    point("pointerdown", find("#c-7S + .card"));
    find("#c-7S").click();
  };
  tap();
  assert.deepEqual(chosen(), ["c-7S"]);
  tap();
  assert.deepEqual(chosen(), []);
});

test("after that, the keyboard chooses the card again", async () => {
  await openPage(table(CHOSEN), "selection");
  point("pointerdown", find("#c-7S"));
  find("#c-7S").click();
  find("#c-7S").click(); // Space clicks without a pointer
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
});

test("a press on a chosen card that ends elsewhere unchooses nothing", async () => {
  await openPage(table(CHOSEN), "selection");
  point("pointerdown", find("#c-7S"));
  find("#play").click();
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
});

test("a tap on another card chooses that one", async () => {
  await openPage(table(CHOSEN), "selection");
  point("pointerdown", find("#c-8S"));
  find("#c-8S").click();
  assert.deepEqual(chosen(), ["c-8S", "p-4D"]);
});

test("a page that the browser kept comes back with nothing chosen", async () => {
  await openPage(table(CHOSEN), "selection");
  const shown = new Event("pageshow");
  window.dispatchEvent(shown);
  assert.equal(chosen().length, 2);
  shown.persisted = true;
  window.dispatchEvent(shown);
  assert.deepEqual(chosen(), []);
});

const TURNS = '<span id="turns" data-reader="7"></span>';
const HERE = "7 /games/1/";
const kept = () => JSON.parse(sessionStorage.getItem("chosen"));
const keep = (entry) => {
  sessionStorage.setItem("chosen", JSON.stringify({ here: HERE, ids: [], typed: "", ...entry }));
};
const leave = () => window.dispatchEvent(new Event("pagehide"));
const load = () => document.dispatchEvent(new Event("DOMContentLoaded"));
const post = (form, options) => find(form).dispatchEvent(new Event("submit", { bubbles: true, ...options }));
const TYPING = { more: '<details id="typing"></details>' };

test("what was chosen and typed is kept when the page is left, and there again after it", async () => {
  await openPage(TURNS + table({ ...CHOSEN, ...TYPING }), "selection");
  find("#typed").value = "7S x 4D&3C";
  leave();
  assert.deepEqual(kept(), { here: HERE, ids: ["c-7S", "p-4D"], typed: "7S x 4D&3C", sentAt: null });
  for (const input of document.querySelectorAll("#play input")) input.checked = false;
  find("#typed").value = "";
  load();
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
  assert.deepEqual([find("#typed").value, find("#typing").open], ["7S x 4D&3C", true]);
});

test("it is kept too when only the tab is hidden, which may be the last that a page hears of", async () => {
  await openPage(TURNS + table(CHOSEN), "selection");
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  assert.deepEqual(kept().ids, ["c-7S", "p-4D"]);
});

test("the box of a typed move stays closed if nothing was typed", async () => {
  await openPage(TURNS + table(TYPING), "selection");
  keep({ ids: ["c-7S"] });
  load();
  assert.deepEqual([chosen(), find("#typing").open], [["c-7S"], false]);
});

test("what was typed needs a place to type", async () => {
  await openPage(`${TURNS}<form id="play"></form><details id="typing"></details>`, "selection");
  keep({ typed: "7S" });
  load();
  assert.equal(find("#typing").open, false);
});

test("of what was chosen, only what is still there is chosen again", async () => {
  await openPage(TURNS + table({ card: "checked" }), "selection");
  keep({ ids: ["c-8S", "p-9C", "p-4D"] });
  load();
  assert.deepEqual(chosen(), ["c-8S", "p-4D"]);
});

test("what is chosen again is asked about like a choice by hand", async () => {
  await openPage(TURNS + table(), "selection");
  keep({ ids: ["c-7S"] });
  const changed = [];
  document.addEventListener("change", ({ target }) => changed.push(target.id));
  load();
  assert.deepEqual(changed, ["c-7S"]);
});

test("with what was chosen and typed it is kept when a move was sent", async () => {
  await openPage(TURNS + table(CHOSEN), "selection");
  send("live:sent", { seen: "4" });
  leave();
  assert.equal(kept().sentAt, "4");
});

test("a move that was sent and made is not there again", async () => {
  await openPage(TURNS + table({ ...TYPING, seen: 5 }), "selection");
  keep({ ids: ["p-4D"], typed: "7S", sentAt: "4" });
  load();
  assert.deepEqual([chosen(), find("#typed").value, find("#typing").open], [[], "", false]);
});

test("a move that was sent is there again until it is made", async () => {
  await openPage(TURNS + table(TYPING), "selection");
  keep({ typed: "7S", sentAt: "4" });
  load();
  assert.equal(find("#typed").value, "7S");
  swap(table({ ...TYPING, seen: 5 }));
  assert.equal(find("#typed").value, "");
});

test("what was chosen at another table is left alone", async () => {
  await openPage(TURNS + table(), "selection");
  keep({ here: "7 /games/2/", ids: ["c-7S"] });
  load();
  assert.deepEqual(chosen(), []);
  leave();
  assert.equal(kept().here, "7 /games/2/");
});

test("what somebody else has chosen at the same table is left alone", async () => {
  await openPage(TURNS + table(), "selection");
  keep({ here: "8 /games/1/", ids: ["c-7S"], typed: "7S" });
  load();
  assert.deepEqual([chosen(), find("#typed").value], [[], ""]);
});

test("what cannot be read counts for nothing", async () => {
  await openPage(TURNS + table(CHOSEN), "selection");
  sessionStorage.setItem("chosen", "{");
  load();
  leave();
  assert.deepEqual(kept().ids, ["c-7S", "p-4D"]);
});

test("once nothing is chosen any more, nothing is kept", async () => {
  await openPage(TURNS + table(), "selection");
  keep({ ids: ["c-7S"] });
  leave();
  assert.equal(kept(), null);
});

test("once a form has been sent, the next page says what is chosen", async () => {
  await openPage(TURNS + table(CHOSEN), "selection");
  keep({ ids: ["c-7S"] });
  post("#play");
  find("#play").addEventListener("submit", (event) => event.preventDefault());
  post("#play", { cancelable: true }); // the second click of two
  leave();
  assert.equal(kept(), null);
});

test("a move that goes through the socket is no form that was sent", async () => {
  await openPage(TURNS + table(CHOSEN), "selection");
  find("#play").addEventListener("submit", (event) => event.preventDefault());
  post("#play", { cancelable: true });
  leave();
  assert.deepEqual(kept().ids, ["c-7S", "p-4D"]);
});

test("a change of the language keeps what is chosen", async () => {
  await openPage(`${TURNS}${table(CHOSEN)}<form id="language-form"></form>`, "selection");
  post("#language-form");
  leave();
  assert.deepEqual(kept().ids, ["c-7S", "p-4D"]);
});

test("the draft of a plan is kept with its address", async () => {
  const page = await openPage(
    `${TURNS}<form class="plans-draft"><input type="radio" id="c-7S" checked><input type="checkbox" checked></form>`,
  );
  history.replaceState(null, "", "/games/1/plans/?when=4D");
  await page.run("selection");
  leave();
  assert.deepEqual(kept(), { here: "7 /games/1/plans/?when=4D", ids: ["c-7S"], typed: "", sentAt: null });
  find("#c-7S").checked = false;
  load();
  assert.ok(find("#c-7S").checked);
});

test("a page that the browser kept comes back with what was chosen, also after a form was sent", async () => {
  await openPage(TURNS + table(CHOSEN), "selection");
  post("#play");
  keep({ ids: ["c-8S"] });
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  assert.deepEqual(chosen(), ["c-8S"]);
  leave();
  assert.deepEqual(kept().ids, ["c-8S"]);
});

test("where nothing can be kept, the page works without", async () => {
  await openPage(TURNS + table(CHOSEN), "selection");
  Object.defineProperty(globalThis, "sessionStorage", { get: () => assert.fail("denied"), configurable: true });
  leave();
  load();
  assert.deepEqual(chosen(), ["c-7S", "p-4D"]);
});
