import assert from "node:assert/strict";
import { test } from "node:test";
import { element, find, openPage, send, settle } from "./page.js";

const game = ({ version = 3, seen = 2, stage = "is-playing", more = "" } = {}) => `
  <div id="game" class="game ${stage}" data-version="${version}" data-seen="${seen}">
    <input id="poll" type="hidden">
    <p id="connection" data-lost="Lost." data-retrying="Retrying." data-unsent="Unsent." data-failed="Failed."></p>
    <h1 id="headline" tabindex="-1">Your turn</h1>
    <form id="play" action="/games/1/"><input name="card" value="7S"><button name="action" value="take" id="take"></button></form>
    ${more}
  </div>`;

const open = (values) => openPage(`<div id="live">${game(values)}</div>`, "live");
const said = () => find("#connection").textContent;
const isBusy = () => find("#play").hasAttribute("aria-busy");

function submit() {
  const triggeringEvent = new Event("submit", { cancelable: true });
  triggeringEvent.submitter = find("#take");
  const parameters = {};
  const event = send("htmx:wsConfigSend", { parameters, triggeringEvent }, find("#play"));
  const isLeftToSocket = !event.defaultPrevented;
  assert.equal(triggeringEvent.defaultPrevented, !isLeftToSocket);
  return { parameters, isLeftToSocket };
}

/** Swap in a game as htmx does, unless live.js prevents it; return whether it was swapped in. */
async function receive(values) {
  const fragment = document.createDocumentFragment();
  fragment.append(element(game(values)));
  const next = fragment.firstElementChild;
  const target = find("#game");
  const event = send("htmx:oobBeforeSwap", { target, fragment }, target);
  if (!event.defaultPrevented) target.replaceWith(next);
  await settle();
  return !event.defaultPrevented;
}

test("a move goes over the open socket, with the button that sent it", async () => {
  const page = await open();
  send("htmx:wsOpen");
  const seen = [];
  document.addEventListener("live:sent", ({ detail }) => seen.push(detail.seen));
  const { parameters, isLeftToSocket } = submit();
  assert.ok(isLeftToSocket);
  assert.deepEqual(parameters, { action: "take" });
  assert.deepEqual(seen, ["2"]);
  assert.ok(isBusy());
  assert.equal(page.requests.length, 0);
});

test("while the socket is closed, a move is posted", async () => {
  const page = await open();
  assert.ok(!submit().isLeftToSocket);
  assert.deepEqual(
    page.requests.map(({ address, method, body }) => [address, method, body]),
    [["/games/1/", "POST", "card=7S&action=take"]],
  );
  assert.deepEqual(page.requests[0].headers, { "HX-Request": "true" });
  assert.equal(find("#play").getAttribute("aria-busy"), "true");
});

test("after the socket has closed, a move is posted", async () => {
  const page = await open();
  send("htmx:wsOpen");
  send("htmx:wsClose", { event: { code: 1006 } });
  assert.ok(!submit().isLeftToSocket);
  assert.equal(page.requests.length, 1);
});

test("a button without a name adds nothing to a move", async () => {
  const page = await open();
  find("#take").removeAttribute("name");
  assert.deepEqual(submit().parameters, {});
  assert.equal(page.requests[0].body, "card=7S");
});

test("a move that the socket does not answer in three seconds is posted", async () => {
  const page = await open();
  send("htmx:wsOpen");
  submit();
  await page.clock.pass(2999);
  assert.equal(page.requests.length, 0);
  await page.clock.pass(1);
  assert.equal(page.requests.length, 1);
});

test("until a move is answered, no other is sent", async () => {
  const page = await open();
  submit();
  assert.ok(!submit().isLeftToSocket);
  assert.equal(page.requests.length, 1);
});

test("the table that answers a move ends the waiting for it", async () => {
  const page = await open();
  send("htmx:wsOpen");
  submit();
  await receive({ version: 4, seen: 3 });
  assert.ok(!isBusy());
  await page.clock.pass(5000);
  assert.equal(page.requests.length, 0);
});

test("each move has its own three seconds", async () => {
  const page = await open();
  send("htmx:wsOpen");
  submit();
  await page.clock.pass(2000);
  await receive({ version: 4, seen: 3 });
  submit();
  await page.clock.pass(2000);
  assert.equal(page.requests.length, 0);
  await page.clock.pass(1000);
  assert.equal(page.requests.length, 1);
});

test("the same table again does not answer a move", async () => {
  const page = await open();
  send("htmx:wsOpen");
  submit();
  await receive();
  await page.clock.pass(5000);
  assert.equal(page.requests.length, 1);
});

test("a refusal or a question answers a move, and so does one more move or a version", async () => {
  const { module } = await open();
  const answers = (values) => module.answersWaiting(element(game()), element(game(values)));
  assert.ok(!answers({}));
  assert.ok(answers({ seen: 3 }));
  assert.ok(answers({ version: 4 }));
  assert.ok(answers({ more: '<p id="refusal"></p>' }));
  assert.ok(answers({ more: '<p id="choices"></p>' }));
});

for (const status of [200, 409, 422, 429]) {
  test(`the answer ${status} to a post is swapped in`, async () => {
    const page = await open();
    submit();
    await page.requests[0].answer({ status, text: "table" });
    assert.deepEqual(page.asked, ["swap table"]);
    assert.ok(!isBusy());
    assert.equal(said(), "");
  });
}

test("an error of the site is said, and the move can be sent again", async () => {
  const page = await open();
  submit();
  await page.requests[0].answer({ status: 500, text: "error" });
  assert.deepEqual(page.asked, []);
  assert.equal(said(), "Failed.");
  submit();
  assert.equal(page.requests.length, 2);
});

test("an error after the socket has answered is not said", async () => {
  const page = await open();
  submit();
  await receive({ version: 4 });
  await page.requests[0].answer({ status: 500, text: "error" });
  assert.equal(said(), "");
});

for (const [name, lose] of [
  ["gets no answer", (request) => request.fail()],
  ...[502, 503, 504].map((status) => [`gets ${status} for an answer`, (request) => request.answer({ status })]),
]) {
  test(`a move that ${name} is kept and posted again when the browser is online`, async () => {
    const page = await open();
    submit();
    await lose(page.requests[0]);
    assert.equal(said(), "Unsent.");
    assert.ok(isBusy());
    window.dispatchEvent(new Event("online"));
    assert.equal(page.requests.length, 2);
    assert.equal(page.requests[1].body, "card=7S&action=take");
    window.dispatchEvent(new Event("online"));
    assert.equal(page.requests.length, 2);
  });
}

test("a move that was kept is posted again when the socket opens or a look succeeds", async () => {
  const page = await open();
  submit();
  await page.requests[0].fail();
  send("htmx:wsOpen");
  assert.equal(page.requests.length, 2);
  await page.requests[1].fail();
  send("htmx:afterRequest", { successful: false }, find("#poll"));
  send("htmx:afterRequest", { successful: true }, find("#play"));
  assert.equal(page.requests.length, 2);
  send("htmx:afterRequest", { successful: true }, find("#poll"));
  assert.equal(page.requests.length, 3);
});

test("a lost connection is said after four seconds, counted from the first failure", async () => {
  const page = await open();
  send("htmx:wsClose", { event: { code: 1006 } });
  await page.clock.pass(3000);
  send("htmx:wsClose", { event: { code: 1006 } });
  assert.equal(said(), "");
  await page.clock.pass(1000);
  assert.equal(said(), "Lost.");
  send("htmx:wsOpen");
  assert.equal(said(), "");
});

test("a table that the visitor may no longer see is not waited for: the page is loaded again", async () => {
  const page = await open();
  /** @type {(string | URL)[]} */
  const loaded = [];
  location.replace = (address) => void loaded.push(address);
  send("htmx:wsClose", { event: { code: 4404 } });
  assert.deepEqual(loaded, [location.pathname]);
  await page.clock.pass(4000);
  assert.equal(said(), "");
  // Somebody who sits down is no longer the visitor whom the socket knows.
  for (const isKept of [true, false]) {
    const submitted = new Event("submit", { bubbles: true, cancelable: true });
    if (isKept) submitted.preventDefault();
    document.body.dispatchEvent(submitted);
    send("htmx:wsClose", { event: { code: 4404 } });
    assert.equal(loaded.length, 2);
  }
  window.dispatchEvent(new Event("pageshow"));
  send("htmx:wsClose", { event: { code: 4404 } });
  assert.equal(loaded.length, 3);
});

test("whoever has closed a dialog by its button is still told that the table may no longer be seen", async () => {
  await open();
  /** @type {(string | URL)[]} */
  const loaded = [];
  location.replace = (address) => void loaded.push(address);
  const form = element('<form method="dialog"></form>');
  document.body.append(form);
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  send("htmx:wsClose", { event: { code: 4404 } });
  assert.deepEqual(loaded, [location.pathname]);
});

test("without a socket, the poll finds out that the visitor may no longer see the table", async () => {
  await open();
  /** @type {(string | URL)[]} */
  const loaded = [];
  location.replace = (address) => void loaded.push(address);
  send("htmx:responseError", { xhr: { status: 502 } }, find("#poll"));
  send("htmx:responseError", { xhr: { status: 404 } }, find("#play"));
  assert.deepEqual(loaded, []);
  send("htmx:responseError", { xhr: { status: 404 } }, find("#poll"));
  assert.deepEqual(loaded, [location.pathname]);
});

test("a connection that is lost again is said again", async () => {
  const page = await open();
  for (let times = 0; times < 2; times += 1) {
    send("htmx:wsClose", { event: { code: 1006 } });
    await page.clock.pass(4000);
    assert.equal(said(), "Lost.");
    send("htmx:wsOpen");
    assert.equal(said(), "");
  }
});

test("a request that fails does not hide that a move is unsent", async () => {
  const page = await open();
  submit();
  await page.requests[0].fail();
  send("htmx:sendError");
  assert.equal(said(), "Unsent.");
});

test("a posted move that hangs for ten seconds is kept and can be posted again", async () => {
  const page = await open();
  submit();
  await page.clock.pass(9999);
  assert.equal(said(), "");
  await page.clock.pass(1);
  assert.equal(said(), "Unsent.");
  window.dispatchEvent(new Event("online"));
  assert.equal(page.requests.length, 2);
});

test("a table that answers a move that was kept takes back the notice", async () => {
  const page = await open();
  submit();
  await page.requests[0].fail();
  await receive({ version: 4, seen: 3 });
  assert.equal(said(), "");
});

test("a socket that opens again soon is not called lost", async () => {
  const page = await open();
  send("htmx:wsClose", { event: { code: 1006 } });
  await page.clock.pass(2000);
  send("htmx:wsClose", { event: { code: 1006 } });
  await page.clock.pass(1000);
  send("htmx:wsOpen");
  await page.clock.pass(10_000);
  assert.equal(said(), "");
});

test("a request that fails is said until one succeeds", async () => {
  await open();
  send("htmx:sendError");
  assert.equal(said(), "Retrying.");
  send("htmx:afterRequest", { successful: true }, find("#poll"));
  assert.equal(said(), "");
});

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
