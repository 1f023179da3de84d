import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage } from "./page.js";

async function open() {
  const page = await openPage('<div id="game" class="game is-waiting"></div><div id="beside"></div>');
  await page.run("beside");
  page.begun = 0;
  document.getElementById("beside").addEventListener("begun", () => {
    page.begun += 1;
  });
  page.show = (stage) => {
    const target = document.getElementById("game");
    const next = document.createElement("div");
    next.id = "game";
    next.className = `game is-${stage}`;
    document.dispatchEvent(new CustomEvent("live:swapping", { detail: { target, next } }));
    target.replaceWith(next);
    document.dispatchEvent(new CustomEvent("live:swapped"));
  };
  return page;
}

test("what is beside the table is fetched once, when the game begins", async () => {
  const page = await open();
  page.show("waiting");
  assert.equal(page.begun, 0);
  page.show("picking");
  assert.equal(page.begun, 1);
  page.show("playing");
  page.show("finished");
  assert.equal(page.begun, 1);
});

async function write(text) {
  await openPage(
    '<div id="beside"></div><div id="notes"><form><textarea>7</textarea></form></div><textarea></textarea>',
    "beside",
  );
  const notes = find("#notes textarea");
  notes.value = text;
  notes.dispatchEvent(new Event("input", { bubbles: true }));
}

function isAskedFirst() {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test("notes that are not saved are not left without a question", async () => {
  await write("78");
  assert.equal(isAskedFirst(), true);
});

test("notes that are saved, or as they were, are left without a question", async () => {
  await write("78");
  find("#notes form").dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(isAskedFirst(), false);
  await write("78");
  find("#notes textarea").value = "7";
  find("#notes textarea").dispatchEvent(new Event("input", { bubbles: true }));
  assert.equal(isAskedFirst(), false);
});

test("other texts and forms ask nothing and answer nothing", async () => {
  await write("7");
  find("body > textarea").value = "8";
  find("body > textarea").dispatchEvent(new Event("input", { bubbles: true }));
  assert.equal(isAskedFirst(), false);
  await write("78");
  document.body.dispatchEvent(new Event("submit", { bubbles: true }));
  assert.equal(isAskedFirst(), true);
});
