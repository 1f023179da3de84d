import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, point, press, settle } from "./page.js";

const PAGE = '<div id="live" data-sound-card="/card.wav" data-sound-turn="/turn.wav"></div>';

async function open({ sounds = "on", isTouched = true } = {}) {
  const page = await openPage(PAGE, "sounds");
  document.body.dataset.sounds = sounds;
  if (isTouched) press("a");
  page.addresses = () => page.requests.map(({ address }) => address);
  return page;
}

test("a sound is fetched once and played each time", async () => {
  const page = await open();
  page.module.playSound("card");
  await page.requests[0].answer({ text: "card" });
  await page.module.playSound("card");
  assert.deepEqual(page.addresses(), ["/card.wav"]);
  assert.deepEqual(page.heard, ["card", "card"]);
});

test("sounds are soft", async () => {
  const page = await open();
  assert.equal(page.volume.gain.value, 0.35);
});

test("sounds that are switched on at the table are heard from then on", async () => {
  const page = await open({ sounds: "off" });
  document.body.dataset.sounds = "on";
  window.dispatchEvent(new Event("change"));
  page.module.playSound("card");
  assert.deepEqual(page.addresses(), ["/card.wav"]);
});

test("each sound has its own file", async () => {
  const page = await open();
  page.module.playSound("card");
  page.module.playSound("turn");
  assert.deepEqual(page.addresses(), ["/card.wav", "/turn.wav"]);
});

test("visitors who switched sounds off hear and fetch nothing", async () => {
  const page = await open({ sounds: "off" });
  await page.module.playSound("card");
  assert.deepEqual(page.addresses(), []);
});

test("sounds that are switched off at the table stop at once", async () => {
  const page = await open();
  document.body.dataset.sounds = "off";
  await page.module.playSound("card");
  assert.deepEqual(page.addresses(), []);
});

test("before the visitor has touched the page, nothing plays", async () => {
  const page = await open({ isTouched: false });
  await page.module.playSound("card");
  assert.deepEqual(page.addresses(), []);
});

for (const state of ["suspended", "interrupted"]) {
  test(`sounds that the browser has ${state} are heard again from the next tap on`, async () => {
    const page = await open();
    page.sound.state = state; // "interrupted": on iOS, by a call or the lock screen
    await page.module.playSound("card");
    assert.deepEqual(page.addresses(), []);
    point("pointerdown", document.body); // browsers count a finger only once it is lifted
    assert.equal(page.sound.state, state);
    point("pointerup", document.body);
    page.module.playSound("card");
    assert.deepEqual(page.addresses(), ["/card.wav"]);
  });
}

test("after a few seconds of silence, nothing is played until the next sound", async () => {
  const page = await open();
  await page.clock.pass(4900);
  page.module.playSound("card");
  await page.requests[0].answer({ text: "card" });
  await page.clock.pass(4900);
  assert.equal(page.sound.state, "running");
  await page.clock.pass(100);
  assert.equal(page.sound.state, "suspended");
  press("a");
  await settle();
  assert.equal(page.sound.state, "suspended", "a touch is no sound");
  await page.module.playSound("card");
  assert.equal(page.sound.state, "running");
  assert.deepEqual(page.heard, ["card", "card"]);
  await page.clock.pass(5000);
  assert.equal(page.sound.state, "suspended");
});

/** Open a page whose sounds rest, and wake only when the test allows it. */
async function openResting() {
  const page = await open();
  await page.clock.pass(5000);
  page.sound.resume = () =>
    new Promise((resolve) => {
      page.allow = () => {
        page.sound.state = "running";
        resolve();
      };
    });
  return page;
}

test("sounds that come while the browser wakes are all heard", async () => {
  const page = await openResting();
  page.module.playSound("card");
  await page.clock.pass(450);
  page.module.playSound("turn");
  await page.clock.pass(450);
  assert.deepEqual(page.addresses(), []);
  page.allow();
  await settle();
  assert.deepEqual(page.addresses(), ["/card.wav", "/turn.wav"]);
});

test("a sound that the browser wakes too late is not heard, but the next one is", async () => {
  const page = await openResting();
  const played = page.module.playSound("card");
  await page.clock.pass(1600);
  page.allow();
  await played;
  assert.deepEqual(page.addresses(), []);
  page.module.playSound("card");
  assert.deepEqual(page.addresses(), ["/card.wav"]);
  await page.clock.pass(5000);
  assert.equal(page.sound.state, "suspended", "it rests again");
});

test("a sound that is loaded after so long that others rest is not heard with the next one", async () => {
  const page = await open();
  const played = page.module.playSound("card");
  await page.clock.pass(5000);
  await page.requests[0].answer({ text: "card" });
  await played;
  assert.deepEqual(page.heard, []);
});

test("a page whose sounds were woken by a touch rests too", async () => {
  const page = await open();
  page.sound.state = "interrupted";
  await page.clock.pass(1000);
  press("a");
  await settle();
  await page.clock.pass(4900);
  assert.equal(page.sound.state, "running");
  await page.clock.pass(100);
  assert.equal(page.sound.state, "suspended");
});

test("sounds that are interrupted while nothing plays are heard again from the next tap on", async () => {
  const page = await open();
  await page.clock.pass(5000);
  page.sound.state = "interrupted";
  press("a");
  await settle();
  assert.equal(page.sound.state, "running");
  page.module.playSound("card");
  assert.deepEqual(page.addresses(), ["/card.wav"]);
});

test("a sound that cannot be fetched is silent and fetched again the next time", async () => {
  const page = await open();
  const played = page.module.playSound("card");
  await page.requests[0].fail();
  await played;
  page.module.playSound("card");
  await page.requests[1].answer({ text: "card" });
  assert.deepEqual(page.heard, ["card"]);
});

test("a sound without a file is silent", async () => {
  const page = await open();
  find("#live").removeAttribute("data-sound-card");
  await page.module.playSound("card");
  await settle();
  assert.deepEqual(page.addresses(), []);
});
