import assert from "node:assert/strict";
import { test } from "node:test";
import { game, isBusy, open, receive, said, submit } from "./live-page.js";
import { element, find, send } from "./page.js";

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
