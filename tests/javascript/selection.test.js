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

test("the page in another language is told what was chosen", async () => {
  const form = `<form id="language-form"><input name="next" value="/games/1/#other"></form>`;
  await openPage(table(CHOSEN) + form, "selection");
  find("#language-form").dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(find("[name=next]").value, "/games/1/#chosen=c-7S&chosen=p-4D");
  find("#play").reset();
  for (const input of document.querySelectorAll("#play input")) input.checked = false;
  find("#language-form").dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(find("[name=next]").value, "/games/1/");
});

test("no other form is told what was chosen", async () => {
  await openPage(`${table(CHOSEN)}<form id="other"><input name="next" value="/"></form>`, "selection");
  find("#other").dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(find("[name=next]").value, "/");
});

test("the page in another language is told what was typed, and shows it", async () => {
  const form = `<form id="language-form"><input name="next" value="/games/1/"></form>`;
  const typing = '<details id="typing"></details>';
  await openPage(table({ more: typing }) + form, "selection");
  find("#typed").value = "7S x 4D&3C";
  find("#language-form").dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(find("[name=next]").value, "/games/1/#typed=7S+x+4D%263C");
  location.hash = find("[name=next]").value.split("#")[1];
  find("#typed").value = "";
  document.dispatchEvent(new Event("DOMContentLoaded"));
  assert.deepEqual([find("#typed").value, find("#typing").open], ["7S x 4D&3C", true]);
  assert.equal(location.hash, "");
});

test("what was typed needs a place to type in the other language", async () => {
  await openPage('<form id="play"></form>', "selection");
  location.hash = "#typed=7S";
  document.dispatchEvent(new Event("DOMContentLoaded"));
  assert.equal(location.hash, "");
});

test("the draft of a plan stays when the language is changed", async () => {
  const form = `<form id="language-form"><input name="next" value="/games/1/plans/?when=4D"></form>`;
  const draft = (chosen) => `<form class="plans-draft"><input type="radio" id="c-7S" ${chosen}></form>`;
  await openPage(draft("checked") + form, "selection");
  find("#language-form").dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(find("[name=next]").value, "/games/1/plans/?when=4D#chosen=c-7S");
  await openPage(draft(""), "selection");
  location.hash = "#chosen=c-7S";
  document.dispatchEvent(new Event("DOMContentLoaded"));
  assert.ok(find("#c-7S").checked);
});

test("the address keeps its search when it forgets what was chosen", async () => {
  await openPage(table(), "selection");
  history.replaceState(null, "", "/games/1/?when=4D#chosen=c-7S");
  document.dispatchEvent(new Event("DOMContentLoaded"));
  assert.equal(location.href, "https://cards.example.org/games/1/?when=4D");
});

test("without anything chosen, the address of the other language says nothing", async () => {
  const form = `<form id="language-form"><input name="next" value="/games/1/"></form>`;
  await openPage(table() + form, "selection");
  for (const id of ["play", "language-form"]) find(`#${id}`).dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(find("[name=next]").value, "/games/1/");
});

test("what the address says is chosen, as far as it is still there, and the address forgets it", async () => {
  await openPage(table({ card: "checked" }), "selection");
  location.hash = "#chosen=c-8S&chosen=&chosen=p-9C&chosen=p-4D";
  document.dispatchEvent(new Event("DOMContentLoaded"));
  assert.deepEqual(chosen(), ["c-8S", "p-4D"]);
  assert.equal(location.hash, "");
  document.dispatchEvent(new Event("DOMContentLoaded"));
  assert.deepEqual(chosen(), ["c-8S", "p-4D"]);
});
