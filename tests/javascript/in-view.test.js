import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, send } from "./page.js";

function show(state) {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  Object.defineProperty(document, "hidden", { value: state === "hidden", configurable: true });
}

function turn(state) {
  show(state);
  send("visibilitychange", null);
}

async function open() {
  const page = await openPage("", "in-view");
  const sent = [];
  page.sent = sent;
  page.connect = () => send("htmx:wsOpen", { socketWrapper: { sendImmediately: (frame) => sent.push(frame) } });
  return page;
}

test("a page in view says nothing until it is hidden, and then when it is in view again", async () => {
  const page = await open();
  page.connect();
  assert.deepEqual(page.sent, []);
  turn("hidden");
  turn("visible");
  assert.deepEqual(page.sent, ["hidden", "visible"]);
});

test("each new socket of a hidden page is told, and a closed one nothing", async () => {
  const page = await open();
  turn("hidden");
  assert.deepEqual(page.sent, []);
  page.connect();
  send("htmx:wsClose", null);
  turn("visible");
  turn("hidden");
  page.connect();
  assert.deepEqual(page.sent, ["hidden", "hidden"]);
});
