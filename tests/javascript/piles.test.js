import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, swap } from "./page.js";

const table = (seen = 1, pile = "0 300 50 70") => `
  <div id="game" data-seen="${seen}">
    <div class="piles" data-box="0 100 300 200"><div class="pile is-changed" data-box="${pile}"></div></div>
  </div>`;
const box = { top: 100, bottom: 300 };

test("a pile that can be seen whole is not scrolled to", async () => {
  const { module } = await openPage("", "piles");
  assert.equal(module.scrollBy(box, { top: 112, bottom: 288 }), 0);
});

test("a pile above or below is scrolled to, with a margin", async () => {
  const { module } = await openPage("", "piles");
  assert.equal(module.scrollBy(box, { top: 60, bottom: 130 }), -52);
  assert.equal(module.scrollBy(box, { top: 240, bottom: 310 }), 22);
});

test("of a pile higher than the box, the top is shown", async () => {
  const { module } = await openPage("", "piles");
  assert.equal(module.scrollBy(box, { top: 120, bottom: 400 }), 8);
});

test("the newest pile is shown when the page opens and after each move", async () => {
  await openPage(table(), "piles");
  assert.equal(find(".piles").scrollTop, 82);
  swap(table(2, "0 240 50 70"));
  assert.equal(find(".piles").scrollTop, 22);
});

test("the same table again does not scroll", async () => {
  await openPage(table(), "piles");
  swap(table(1));
  assert.equal(find(".piles").scrollTop, 0);
});

test("the box says from the beginning that there is more", async () => {
  const page = await openPage(table(1, "0 150 50 70"));
  Object.defineProperties(find(".piles"), { scrollHeight: { value: 500 }, clientHeight: { value: 200 } });
  await page.run("piles");
  assert.ok(find(".piles").classList.contains("has-below"));
});

test("the box says that there is more above and below", async () => {
  await openPage(table(1, "0 150 50 70"), "piles");
  const piles = find(".piles");
  Object.defineProperties(piles, { scrollHeight: { value: 500 }, clientHeight: { value: 200 } });
  const look = (scrolled) => {
    piles.scrollTop = scrolled;
    piles.dispatchEvent(new Event("scroll"));
    return ["above", "below"].filter((where) => piles.classList.contains(`has-${where}`));
  };
  assert.deepEqual(look(0), ["below"]);
  assert.deepEqual(look(100), ["above", "below"]);
  assert.deepEqual(look(300), ["above"]);
  assert.deepEqual(look(290), ["above"]);
});
