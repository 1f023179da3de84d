import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, element, find, openPage, point, press, send } from "./page.js";

const card = (name, code, box, kind) => `
  <label data-box="${box}"><input type="${kind}" name="${name}" id="${name[0]}-${code}" value="${code}"
  ><span class="stack"><img class="card" alt="${code}"></span></label>`;
const PLAY = `
  <form id="play">
    <div class="felt"><div class="piles" data-box="0 0 400 200">
      ${card("pile", "4D", "10 10 50 70", "checkbox")}
      ${card("pile", "3C", "100 10 50 70", "checkbox")}
    </div></div>
    <div class="hand">
      ${card("card", "7S", "0 300 50 70", "radio")}
      ${card("card", "8S", "60 300 50 70", "radio")}
    </div>
    <p id="beside"></p>
  </form>`;
const TABLE = `<div id="live">${PLAY}</div>`;

const pictures = (selector) => Array.from(document.querySelectorAll(`${selector} .card`), ({ alt }) => alt);

async function open() {
  const page = await openPage(TABLE, "drag");
  find("#live").setPointerCapture = (pointer) => page.asked.push(`capture ${pointer}`);
  return page;
}

/** Press a card at 10, 310 and move the pointer over something, without releasing it. */
function drag(page, from, over) {
  page.under = over;
  point("pointerdown", from, 10, 310);
  point("pointermove", document.body, 200, 100);
}

function dragAndDrop(page, from, over) {
  drag(page, from, over);
  find(".drag-copy").dataset.box = "200 100 50 70";
  point("pointerup", document.body, 200, 100);
}

const label = (id) => find(`#${id}`).closest("label");

test("a card that is laid on a place takes along the cards that lie on it", async () => {
  const { module } = await open();
  const laid = new Map([
    ["a", "b"],
    ["x", "y"],
  ]);
  module.layOn(laid, "b", "c");
  assert.deepEqual(Object.fromEntries(laid), { a: "c", x: "y", b: "c" });
  module.layOn(laid, "c", "c");
  assert.equal(laid.has("c"), false);
});

test("a card dropped on the felt is kept by its middle, in parts of the felt", async () => {
  const { module } = await open();
  const felt = { left: 100, top: 50, width: 400, height: 200 };
  const card = { left: 275, top: 115, width: 50, height: 70 };
  assert.deepEqual(module.placeOnFelt(card, felt), { x: 0.5, y: 0.5, width: 0.125 });
});

test("a card dropped over the edge lies five pixels within the felt", async () => {
  const { module } = await open();
  const felt = { left: 0, top: 0, width: 400, height: 200 };
  const corner = module.placeOnFelt({ left: -30, top: -30, width: 50, height: 70 }, felt);
  assert.deepEqual([corner.x * 400, corner.y * 200], [30, 40]);
  const other = module.placeOnFelt({ left: 390, top: 190, width: 50, height: 70 }, felt);
  assert.deepEqual([other.x * 400, other.y * 200], [370, 160]);
});

test("less than eight pixels is a tap", async () => {
  const page = await open();
  page.under = label("p-4D");
  point("pointerdown", label("c-7S"), 10, 310);
  point("pointermove", document.body, 15, 315);
  assert.equal(find(".drag-copy"), null);
  point("pointermove", document.body, 18, 310);
  assert.notEqual(find(".drag-copy"), null);
});

test("a drag chooses its card, and a copy of it follows the pointer", async () => {
  const page = await open();
  drag(page, label("c-7S"), label("p-4D"));
  assert.deepEqual(chosen(), ["c-7S"]);
  assert.deepEqual(pictures(".drag-copy"), ["7S"]);
  assert.equal(find(".drag-copy").style.translate, "190px 90px");
  assert.equal(find(".drag-copy").style.transformOrigin, "10px 10px");
  assert.equal(find(".drag-copy").style.width, "50px");
  assert.ok(document.body.classList.contains("is-dragging"));
  assert.ok(label("p-4D").classList.contains("is-target"));
  assert.ok(label("c-7S").classList.contains("is-dragged"));
  assert.deepEqual(page.asked, ["capture 1"]);
});

test("a card dropped on a pile chooses it and stays there", async () => {
  const page = await open();
  dragAndDrop(page, label("c-7S"), label("p-4D"));
  assert.deepEqual(chosen(), ["p-4D", "c-7S"]);
  assert.deepEqual(pictures("#play .laid"), ["7S"]);
  assert.equal(find(".laid").parentElement.className, "stack");
  assert.ok(label("p-4D").contains(find(".laid")));
  assert.ok(label("c-7S").classList.contains("is-laid"));
  assert.equal(find(".drag-copy"), null);
  assert.equal(document.querySelectorAll(".is-target, .is-dragged, .is-dragging").length, 0);
});

test("a card dropped on a pile that was dropped lies where that lies", async () => {
  const page = await open();
  dragAndDrop(page, label("p-3C"), label("p-4D"));
  dragAndDrop(page, label("c-7S"), label("p-3C"));
  assert.ok(label("p-4D").contains(find(".laid")));
  assert.equal(document.querySelectorAll(".laid").length, 1);
});

test("a dropped card goes back when it is no longer chosen", async () => {
  const page = await open();
  dragAndDrop(page, label("c-7S"), label("p-4D"));
  find("#p-4D").click();
  assert.equal(find(".laid"), null);
  assert.equal(find(".is-laid"), null);
  find("#p-4D").click();
  assert.equal(find(".laid"), null);
});

test("a card dropped on the felt lies there alone", async () => {
  const page = await open();
  find("#p-4D").checked = true;
  dragAndDrop(page, label("c-7S"), find(".felt"));
  assert.deepEqual(chosen(), ["c-7S"]);
  const laid = find(".piles > .laid");
  assert.deepEqual(pictures(".laid"), ["7S"]);
  assert.equal(laid.style.left, "56.25%");
  assert.equal(laid.style.top, "67.5%");
  assert.equal(laid.style.width, "12.5%");
  assert.equal(laid.getAttribute("aria-hidden"), "true");
  assert.ok(label("c-7S").classList.contains("is-laid"));
  find("#p-4D").click();
  assert.equal(find(".laid"), null);
  find("#p-4D").click();
  assert.equal(find(".laid"), null);
});

test("a pile cannot be dropped on the felt, nor a card of the hand on another", async () => {
  const page = await open();
  dragAndDrop(page, label("p-4D"), find(".felt"));
  assert.deepEqual(chosen(), []);
  dragAndDrop(page, label("c-7S"), label("c-8S"));
  assert.deepEqual(chosen(), []);
});

test("a pile dropped on itself is not chosen", async () => {
  const page = await open();
  dragAndDrop(page, label("p-4D"), label("p-4D"));
  assert.deepEqual(chosen(), []);
});

test("a dropped card lies where it was dropped in the next table too", async () => {
  const page = await open();
  dragAndDrop(page, label("c-7S"), label("p-4D"));
  send("live:swapping", null);
  assert.equal(find(".laid, .is-laid"), null);
  send("live:swapped", null);
  assert.deepEqual(pictures("#p-4D + .stack .laid"), ["7S"]);
});

test("a drop beside everything leaves the choice as it was", async () => {
  const page = await open();
  find("#c-8S").checked = true;
  find("#p-3C").checked = true;
  dragAndDrop(page, label("c-7S"), find("#beside"));
  assert.deepEqual(chosen(), ["p-3C", "c-8S"]);
});

test("Escape cancels a drag and reaches nobody else", async () => {
  const page = await open();
  const heard = [];
  document.addEventListener("keydown", ({ key }) => heard.push(key));
  drag(page, label("c-7S"), label("p-4D"));
  press("Escape");
  assert.equal(find(".is-target"), null);
  assert.deepEqual(heard, []);
  assert.deepEqual(chosen(), []);
  assert.equal(find(".drag-copy"), null);
  press("Escape");
  assert.deepEqual(heard, ["Escape"]);
});

test("a drag that the browser cancels leaves the choice as it was", async () => {
  const page = await open();
  drag(page, label("c-7S"), label("p-4D"));
  point("pointercancel", document.body);
  assert.deepEqual(chosen(), []);
  point("pointermove", document.body, 300, 300);
  assert.equal(find(".drag-copy"), null);
});

test("the click that ends a drag is no tap, and the next one is", async () => {
  const page = await open();
  const heard = [];
  document.addEventListener("click", () => heard.push("click"));
  const click = () => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
    label("p-3C").dispatchEvent(event);
    return event.defaultPrevented;
  };
  dragAndDrop(page, label("c-7S"), label("p-4D"));
  assert.ok(click());
  assert.deepEqual(heard, []);
  point("pointerdown", label("p-3C"));
  point("pointerup", label("p-3C"));
  assert.ok(!click());
});

test("a second finger and the right button drag nothing", async () => {
  const page = await open();
  page.under = label("p-4D");
  for (const more of [{ isPrimary: false }, { button: 2 }]) {
    point("pointerdown", label("c-7S"), 10, 310, more);
    point("pointermove", document.body, 200, 100, more);
  }
  assert.equal(find(".drag-copy"), null);
});

test("a press that the browser cancels starts no drag", async () => {
  const page = await open();
  page.under = label("p-4D");
  point("pointerdown", label("c-7S"), 10, 310);
  point("pointercancel", document.body);
  point("pointermove", document.body, 200, 100);
  assert.equal(find(".drag-copy"), null);
});

test("another pointer does not move the card", async () => {
  const page = await open();
  drag(page, label("c-7S"), label("p-4D"));
  point("pointermove", document.body, 0, 0, { pointerId: 2 });
  point("pointerup", document.body, 0, 0, { pointerId: 2 });
  point("pointercancel", document.body, 0, 0, { pointerId: 2 });
  assert.equal(find(".drag-copy").style.translate, "190px 90px");
});

test("a press that was released outside the window starts no drag", async () => {
  const page = await open();
  page.under = label("p-4D");
  point("pointerdown", label("c-7S"), 10, 310);
  point("pointermove", document.body, 200, 100, { buttons: 0 });
  assert.equal(find(".drag-copy"), null);
});

test("while a card is pressed, no menu opens", async () => {
  await open();
  const opens = () => send("contextmenu", null, find("#play")).defaultPrevented;
  assert.ok(!opens());
  point("pointerdown", label("c-7S"));
  assert.ok(opens());
  point("pointerup", label("c-7S"));
  assert.ok(!opens());
});

test("a drag goes on over a table that is swapped in, while its card is there", async () => {
  const page = await open();
  drag(page, label("c-7S"), label("p-4D"));
  send("live:swapping", {});
  find("#play").replaceWith(element(PLAY));
  page.under = label("p-3C");
  send("live:swapped", null);
  assert.equal(find(".drag-copy").style.translate, "190px 90px");
  assert.ok(label("c-7S").classList.contains("is-dragged"));
  assert.ok(label("p-3C").classList.contains("is-target"));
  label("c-7S").remove();
  send("live:swapped", null);
  assert.equal(find(".drag-copy"), null);
});
