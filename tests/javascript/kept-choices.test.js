import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, swap } from "./page.js";

const list = (options, name = 'id="level"') => `<div id="game"><select ${name}>${options}</select></div>`;
const OPTIONS = '<option value="easy" selected>Easy</option><option value="club">Club</option>';

test("a choice from a list stays when the page is swapped", async () => {
  await openPage(list(OPTIONS), "kept-choices");
  find("select").value = "club";
  swap(list(OPTIONS));
  assert.equal(find("select").value, "club");
  assert.equal(document.querySelectorAll("option[selected]").length, 1);
});

test("a list whose choice is gone shows another", async () => {
  await openPage(list(OPTIONS), "kept-choices");
  find("select").value = "club";
  swap(list('<option value="easy" selected>Easy</option>'));
  assert.equal(find("select").value, "easy");
});

test("a name that is half typed stays when the page is swapped", async () => {
  const page = '<div id="game"><input id="name-2" name="name"><input id="other" name="password"></div>';
  await openPage(page, "kept-choices");
  find("#name-2").value = "Am";
  find("#other").value = "secret";
  swap(page);
  assert.equal(find("#name-2").value, "Am");
  assert.equal(find("#other").value, "");
});

test("a list that the next page lacks is forgotten", async () => {
  await openPage(list(OPTIONS), "kept-choices");
  swap('<div id="game"></div>');
  assert.equal(find("select"), null);
});
