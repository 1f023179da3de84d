import assert from "node:assert/strict";
import { test } from "node:test";
import { element, find, openPage, send, settle } from "./page.js";

async function open({ html = "", container, order = "" } = {}) {
  const page = await openPage(html);
  page.left = [];
  location.replace = (address) => page.left.push(address);
  localStorage.setItem("hand-order", order);
  sessionStorage.setItem("chosen", "c-8D");
  page.cleared = 0;
  document.head.append(element('<link rel="manifest" href="/manifest.webmanifest" data-worker="/service-worker.js">'));
  const give = (name, descriptor) => Object.defineProperty(navigator, name, { configurable: true, ...descriptor });
  give("clearAppBadge", {
    value: async () => {
      page.cleared += 1;
    },
  });
  if (container) give("serviceWorker", container);
  await page.run("app");
  await settle();
  return page;
}

test("every page registers the service worker that it names", async () => {
  const registered = [];
  await open({ container: { value: { register: async (address) => registered.push(address) } } });
  assert.deepEqual(registered, ["/service-worker.js"]);
});

test("where the browser has or allows no service worker, no error is reported", async () => {
  const deny = () => {
    throw new DOMException("denied", "SecurityError");
  };
  await open();
  await open({ container: { get: deny } });
  await open({ container: { value: { register: async () => deny() } } });
});

test("the number on the icon goes where nobody is logged in", async () => {
  assert.equal((await open()).cleared, 1);
  assert.equal((await open({ html: '<span id="turns"></span>' })).cleared, 0);
});

test("the cards of a hand that were kept in their order go where nobody is logged in", async () => {
  const order = '{"by":"own","game":"abc","ids":["c-8D","c-XX"]}';
  await open({ order, html: '<span id="turns"></span>' });
  assert.equal(localStorage.getItem("hand-order"), order);
  await open({ order });
  assert.equal(localStorage.getItem("hand-order"), null);
});

test("what was chosen at a table goes where nobody is logged in", async () => {
  await open({ html: '<span id="turns"></span>' });
  assert.equal(sessionStorage.getItem("chosen"), "c-8D");
  await open();
  assert.equal(sessionStorage.getItem("chosen"), null);
});

test("a double click sends a form once", async () => {
  const { window, clock } = await open({ html: '<form method="post"></form><form method="post"></form>' });
  const [form, other] = document.querySelectorAll("form");
  const isSent = (sent) => sent.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  assert.ok(isSent(form));
  await clock.pass(400);
  assert.ok(!isSent(form));
  assert.ok(isSent(other));
  assert.ok(isSent(form));
  await clock.pass(2000);
  assert.ok(isSent(form));
  window.dispatchEvent(new Event("pageshow"));
  assert.ok(!isSent(form));
  comeBack(window);
  assert.ok(isSent(form));
});

function comeBack(window) {
  const shown = new Event("pageshow");
  shown.persisted = true;
  window.dispatchEvent(shown);
}

test("a page that the browser has kept is asked for again if somebody else reads it, or nobody is logged in", async () => {
  for (const now of [null, "6"]) {
    const page = await open({ html: '<span id="turns" data-reader="5"></span>' });
    comeBack(page.window);
    assert.deepEqual(page.left, []);
    assert.ok(!document.body.hidden);
    if (now) localStorage.setItem("reader", now);
    else localStorage.removeItem("reader");
    comeBack(page.window);
    assert.deepEqual(page.left, ["/games/1/"]);
    assert.ok(document.body.hidden);
  }
});

test("a page that a stranger has read is asked for again after the log-in", async () => {
  const page = await open();
  comeBack(page.window);
  assert.deepEqual(page.left, []);
  localStorage.setItem("reader", "5");
  comeBack(page.window);
  assert.deepEqual(page.left, ["/games/1/"]);
});

test("who has read a page is forgotten where nobody is logged in", async () => {
  await open({ html: '<span id="turns" data-reader="5"></span>' });
  assert.equal(localStorage.getItem("reader"), "5");
  await (await openPage("")).run("app");
  assert.equal(localStorage.getItem("reader"), null);
});

test("what a page of an older release says can be closed, and goes when the socket opens again", async () => {
  await open({ html: '<p id="outdated"></p><main id="main" tabindex="-1"></main>' });
  const place = find("#outdated");
  for (const [close, isHidden] of [
    [() => send("htmx:wsOpen"), false],
    [() => find("#outdated button").click(), true],
  ]) {
    place.innerHTML = 'Updated. <a href="">Again</a> <button type="button">×</button>';
    find("#outdated a").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    assert.notEqual(place.innerHTML, "");
    find("#outdated button").focus();
    close();
    assert.equal(place.innerHTML, "");
    assert.equal(place.hidden, isHidden);
    assert.equal(document.activeElement, find("#main"));
  }
});

test("a form that a script sends is left to the script", async () => {
  await open({ html: '<form method="post"></form>' });
  const form = document.querySelector("form");
  form.addEventListener("submit", (event) => event.preventDefault(), { once: true });
  for (const isSent of [false, true])
    assert.equal(form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })), isSent);
});

test("a dialog can be closed, and a page asked for, twice in a row", async () => {
  await open({ html: '<form method="dialog"></form><form></form>' });
  for (const form of document.querySelectorAll("form"))
    for (const _ of [1, 2]) assert.ok(form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
});

test("a lost socket is opened again at random, later and later, but never after more than eight seconds", async () => {
  await open();
  const pauses = (retries) => Array.from({ length: 200 }, () => htmx.config.wsReconnectDelay(retries));
  for (const [retries, longest] of [
    [0, 1000],
    [2, 4000],
    [3, 8000],
    [9, 8000],
  ]) {
    const found = pauses(retries);
    assert.ok(Math.max(...found) <= longest);
    assert.ok(Math.max(...found) > longest / 2);
    assert.ok(Math.min(...found) < longest / 2);
  }
});
