import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage } from "./page.js";

const PAGE = `
  <main id="offline" data-address="/offline/">
    <p id="device-offline" hidden></p><p id="site-silent"></p></main>`;

async function open({ isOnline = true, address = "/offline/" } = {}) {
  const page = await openPage(PAGE.replace("/offline/", address));
  page.reloads = 0;
  page.isOnline = isOnline;
  Object.defineProperty(navigator, "onLine", { get: () => page.isOnline, configurable: true });
  location.reload = () => {
    page.reloads += 1;
  };
  await page.run("offline");
  return page;
}

const said = () => ["device-offline", "site-silent"].filter((id) => !find(`#${id}`).hidden);

test("the page says whether the device or the site is away", async () => {
  await open();
  assert.deepEqual(said(), ["site-silent"]);
  const page = await open({ isOnline: false });
  assert.deepEqual(said(), ["device-offline"]);
  page.isOnline = true;
  window.dispatchEvent(new Event("online"));
  assert.deepEqual(said(), ["site-silent"]);
});

test("the page that was asked for is opened as soon as the site answers", async () => {
  const page = await open();
  await page.clock.pass(2000);
  const [request] = page.requests;
  assert.deepEqual([request.method, request.address], ["HEAD", "/offline/"]);
  assert.equal(page.reloads, 0);
  await request.answer({});
  assert.equal(page.reloads, 1);
});

test("the page asks less and less often, but at least every thirty seconds", async () => {
  const page = await open();
  const waits = [];
  for (let asked = 0; asked < 7; asked += 1) {
    const before = page.clock.now;
    while (page.requests.length === asked) await page.clock.pass(1000);
    waits.push((page.clock.now - before) / 1000);
    if (asked % 2) await page.requests[asked].fail();
    else await page.requests[asked].answer({ status: 502 });
  }
  assert.deepEqual(waits, [2, 4, 8, 16, 30, 30, 30]);
  assert.equal(page.reloads, 0);
});

test("a device that comes online again asks soon", async () => {
  const page = await open({ isOnline: false });
  for (let asked = 0; asked < 4; asked += 1) {
    await page.clock.pass(30_000);
    await page.requests[asked].fail();
  }
  page.isOnline = true;
  window.dispatchEvent(new Event("online"));
  await page.clock.pass(2000);
  assert.equal(page.requests.length, 5);
});

test("at its own address the page opens nothing", async () => {
  const page = await open({ address: "/games/1/" });
  await page.clock.pass(60_000);
  assert.deepEqual(page.requests, []);
});

test("a device that goes offline and comes back asks as often as any other", async () => {
  const page = await open();
  for (const change of ["offline", "online"]) window.dispatchEvent(new Event(change));
  await page.clock.pass(2000);
  assert.equal(page.requests.length, 1);
});
