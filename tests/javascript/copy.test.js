import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, send, settle } from "./page.js";

const PAGE = `
  <input id="link" value="/games/abc/" data-absolute>
  <button type="button" data-copy="link" data-copied="Copied." hidden>Copy</button>
  <button type="button" data-share="link" data-text="Play with me." hidden>Share</button>
  <p id="copied"></p>`;

function clipboard(write) {
  const written = [];
  const writeText = async (text) => {
    write?.();
    written.push(text);
  };
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  document.execCommand = (command) => written.push(command);
  return written;
}

async function openPageThatShares(share) {
  await openPage("", "copy");
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  document.body.innerHTML = PAGE;
  send("live:swapped", null);
}

test("the page shows the full address and the button that copies it", async () => {
  await openPage(PAGE, "copy");
  assert.equal(find("#link").value, "https://cards.example.org/games/abc/");
  assert.ok(!find("button").hidden);
});

test("a table that is swapped in shows the full address, too", async () => {
  await openPage("", "copy");
  document.body.innerHTML = PAGE;
  send("live:swapped", null);
  assert.equal(find("#link").value, "https://cards.example.org/games/abc/");
});

test("the button copies the address and the page says so", async () => {
  await openPage(PAGE, "copy");
  const written = clipboard();
  find("button").click();
  await settle();
  assert.deepEqual(written, ["https://cards.example.org/games/abc/"]);
  assert.equal(find("#copied").textContent, "Copied.");
});

test("without a clipboard the browser copies what is selected", async () => {
  await openPage(PAGE, "copy");
  const written = clipboard(() => {
    throw new Error("not over https");
  });
  find("button").click();
  await settle();
  assert.deepEqual(written, ["copy"]);
  assert.equal(find("#copied").textContent, "Copied.");
});

test("the address is selected when the field is entered", async () => {
  await openPage(PAGE, "copy");
  let selected = 0;
  find("#link").select = () => {
    selected += 1;
  };
  find("#link").dispatchEvent(new Event("focusin", { bubbles: true }));
  find("#copied").dispatchEvent(new Event("focusin", { bubbles: true }));
  assert.equal(selected, 1);
});

test("where nothing can be shared, no button offers it", async () => {
  await openPageThatShares(undefined);
  assert.ok(find("[data-share]").hidden);
});

test("the link is shared with words that say what it is", async () => {
  const shared = [];
  await openPageThatShares(async (given) => shared.push(given));
  assert.ok(!find("[data-share]").hidden);
  find("[data-share]").click();
  assert.deepEqual(shared, [{ text: "Play with me.", url: "https://cards.example.org/games/abc/" }]);
});

test("nothing happens when the player thinks better of it", async () => {
  await openPageThatShares(async () => {
    throw new DOMException("not now", "AbortError");
  });
  find("[data-share]").click();
  await settle();
  assert.equal(find("#copied").textContent, "");
});
