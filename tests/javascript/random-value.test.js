import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, send } from "./page.js";

const values = () => Array.from(document.querySelectorAll("[data-random]"), ({ value }) => value);

test("each form gets a random value of its own, of 32 digits", async () => {
  await openPage("<input data-random><input data-random>", "random-value");
  for (const value of values()) assert.match(value, /^[0-9a-f]{32}$/);
  assert.notEqual(...values());
});

test("a value that is there stays", async () => {
  await openPage('<input data-random value="ab12">', "random-value");
  assert.deepEqual(values(), ["ab12"]);
});

test("small bytes are written with two digits", async () => {
  const page = await openPage("");
  Object.defineProperty(crypto, "getRandomValues", { value: (bytes) => bytes.fill(7), configurable: true });
  document.body.innerHTML = "<input data-random>";
  await page.run("random-value");
  delete crypto.getRandomValues;
  assert.deepEqual(values(), ["07".repeat(16)]);
});

for (const swapped of ["live:swapped", "htmx:oobAfterSwap"]) {
  test(`a form that is swapped in gets one, too: ${swapped}`, async () => {
    await openPage("", "random-value");
    document.body.innerHTML = "<input data-random>";
    send(swapped, null);
    assert.match(values()[0], /^[0-9a-f]{32}$/);
  });
}
