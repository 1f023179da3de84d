import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage } from "./page.js";

test("a setting of the table takes effect at once", async () => {
  await openPage('<form id="table-settings"><input type="checkbox" name="sounds"></form>', "table-settings");
  find("input").click();
  assert.equal(document.body.dataset.sounds, "on");
  find("input").click();
  assert.equal(document.body.dataset.sounds, "off");
});

test("another box changes no setting", async () => {
  await openPage('<input type="checkbox" name="sounds">', "table-settings");
  find("input").click();
  assert.equal(document.body.dataset.sounds, undefined);
});

test("one button mutes the sounds, by the switch of the menu", async () => {
  const sounds = '<form id="table-settings"><input type="checkbox" name="sounds" checked></form>';
  await openPage(`<button id="sounds-button" aria-pressed="true"></button>${sounds}`, "table-settings");
  find("#sounds-button").click();
  assert.equal(find("[name=sounds]").checked, false);
  assert.equal(document.body.dataset.sounds, "off");
  assert.equal(find("#sounds-button").getAttribute("aria-pressed"), "false");
});
