import assert from "node:assert/strict";
import { test } from "node:test";
import { element, openPage } from "./page.js";

const TABLE = `
  <div id="game" class="game" data-version="3" data-seen="2" data-base="3 en 0">
    <input id="poll" value="3"><input id="seen" value="2">
    <b id="points">1</b>
    <ul id="latest"><li id="event-2">two</li><li id="event-1">one</li></ul>
    <table><tbody><tr><td id="seen-7S">7</td></tr></tbody></table>
    <template id="picture"></template>
  </div>`;
const AROUND = '<div id="game" class="game" data-version="4" data-seen="3" data-base="4 en 0"></div>';

const changes = (inside, { from = "3 en 0", version = 4 } = {}) =>
  `<div id="changes" data-from="${from}" data-version="${version}">${inside}` +
  `<template data-attributes>${AROUND}</template></div>`;

async function open(table = TABLE) {
  const { module } = await openPage("", "changes");
  module.keepCopy(element(table));
  const put = (...sent) => module.putInto(module.readChanges(changes(...sent)));
  return { module, put, built: (...sent) => element(put(...sent)) };
}

test("parts take the place of the old ones, and the numbers follow the table", async () => {
  const { built } = await open();
  const table = built('<template><b id="points">2</b></template><template><td id="seen-7S">x</td></template>');
  assert.equal(table.querySelector("#points").textContent, "2");
  assert.equal(table.querySelector("tr #seen-7S").textContent, "x");
  assert.equal(table.dataset.base, "4 en 0");
  assert.equal(table.getAttribute("hx-swap-oob"), "morph");
  assert.equal(table.querySelector("#poll").getAttribute("value"), "4");
  assert.equal(table.querySelector("#seen").getAttribute("value"), "3");
});

test("a list holds what it is said to hold, new and old, in that order", async () => {
  const { built } = await open();
  const list = '<template data-holds="event-3 event-2"><ul id="latest" class="new"></ul></template>';
  const { children, className } = built(`<template><li id="event-3">three</li></template>${list}`).querySelector(
    "#latest",
  );
  assert.deepEqual(
    [...children].map((item) => item.textContent),
    ["three", "two"],
  );
  assert.equal(className, "new");
});

test("a list that holds nothing any more is empty", async () => {
  const { built } = await open();
  const list = '<template data-holds=""><p id="latest">None.</p></template>';
  assert.equal(built(list).querySelector("p#latest").textContent, "None.");
});

test("an attribute that is gone is taken away", async () => {
  const { built } = await open(TABLE.replace('id="points"', 'id="points" hidden'));
  assert.ok(!built('<template data-attributes><b id="points"></b></template>').querySelector("#points").hidden);
});

test("a list that holds the same gets new attributes only", async () => {
  const { built } = await open();
  const latest = built('<template data-attributes><ul id="latest" class="new"></ul></template>').querySelector(
    "#latest",
  );
  assert.equal(latest.className, "new");
  assert.equal(latest.children.length, 2);
});

test("what is inside a template is a part like any other", async () => {
  const { built } = await open();
  const table = built('<template><template id="picture"><img src="7S.svg"></template></template>');
  assert.ok(table.querySelector("#picture").content.querySelector("img"));
});

test("changes to another table are not put in", async () => {
  const { put } = await open();
  assert.equal(put("", { from: "2 en 0" }), null);
  assert.equal(put("", { from: "3 en 1" }), null);
  assert.equal(put('<template data-holds="event-9"><ul id="latest"></ul></template>'), null);
  assert.equal(put('<template data-attributes><ul id="older"></ul></template>'), null);
});

test("a table that answers what was sent takes no changes", async () => {
  const { put } = await open(TABLE.replace(' data-base="3 en 0"', ""));
  assert.equal(put(""), null);
});

test("changes that the table shows already are left out", async () => {
  const { put } = await open();
  assert.equal(put("", { from: "2 en 0", version: 3 }), "");
  assert.equal(put("", { from: "1 en 0", version: 2 }), "");
});

test("the tenth version is newer than the ninth", async () => {
  const { built, put } = await open(TABLE.replace('data-version="3"', 'data-version="9"'));
  assert.equal(built("", { version: 10 }).dataset.base, "4 en 0");
  assert.equal(put("", { from: "9 en 0", version: 8 }), "");
});

test("the copy stays as it was until it is replaced", async () => {
  const { built } = await open();
  built('<template><b id="points">2</b></template>');
  assert.equal(built("").querySelector("#points").textContent, "1");
});

test("other messages are not changes", async () => {
  const { module } = await open();
  assert.equal(module.readChanges(TABLE.trim()), null);
  assert.equal(module.readChanges(""), null);
});
