import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, find, openPage, point, press } from "./page.js";

const TABLE = `
  <form id="play">
    <label><input type="radio" name="card" id="c-7S"></label>
    <label><input type="radio" name="card" id="c-8S"></label>
    <label><input type="checkbox" name="pile" id="p-4D"></label>
    <label><input type="checkbox" name="pile" id="p-3C"></label>
    <input id="typed" name="move">
    <div id="composer"><button type="button" class="action" id="do-take">Take</button></div>
    <a data-reset id="reset" href="#">Reset</a>
  </form>
  <button type="button" data-help id="ask">?</button>
  <dialog id="help"><input type="checkbox" id="single-keys"><p>Help</p></dialog>`;

function noteClicks() {
  const clicked = [];
  document.addEventListener("click", ({ target }) => clicked.push(target.id));
  return clicked;
}

test("digits stand for cards of the hand, letters for piles", async () => {
  const { module } = await openPage(TABLE, "keys");
  assert.deepEqual(module.chosenBy("1"), { name: "card", place: 0 });
  assert.deepEqual(module.chosenBy("9"), { name: "card", place: 8 });
  assert.deepEqual(module.chosenBy("a"), { name: "pile", place: 0 });
  assert.deepEqual(module.chosenBy("z"), { name: "pile", place: 25 });
  for (const key of ["0", "é", "-", " "]) assert.equal(module.chosenBy(key), null);
});

test("a key chooses its card, and again unchooses it", async () => {
  await openPage(TABLE, "keys");
  const changed = [];
  document.addEventListener("change", ({ target }) => changed.push(target.id));
  press("2");
  press("B");
  assert.deepEqual(chosen(), ["c-8S", "p-3C", "single-keys"]);
  assert.equal(document.activeElement.id, "p-3C");
  press("b");
  assert.deepEqual(chosen(), ["c-8S", "single-keys"]);
  assert.deepEqual(changed, ["c-8S", "p-3C", "p-3C"]);
});

test("a key without a card, or with Ctrl, Alt or Meta, is left to the browser", async () => {
  await openPage(TABLE, "keys");
  assert.ok(!press("5").defaultPrevented);
  for (const held of ["ctrlKey", "altKey", "metaKey"]) {
    assert.ok(!press("a", document.body, { [held]: true }).defaultPrevented);
  }
  assert.deepEqual(chosen(), ["single-keys"]);
});

test("what is typed into a field chooses nothing", async () => {
  await openPage(TABLE, "keys");
  press("1", find("#typed"));
  assert.deepEqual(chosen(), ["single-keys"]);
});

test("a key held down acts once", async () => {
  await openPage(TABLE, "keys");
  press("a");
  assert.ok(press("a", document.body, { repeat: true }).defaultPrevented);
  assert.deepEqual(chosen(), ["p-4D", "single-keys"]);
});

test("Escape resets", async () => {
  await openPage(TABLE, "keys");
  const clicked = noteClicks();
  press("Escape");
  assert.deepEqual(clicked, ["reset"]);
});

test("Enter presses the main button, and without one it does nothing", async () => {
  await openPage(TABLE, "keys");
  const clicked = noteClicks();
  press("Enter");
  assert.deepEqual(clicked, []);
  find("#do-take").classList.add("is-main");
  press("Enter");
  assert.deepEqual(clicked, ["do-take"]);
});

test("Enter on a link is left to the browser", async () => {
  await openPage(TABLE, "keys");
  find("#do-take").classList.add("is-main");
  assert.ok(!press("Enter", find("#reset")).defaultPrevented);
});

test("with two readings, Enter goes to the first of their buttons", async () => {
  await openPage(`${TABLE}<div id="choices"><button id="one">One</button></div>`, "keys");
  press("Enter");
  assert.equal(document.activeElement.id, "one");
});

test("Enter waits until the buttons say what the chosen cards do", async () => {
  const page = await openPage(TABLE, "keys");
  const clicked = noteClicks();
  find("#do-take").classList.add("is-main");
  find("#composer").setAttribute("data-asking", "");
  press("Enter");
  await page.clock.pass(100);
  assert.deepEqual(clicked, []);
  find("#composer").removeAttribute("data-asking");
  await page.clock.pass(20);
  assert.deepEqual(clicked, ["do-take"]);
});

for (const [name, act] of [
  ["another key", () => press("x")],
  ["a tap", () => point("pointerdown", find("#c-8S"))],
]) {
  test(`${name} takes back an Enter that waits`, async () => {
    const page = await openPage(TABLE, "keys");
    const clicked = noteClicks();
    find("#do-take").classList.add("is-main");
    find("#composer").setAttribute("data-asking", "");
    press("Enter");
    act();
    find("#composer").removeAttribute("data-asking");
    await page.clock.pass(100);
    assert.deepEqual(clicked, []);
  });
}

test("? opens the help, where keys choose nothing", async () => {
  await openPage(TABLE, "keys");
  press("?");
  assert.ok(find("#help").open);
  press("1");
  assert.deepEqual(chosen(), ["single-keys"]);
});

test("the help opens by its button and closes by a click beside it", async () => {
  await openPage(TABLE, "keys");
  find("#ask").click();
  assert.ok(find("#help").open);
  find("#help p").click();
  assert.ok(find("#help").open);
  find("#help").click();
  assert.ok(!find("#help").open);
});

test("keys of a single character can be switched off, and the browser remembers it", async () => {
  await openPage(TABLE, "keys");
  find("#single-keys").click();
  press("1");
  assert.deepEqual(chosen(), []);
  assert.equal(localStorage.getItem("single-keys-off"), "yes");
  find("#single-keys").click();
  press("1");
  assert.deepEqual(chosen(), ["c-7S", "single-keys"]);
  assert.equal(localStorage.getItem("single-keys-off"), null);
});

test("the page shows which key is which card while keys are used", async () => {
  await openPage(TABLE, "keys");
  press("1");
  assert.ok(document.body.classList.contains("by-keys"));
  point("pointerdown", document.body);
  assert.ok(!document.body.classList.contains("by-keys"));
  find("#single-keys").click();
  find("#single-keys").click();
  assert.ok(document.body.classList.contains("by-keys"));
});

test("Enter keeps the secret card that is chosen, unless the focus is outside of the cards", async () => {
  await openPage(
    `<main tabindex="-1"><form id="pick"><input type="radio" name="card" id="s-7H" checked>
      <div class="pick-send"><button type="button" id="keep" class="button-main">Pick this card</button></div></form></main>
    <input type="checkbox" id="sounds">
    <dialog id="help"><input type="checkbox" id="single-keys"></dialog>`,
    "keys",
  );
  const clicked = noteClicks();
  press("Enter", find("#s-7H"));
  press("Enter");
  press("Enter", find("main")); // a click on a card focuses what it is in, where radio buttons are not focused
  press("Enter", find("#sounds"));
  assert.deepEqual(clicked, ["keep", "keep", "keep"]);
});

test("a key that another script has taken does nothing here", async () => {
  await openPage(TABLE, "keys");
  document.addEventListener("keydown", (event) => event.preventDefault(), { capture: true });
  press("a");
  assert.deepEqual(chosen(), ["single-keys"]);
});

test("keys that were switched off stay off on the next page, and mark no card", async () => {
  const page = await openPage(TABLE);
  localStorage.setItem("single-keys-off", "yes");
  await page.run("keys");
  press("a");
  assert.deepEqual(chosen(), []);
  assert.ok(!document.body.classList.contains("by-keys"));
});
