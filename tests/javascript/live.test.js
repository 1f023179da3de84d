import assert from "node:assert/strict";
import { test } from "node:test";
import { game, open, receive, said, submit } from "./live-page.js";
import { element, find, openPage, send, settle } from "./page.js";

test("an older version never replaces a newer one", async () => {
  await open({ version: 10 });
  assert.ok(!(await receive({ version: 9 })));
  assert.ok(await receive({ version: 10 }));
  assert.ok(await receive({ version: 11 }));
});

test("of a table that comes too late, other scripts hear", async () => {
  await open({ version: 10 });
  const heard = [];
  document.addEventListener("live:overtaken", ({ detail }) => heard.push(detail.older.dataset.version));
  await receive({ version: 9 });
  await receive({ version: 10 });
  assert.deepEqual(heard, ["9"]);
});

test("the notice of a lost connection stays in a table that is swapped in", async () => {
  const page = await open();
  send("htmx:wsClose", { event: { code: 1006 } });
  await page.clock.pass(4000);
  await receive({ version: 4 });
  assert.equal(said(), "Lost.");
});

test("boxes that the visitor opened or closed stay so", async () => {
  const boxes = '<details id="a" open></details><details id="b"></details>';
  await open({ more: boxes });
  find("#a").open = false;
  find("#b").open = true;
  await receive({ version: 4, more: boxes });
  assert.deepEqual([find("#a").open, find("#b").open], [false, true]);
});

test("the box that asks about quitting closes with the answer to a move", async () => {
  await open({ more: '<details id="quitting" open></details>' });
  await receive({ version: 4, more: '<details id="quitting"></details>' });
  assert.ok(find("#quitting").open);
  send("htmx:wsOpen");
  submit();
  await receive({ version: 5, more: '<details id="quitting"></details>' });
  assert.ok(!find("#quitting").open);
});

test("the open tab of the trackers stays open", async () => {
  const tabs = (first, second) => `
    <div class="tabs"><input type="radio" name="tab" id="t1" ${first}><input type="radio" name="tab" id="t2" ${second}></div>`;
  await open({ more: tabs("checked", "") });
  find("#t2").checked = true;
  await receive({ version: 4, more: tabs("checked", "") });
  assert.ok(find("#t2").hasAttribute("checked"));
  assert.ok(!find("#t1").hasAttribute("checked"));
});

test("the count of a deck brings the table back once, whatever tab is open", async () => {
  const tabs = (deck) => `
    <div class="tabs"><input type="radio" name="tab" id="t1" checked><input type="radio" name="tab" id="t2"></div>
    ${deck ? `<details class="counted" id="counted-${deck}" open></details>` : ""}`;
  const isKept = () => find("#t2").hasAttribute("checked");
  await open({ more: tabs(0) });
  find("#t2").checked = true;
  await receive({ version: 4, more: tabs(1) });
  assert.ok(!isKept());
  find("#t2").checked = true;
  await receive({ version: 5, more: tabs(1) });
  assert.ok(isKept());
  find("#t2").checked = true;
  await receive({ version: 6, more: tabs(2) });
  assert.ok(!isKept());
});

test("the focus of a visitor who is elsewhere is left where it is", async () => {
  await open();
  await receive({ version: 4 });
  assert.equal(document.activeElement, document.body);
});

test("the end of a game moves neither the focus nor the page: another script does", async () => {
  const strip = '<ol id="last-move"></ol>';
  await open({ more: strip });
  let scrolls = 0;
  globalThis.scrollTo = () => {
    scrolls += 1;
  };
  find("#take").focus();
  await receive({ version: 4, stage: "is-over", more: `${strip}<section id="result"></section>` });
  assert.equal(document.activeElement, document.body);
  assert.equal(scrolls, 0);
});

test("a refusal that is told already is told again", async () => {
  const more = '<p id="refusal">No.</p>';
  await open({ more });
  const target = find("#game");
  await receive({ more });
  assert.equal(target.querySelector("#refusal"), null);
});

test("when the focused button is gone, the focus goes to the headline", async () => {
  await open();
  find("#take").focus();
  await receive({ version: 4 });
  assert.equal(document.activeElement.id, "headline");
});

for (const [state, focused] of [
  ["", "take"],
  ["disabled", "headline"],
]) {
  test(`after a morph, the focus is on the ${focused} if the button is ${state || "enabled"}`, async () => {
    await open();
    find("#take").focus();
    const swapped = receive({ version: 4 });
    find("#take").focus(); // a morph keeps the element, and so the focus
    find("#take").toggleAttribute("disabled", state !== "");
    await swapped;
    assert.equal(document.activeElement.id, focused);
  });
}

test("a focus outside the table stays where it is", async () => {
  await open();
  document.body.insertAdjacentHTML("beforeend", '<button id="outside"></button>');
  find("#outside").focus();
  await receive({ version: 4 });
  assert.equal(document.activeElement.id, "outside");
});

test("a question between two readings gets the focus", async () => {
  await open();
  await receive({ version: 4, more: '<div id="choices"><button id="one"></button></div>' });
  assert.equal(document.activeElement.id, "one");
});

test("the next stage of a game begins at the top of the page", async () => {
  await open();
  let scrolled = 0;
  globalThis.scrollTo = (...where) => {
    assert.deepEqual(where, [0, 0]);
    scrolled += 1;
  };
  await receive({ version: 4, stage: "to-move-1 four-colours" });
  assert.equal(scrolled, 0);
  await receive({ version: 5, stage: "is-finished" });
  assert.equal(scrolled, 1);
});

test("the picked card is shown from the top of the page", async () => {
  await open({ more: '<form id="pick"></form>' });
  let scrolled = 0;
  globalThis.scrollTo = () => {
    scrolled += 1;
  };
  await receive({ version: 4, more: '<form id="pick"></form>' });
  assert.equal(scrolled, 0);
  await receive({ version: 5 });
  assert.equal(scrolled, 1);
});

test("the newest captures are in view, from the beginning and after each swap", async () => {
  const page = await openPage(`<div id="live">${game()}</div><ul class="captures"></ul>`);
  const list = find(".captures");
  Object.defineProperty(list, "scrollHeight", { value: 300 });
  await page.run("live");
  assert.equal(list.scrollTop, 300);
  list.scrollTop = 0;
  await receive({ version: 4 });
  assert.equal(list.scrollTop, 300);
});

test("other scripts hear of a swap before and after it", async () => {
  await open();
  const heard = [];
  document.addEventListener("live:swapping", ({ detail }) => {
    heard.push(`${detail.target.dataset.version} to ${detail.next.dataset.version}`);
  });
  document.addEventListener("live:swapped", () => heard.push(`at ${find("#game").dataset.version}`));
  await receive({ version: 4 });
  assert.deepEqual(heard, ["3 to 4", "at 4"]);
});

test("a swap of something else is none of the table’s business", async () => {
  await open({ more: '<div id="hint"></div>' });
  const heard = [];
  document.addEventListener("live:swapping", () => heard.push("swap"));
  const fragment = document.createDocumentFragment();
  fragment.append(element('<div id="hint" data-version="1"></div>'));
  assert.ok(!send("htmx:oobBeforeSwap", { target: find("#hint"), fragment }).defaultPrevented);
  await settle();
  assert.deepEqual(heard, []);
});

test("a page that the browser kept asks for the current table", async () => {
  const page = await open();
  const shown = new Event("pageshow");
  window.htmx = htmx;
  window.dispatchEvent(shown);
  assert.deepEqual(page.asked, []);
  shown.persisted = true;
  window.dispatchEvent(shown);
  assert.deepEqual(page.asked, ["refresh #poll"]);
});

const changed = (from) =>
  `<div id="changes" data-from="${from}" data-version="4"><template><h1 id="headline">Their turn</h1></template>
  <template data-attributes><div id="game" data-version="4" data-seen="3" data-base="4"></div></template></div>`;

test("changes from the socket are put in and swapped in like a table", async () => {
  const page = await openPage(
    `<div id="live">${game().replace('data-seen="2"', 'data-seen="2" data-base="3"')}</div>`,
    "live",
  );
  const event = send("htmx:wsBeforeMessage", { message: changed("3") });
  assert.ok(event.defaultPrevented);
  assert.equal(page.asked.length, 1);
  const next = element(page.asked[0].replace("swap ", ""));
  assert.equal(next.dataset.version, "4");
  assert.equal(next.querySelector("#headline").textContent, "Their turn");
  assert.ok(next.querySelector("#play"));
});

test("for changes to another table, the whole is asked for", async () => {
  const page = await open();
  assert.ok(send("htmx:wsBeforeMessage", { message: changed("2") }).defaultPrevented);
  assert.deepEqual(page.asked, ["refresh poll"]);
  assert.equal(find("#poll").value, "");
});

test("changes that the table shows already ask for nothing", async () => {
  const page = await open({ version: 4 });
  assert.ok(send("htmx:wsBeforeMessage", { message: changed("3") }).defaultPrevented);
  assert.deepEqual(page.asked, []);
});

test("a whole table from the socket is left to htmx", async () => {
  const page = await open();
  assert.ok(!send("htmx:wsBeforeMessage", { message: game() }).defaultPrevented);
  assert.deepEqual(page.asked, []);
});

test("the table is kept as the server sent it, before a script has touched it", async () => {
  const page = await open();
  document.addEventListener("live:swapping", ({ detail }) => detail.next.setAttribute("data-touched", ""));
  const fragment = document.createDocumentFragment();
  fragment.append(element(game().replace('data-seen="2"', 'data-seen="2" data-base="3"')));
  send("htmx:oobBeforeSwap", { target: find("#game"), fragment }, find("#game"));
  await settle();
  send("htmx:wsBeforeMessage", { message: changed("3") });
  assert.match(page.asked[0], /^swap /);
  assert.ok(!page.asked[0].includes("data-touched"));
});
