import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, point, press, send } from "./page.js";

const HAND = `
  <div id="live">
    <label data-box="0 300 50 70"><input type="radio" id="c-7S"><img class="card" alt="7S"></label>
    <label data-box="60 300 50 70"><input type="radio" id="c-8S"><img class="card" alt="8S"></label>
    <p id="elsewhere"></p>
  </div>`;

/** Open a hand whose cards can be dragged; `page.told` is what the script that asked was told. */
async function open() {
  const page = await openPage(HAND, "pointer-drag");
  page.told = [];
  find("#live").setPointerCapture = (pointer) => page.told.push(`capture ${pointer}`);
  page.module.dragCards({
    cardAt: (pressed) => pressed.closest("label"),
    pickUp: (id) => page.told.push(`pick up ${id}`),
    move: (label, x, y) => page.told.push(`move ${page.module.inputOf(label).id} ${x} ${y}`),
    drop: (id, copy) => page.told.push(`drop ${id} ${copy.left} ${copy.top}`),
    putBack: () => page.told.push("put back"),
  });
  return page;
}

const card = (id) => find(`#${id}`).closest("label");
const press7 = () => point("pointerdown", card("c-7S"), 10, 310);
const moveTo = (x, y, more) => point("pointermove", document.body, x, y, more);
const isDragged = () => find(".drag-copy") !== null;

function click(detail) {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail });
  card("c-7S").dispatchEvent(event);
  return event;
}

test("a card that is dragged is followed by its copy until it is dropped", async () => {
  const page = await open();
  press7();
  moveTo(30, 200);
  assert.equal(find(".drag-copy img").alt, "7S");
  assert.equal(find(".drag-copy").style.width, "50px");
  assert.equal(find(".drag-copy").style.translate, "20px 190px");
  assert.ok(card("c-7S").classList.contains("is-dragged"));
  assert.ok(document.body.classList.contains("is-dragging"));
  find(".drag-copy").dataset.box = "20 190 50 70";
  point("pointerup", document.body, 30, 200);
  assert.deepEqual(page.told, ["capture 1", "pick up c-7S", "move c-7S 30 200", "drop c-7S 20 190"]);
  assert.equal(isDragged(), false);
  assert.equal(document.querySelector(".is-dragged, .is-dragging"), null);
});

test("a pointer that hardly moves taps", async () => {
  const page = await open();
  press7();
  moveTo(17, 310);
  point("pointerup", document.body, 17, 310);
  assert.deepEqual(page.told, []);
  assert.equal(click(1).defaultPrevented, false);
});

test("only the first pointer and its main button drag", async () => {
  const page = await open();
  for (const more of [{ isPrimary: false }, { button: 2 }]) {
    point("pointerdown", card("c-7S"), 10, 310, more);
    moveTo(30, 200);
  }
  press7();
  moveTo(30, 200, { pointerId: 2 });
  point("pointerdown", find("#elsewhere"), 10, 310);
  moveTo(30, 200);
  assert.deepEqual(page.told, []);
});

test("a pointer that was released outside the window drags nothing any more", async () => {
  const page = await open();
  press7();
  moveTo(30, 200, { buttons: 0 });
  moveTo(40, 200);
  assert.deepEqual(page.told, []);
});

test("a drag ends where its pointer was released unnoticed, and the card goes back", async () => {
  const page = await open();
  press7();
  moveTo(30, 200);
  moveTo(60, 200, { buttons: 0 });
  assert.equal(page.told.at(-1), "put back");
  assert.equal(document.querySelector(".drag-copy, .is-dragged, .is-dragging"), null);
  point("pointerdown", card("c-8S"), 70, 310);
  moveTo(90, 200);
  assert.equal(page.told.at(-1), "move c-8S 90 200");
});

test("while a card is dragged, another pointer that is pressed changes nothing", async () => {
  const page = await open();
  press7();
  moveTo(30, 200);
  for (const place of [find("#elsewhere"), card("c-8S")]) {
    point("pointerdown", place, 70, 310, { pointerId: 2 }); // a finger beside the mouse or a pen
    point("pointerup", place, 70, 310, { pointerId: 2 });
    assert.ok(isDragged());
    moveTo(60, 200);
    assert.equal(page.told.at(-1), "move c-7S 60 200");
  }
  point("pointerup", document.body, 60, 200);
  assert.match(page.told.at(-1), /^drop c-7S/);
  assert.equal(isDragged(), false);
});

test("Escape or a cancelled pointer puts the card back", async () => {
  for (const cancel of [() => press("Escape"), () => point("pointercancel", document.body)]) {
    const page = await open();
    press7();
    moveTo(30, 200);
    cancel();
    point("pointerup", document.body, 30, 200);
    assert.equal(page.told.at(-1), "put back");
    assert.equal(isDragged(), false);
  }
});

test("a card that goes away before the pointer moves is not picked up", async () => {
  const page = await open();
  press7();
  card("c-7S").remove();
  moveTo(30, 200);
  assert.deepEqual(page.told, []);
  assert.equal(isDragged(), false);
});

test("after Escape, the pointer that is still down picks nothing up", async () => {
  const page = await open();
  press7();
  moveTo(30, 200);
  press("Escape");
  moveTo(60, 200);
  assert.equal(page.told.at(-1), "put back");
  assert.equal(isDragged(), false);
});

test("no other script hears the Escape that ends a drag", async () => {
  await open();
  let heard = 0;
  document.addEventListener("keydown", () => {
    heard += 1;
  });
  press7();
  moveTo(30, 200);
  press("Escape");
  assert.equal(heard, 0);
  press("Escape");
  assert.equal(heard, 1);
});

test("the click that ends a drag chooses nothing, but one by the keyboard does", async () => {
  await open();
  press7();
  moveTo(30, 200);
  point("pointerup", document.body, 30, 200);
  assert.equal(click(1).defaultPrevented, true);
  assert.equal(click(0).defaultPrevented, false);
  press7();
  assert.equal(click(1).defaultPrevented, false);
});

test("the menu of a long press stays closed while a card is pressed", async () => {
  await open();
  const isMenuBlocked = () => send("contextmenu", null, document.body).defaultPrevented;
  assert.equal(isMenuBlocked(), false);
  press7();
  assert.equal(isMenuBlocked(), true);
  point("pointerup", document.body, 10, 310);
  assert.equal(isMenuBlocked(), false);
});

test("a drag goes on over a new table, and ends if that lacks the card", async () => {
  const page = await open();
  press7();
  moveTo(30, 200);
  send("live:swapped", null);
  assert.deepEqual(page.told.slice(2), ["move c-7S 30 200", "move c-7S 30 200"]);
  card("c-7S").remove();
  send("live:swapped", null);
  assert.equal(page.told.at(-1), "put back");
  assert.equal(isDragged(), false);
});
