import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.js";

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
