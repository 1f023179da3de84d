import assert from "node:assert/strict";
import { test } from "node:test";
import { element, find, openPage } from "./page.js";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const FORM = '<form><input type="hidden" name="time_zone"></form>';
const submit = () => find("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));

test("a form that creates a player is sent with the time zone of the browser", async () => {
  await openPage(FORM, "time-zone");
  submit();
  assert.equal(find("input").value, ZONE);
});

test("so is a form that was swapped in later, even if its script stops the event", async () => {
  await openPage("", "time-zone");
  document.body.append(element(FORM));
  find("form").addEventListener("submit", (event) => event.stopPropagation());
  submit();
  assert.equal(find("input").value, ZONE);
});

test("a list of time zones keeps what the visitor chose", async () => {
  await openPage('<form><select name="time_zone"><option value="Asia/Tokyo"></option></select></form>', "time-zone");
  submit();
  assert.equal(find("select").value, "Asia/Tokyo");
});
