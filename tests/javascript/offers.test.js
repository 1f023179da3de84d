import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage } from "./page.js";

const PAGE = `
  <form>
    <input type="radio" name="players" value="2" id="two" checked>
    <input type="radio" name="players" value="4" id="four">
    <select id="partners" data-seats="4"></select>
    <select id="deal" data-seats="2 3"></select>
    <input id="name">
  </form>`;

const left = () => Array.from(document.querySelectorAll(":disabled"), ({ id }) => id);

test("options that do not exist for the chosen number of players are not sent", async () => {
  await openPage(PAGE, "offers");
  find("#four").click();
  assert.deepEqual(left(), ["deal"]);
  find("#two").click();
  assert.deepEqual(left(), ["partners"]);
});

test("the form is right from the beginning", async () => {
  await openPage(PAGE, "offers");
  window.dispatchEvent(new Event("pageshow"));
  assert.deepEqual(left(), ["partners"]);
});

test("a form without a number of players sends everything", async () => {
  await openPage(PAGE.replaceAll("players", "other"), "offers");
  window.dispatchEvent(new Event("pageshow"));
  assert.deepEqual(left(), []);
});

test("another choice changes nothing", async () => {
  await openPage(PAGE, "offers");
  find("#name").dispatchEvent(new Event("change", { bubbles: true }));
  assert.deepEqual(left(), []);
});
