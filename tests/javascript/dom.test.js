import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.js";

const HTML = '<p id="text" class="a">Text</p><button class="a"><i>Press</i></button><input id="box" type="checkbox">';

test("an element of another kind is not found", async () => {
  const { module } = await openPage(HTML, "dom");
  assert.equal(module.find("#text", HTMLInputElement), null);
  assert.equal(module.find("#box", HTMLInputElement).id, "box");
  assert.equal(module.findAll(".a", HTMLButtonElement).length, 1);
  assert.equal(module.findAll(".a", HTMLElement).length, 2);
});

test("what a page must have and lacks is an error", async () => {
  const { module } = await openPage(HTML, "dom");
  assert.throws(() => module.required(module.byId("nothing")), TypeError);
  assert.equal(module.required(0), 0);
});

test("the closest element is that on which an event happened, or one around it", async () => {
  const { module } = await openPage(HTML, "dom");
  const found = [];
  document.addEventListener("click", (event) => found.push(module.closest(event, "button")?.className));
  document.querySelector("i").click();
  document.querySelector("button").click();
  document.querySelector("p").click();
  document.dispatchEvent(new Event("click"));
  assert.deepEqual(found, ["a", "a", undefined, undefined]);
});

test("a choice is announced once, and only if it changes something", async () => {
  const { module } = await openPage(HTML, "dom");
  const box = module.byId("box");
  const heard = [];
  document.addEventListener("change", () => heard.push(box.checked));
  module.check(box, true);
  module.check(box, true);
  module.check(box, false);
  assert.deepEqual(heard, [true, false]);
});

test("values take the places of their names, and an unknown name stays", async () => {
  const { module } = await openPage(HTML, "dom");
  assert.equal(module.fill("{a} and {b}: {a}, {c}", { a: 0, b: "two" }), "0 and two: 0, {c}");
});
