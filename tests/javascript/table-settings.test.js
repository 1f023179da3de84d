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
