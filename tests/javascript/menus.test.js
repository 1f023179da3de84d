import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, press, settle } from "./page.js";

const PAGE = `
  <details class="menu" id="menu" open><summary>Menu</summary><a id="inside">Link</a></details>
  <main tabindex="-1"><details class="quit" id="quit"><summary>Quit</summary><div class="quit-box"><p>Sure?</p><a data-close href="/">No</a></div></details></main>
  <details class="other" id="other" open><summary>Other</summary></details>
  <p>Beside</p>`;

const open = () => Array.from(document.querySelectorAll("details[open]"), ({ id }) => id);

test("Escape closes an open box, goes to its summary and reaches nobody else", async () => {
  await openPage(PAGE, "menus");
  const heard = [];
  document.addEventListener("keydown", ({ key }) => heard.push(key));
  press("Escape");
  assert.deepEqual(open(), ["other"]);
  assert.equal(document.activeElement.textContent, "Menu");
  assert.deepEqual(heard, []);
  press("Escape");
  assert.deepEqual(heard, ["Escape"]);
});

test("other keys leave a box open", async () => {
  await openPage(PAGE, "menus");
  press("a");
  assert.deepEqual(open(), ["menu", "other"]);
});

test("a click outside closes a box, a click inside does not", async () => {
  await openPage(PAGE, "menus");
  find("#inside").click();
  assert.deepEqual(open(), ["menu", "other"]);
  find("body > p").click();
  assert.deepEqual(open(), ["other"]);
});

test("a box closes when the focus leaves it, and not while it moves inside", async () => {
  await openPage(PAGE, "menus");
  find("#inside").href = "/";
  find("#inside").focus();
  assert.deepEqual(open(), ["menu", "other"]);
  find("#other summary").focus();
  assert.deepEqual(open(), ["other"]);
});

test("a press on the words of a box, which focuses what it is in, leaves it open", async () => {
  await openPage(PAGE, "menus");
  find("#quit").open = true;
  find("main").focus();
  assert.equal(find("#quit").open, true);
});

test("the button that closes a box leads nowhere", async () => {
  await openPage(PAGE, "menus");
  find("#quit").open = true;
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  find("[data-close]").dispatchEvent(event);
  assert.ok(event.defaultPrevented);
  assert.deepEqual(open(), ["other"]);
  assert.equal(document.activeElement.textContent, "Quit");
});

test("a box that asks about quitting is scrolled into view when it opens", async () => {
  await openPage(PAGE, "menus");
  const scrolled = [];
  find(".quit-box").scrollIntoView = () => scrolled.push("quit");
  find("#quit").open = true; // fires "toggle", and so does closing it
  await settle();
  assert.deepEqual(scrolled, ["quit"]);
  find("#quit").open = false;
  await settle();
  assert.deepEqual(scrolled, ["quit"]);
});
