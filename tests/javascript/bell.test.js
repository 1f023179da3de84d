import assert from "node:assert/strict";
import { test } from "node:test";
import { element, find, openPage, send } from "./page.js";

const bell = (number) => `<a id="bell" class="bell" href="/notices/" title="Notices"><svg></svg>
  <span id="bell-count"><b>${number}</b></span></a>`;
const number = () => find("#bell-count b").textContent;

test("the bell opens the newest notices in place", async () => {
  const page = await openPage(bell(2), "bell");
  const box = find("details.bell-menu");
  assert.equal(find("summary", box).title, "Notices");
  assert.equal(number(), "2");
  assert.equal(find("#bell-box a").getAttribute("href"), new URL("/notices/", location.href).href);
  assert.deepEqual(page.asked, []);
  box.open = true; // which sends an event, too
  assert.deepEqual(page.asked, ["get /notices/"]);
  box.open = false;
  assert.deepEqual(page.asked, ["get /notices/"]);
});

test("the focus stays where it is when the answer comes to a bell that was closed", async () => {
  await openPage(bell(1), "bell");
  send("htmx:afterSwap", null, find("#bell-box"));
  assert.notEqual(document.activeElement, find("summary"));
});

test("the focus returns to the bell when the button that had it is gone", async () => {
  await openPage(bell(1), "bell");
  const box = find("details.bell-menu");
  box.open = true;
  send("htmx:afterSwap", null, find("#bell-box"));
  assert.equal(document.activeElement, find("summary"));
});

test("a socket that comes back compares with the number at first", async () => {
  await openPage(bell(2), "bell");
  send("htmx:wsOpen", null);
  find("#bell-count").replaceWith(element('<span id="bell-count"><b>3</b></span>'));
  assert.equal(number(), "3");
  for (let time = 0; time < 2; time += 1) {
    send("htmx:wsOpen", null);
    assert.equal(number(), "2");
    find("#bell-count b").textContent = "4"; // as a morph does
  }
});

test("strangers have no bell", async () => {
  const page = await openPage('<span id="bell-count" hidden></span>', "bell");
  assert.equal(document.querySelector("details"), null);
  assert.deepEqual(page.asked, []);
});
