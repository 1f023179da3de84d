import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, settle } from "./page.js";

const table = (version, turn = "yes") => `
  <div id="game" data-turn="${turn}" data-version="${version}">
    <form id="play"><div id="composer" data-answers="/answers/"></div>
      <input type="radio" name="card" value="7S"><input type="radio" name="card" value="8S">
      <input type="checkbox" name="pile" value="4D"><input type="checkbox" name="pile" value="3C">
    </form>
  </div>`;
const answers = (version) =>
  JSON.stringify({ version, pieces: ["<p>Nothing.", "<p>7", "<p>captures."], answers: { "7S|": [1, 2], "|": [0] } });

/** Open a table, fetch the answers for its version, and choose cards by their values. */
async function open(version = 7) {
  const page = await openPage(table(version), "answers");
  page.fetched = page.module.fetchAnswers();
  await page.requests[0].answer({ text: answers(version) });
  return page;
}

function choose(...values) {
  for (const input of document.querySelectorAll("input")) input.checked = values.includes(input.value);
  return find("#play");
}

test("a choice is named by its cards and piles, in whatever order they were chosen", async () => {
  const { module } = await openPage(table(7), "answers");
  assert.equal(module.nameChoice(new FormData(choose())), "|");
  assert.equal(module.nameChoice(new FormData(choose("7S"))), "7S|");
  assert.equal(module.nameChoice(new FormData(choose("7S", "4D", "3C"))), "7S|3C 4D");
});

test("the answer to a choice is put together from its pieces", async () => {
  const { module, fetched } = await open();
  assert.equal(await fetched, true);
  assert.equal(module.findAnswer(choose("7S")), "<p>7<p>captures.");
  assert.equal(module.findAnswer(choose()), "<p>Nothing.");
});

test("the server is asked about a choice that has no answer", async () => {
  const { module } = await open();
  assert.equal(module.findAnswer(choose("8S", "4D")), null);
});

test("answers hold for the version of the table that they were made for", async () => {
  const { module } = await open();
  find("#game").dataset.version = "8";
  assert.equal(module.findAnswer(choose("7S")), null);
});

test("what is chosen is sent along, and a version is asked about once", async () => {
  const page = await openPage(table(7), "answers");
  choose("7S", "4D");
  page.module.fetchAnswers();
  assert.equal(await page.module.fetchAnswers(), false);
  assert.deepEqual(
    page.requests.map(({ method, address, body }) => [method, address, body]),
    [["POST", "/answers/", "card=7S&pile=4D"]],
  );
});

test("nothing is fetched while it is somebody else’s turn", async () => {
  const page = await openPage(table(7, "no"), "answers");
  assert.equal(await page.module.fetchAnswers(), false);
  assert.deepEqual(page.requests, []);
});

test("a new version gives up the question about the one before", async () => {
  const page = await openPage(table(7), "answers");
  const first = page.module.fetchAnswers();
  find("#game").dataset.version = "8";
  const second = page.module.fetchAnswers();
  assert.equal(await first, false);
  assert.deepEqual(
    page.requests.map((request) => request.isAborted()),
    [true, false],
  );
  await page.requests[1].answer({ text: answers(8) });
  assert.equal(await second, true);
});

test("without answers the page goes on as before", async () => {
  for (const end of [(request) => request.answer({ status: 429, text: answers(7) }), (request) => request.fail()]) {
    const page = await openPage(table(7), "answers");
    const fetched = page.module.fetchAnswers();
    await end(page.requests[0]);
    await settle();
    assert.equal(await fetched, false);
    assert.equal(page.module.findAnswer(choose("7S")), null);
  }
});
