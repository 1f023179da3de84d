import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.js";

test("a text is kept until it is taken away", async () => {
  const { recallText, keepText } = (await openPage("", "storage")).module;
  keepText("order", "rank");
  assert.equal(recallText("order"), "rank");
  keepText("order", null);
  assert.equal(recallText("order"), null);
});

test("where storage is denied or full, nothing is kept and nothing fails", async () => {
  const { module } = await openPage("", "storage");
  const fail = () => {
    throw new DOMException("denied", "SecurityError");
  };
  for (const denied of [{ get: fail }, { value: { getItem: fail, setItem: fail, removeItem: fail } }]) {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, ...denied });
    module.keepText("order", "rank");
    module.keepText("order", null);
    assert.equal(module.recallText("order"), null);
  }
});
