import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, send } from "./page.js";

const WORDS = {
  days: [
    [2, "{days} d {hours} h"],
    [5, "{days} days {hours} h"],
  ],
  hours: "{hours} h {minutes} min",
  minutes: "{minutes}:{seconds}",
  left: [
    [1, "{seconds} second left"],
    [2, "{seconds} seconds left"],
  ],
};
const HOUR = 3600;
const DAY = 24 * HOUR;

function table({ seconds = 60, total = 60, turn = "yes", version = 1 } = {}) {
  return `
    <div id="game" data-version="${version}" data-turn="${turn}">
      <input id="poll" type="hidden" name="version" value="${version}">
      <input id="overdue" type="hidden" data-grace="1" data-words='${JSON.stringify(WORDS)}'>
      <span id="clock" data-seconds="${seconds}" data-total="${total}"><b></b></span>
      <p id="tick"></p>
    </div>`;
}

async function open(values, more = "") {
  return openPage(table(values) + more, "countdown");
}

/** Open a page with sounds, and touch it, as browsers want before they play any. */
async function openWithSounds(values) {
  const sounds = '<div id="live" data-sound-low="low" data-sound-tick="tick"></div>';
  const page = await open(values, sounds);
  Object.assign(document.body.dataset, { sounds: "on", ticking: "on" });
  window.dispatchEvent(new Event("pointerup"));
  return page;
}

const shown = () => find("#clock b").textContent;
const sounds = ({ requests }) => requests.map(({ address }) => address);

test("the time left is said in minutes and seconds, in hours, or in days", async () => {
  const { module } = await open();
  const say = (seconds) => module.sayLeft(WORDS, seconds);
  assert.equal(say(0), "0:00");
  assert.equal(say(65), "1:05");
  assert.equal(say(HOUR - 1), "59:59");
  assert.equal(say(HOUR), "1 h 0 min");
  assert.equal(say(2 * DAY - 1), "47 h 59 min");
  assert.equal(say(2 * DAY + 3 * HOUR), "2 d 3 h");
});

test("each number gets the plural form that begins at or before it", async () => {
  const { module } = await open();
  assert.equal(module.choose(WORDS.days, 4), "{days} d {hours} h");
  assert.equal(module.choose(WORDS.days, 5), "{days} days {hours} h");
  assert.equal(module.choose(WORDS.left, 0), "{seconds} second left");
});

test("the clock ticks down every second", async () => {
  const page = await open({ seconds: 60 });
  assert.equal(shown(), "1:00");
  await page.clock.pass(999);
  assert.equal(shown(), "1:00");
  await page.clock.pass(1);
  assert.equal(shown(), "0:59");
  await page.clock.pass(59_000);
  assert.equal(shown(), "0:00");
});

test("a clock of hours changes only every minute", async () => {
  const page = await open({ seconds: 2 * HOUR, total: DAY });
  await page.clock.pass(59_000);
  assert.equal(shown(), "2 h 0 min");
  await page.clock.pass(1000);
  assert.equal(shown(), "1 h 59 min");
});

test("the ring shows how much of the move time is left", async () => {
  const page = await open({ seconds: 60, total: 120 });
  assert.equal(find("#clock").style.getPropertyValue("--left"), "0.5");
  await page.clock.pass(30_000);
  assert.equal(find("#clock").style.getPropertyValue("--left"), "0.25");
});

test("the last fifteen and the last five seconds look different", async () => {
  const page = await open({ seconds: 16 });
  const looks = () => [...find("#clock").classList];
  assert.deepEqual(looks(), []);
  await page.clock.pass(1000);
  assert.deepEqual(looks(), ["is-low"]);
  await page.clock.pass(10_000);
  assert.deepEqual(looks(), ["is-last"]);
});

test("screen readers hear of the time left twice in a turn", async () => {
  const page = await open({ seconds: 20 });
  const heard = [];
  for (let second = 0; second < 20; second += 1) {
    await page.clock.pass(1000);
    if (heard.at(-1) !== find("#tick").textContent) heard.push(find("#tick").textContent);
  }
  assert.deepEqual(heard, ["", "15 seconds left", "5 seconds left"]);
});

test("however often the table changes within a turn, the time left is said once", async () => {
  const page = await open({ seconds: 14 });
  find("#tick").textContent = "";
  await page.clock.pass(1000);
  Object.assign(find("#game").dataset, { version: "2" });
  find("#clock").dataset.seconds = "13";
  send("live:swapped", null);
  assert.equal(find("#tick").textContent, "");
});

test("the time left is said again in the next turn", async () => {
  const page = await openWithSounds({ seconds: 16 });
  await page.clock.pass(1000);
  await page.requests[0].answer({ text: "low" });
  find("#tick").textContent = "";
  find("#game").dataset.version = "2";
  send("live:swapped", null);
  await page.clock.pass(1000);
  assert.equal(find("#tick").textContent, "15 seconds left");
  assert.deepEqual(page.heard, ["low", "low"]);
});

test("when no time is left, nothing is said of it and nothing ticks", async () => {
  const page = await openWithSounds({ seconds: 0 });
  await page.clock.pass(3000);
  send("live:swapped", null);
  assert.equal(find("#tick").textContent, "");
  assert.deepEqual(sounds(page), []);
});

test("nobody is told of the time that another player has left", async () => {
  const page = await open({ seconds: 16, turn: "no" });
  await page.clock.pass(15_000);
  assert.equal(find("#tick").textContent, "");
});

test("the last seconds of a live turn sound, each once", async () => {
  const page = await openWithSounds({ seconds: 16 });
  await page.clock.pass(1000);
  assert.deepEqual(sounds(page), ["low"]);
  await page.clock.pass(1000);
  assert.deepEqual(sounds(page), ["low", "tick"]);
  await page.requests[1].answer({ text: "ticked" });
  await page.clock.pass(1000);
  send("live:swapped", null);
  await page.clock.pass(0);
  assert.deepEqual(page.heard, ["ticked", "ticked"]);
});

test("a move time of more than fifteen minutes does not tick", async () => {
  const page = await openWithSounds({ seconds: 16, total: 16 * 60 });
  await page.clock.pass(15_000);
  assert.deepEqual(sounds(page), ["low"]);
});

test("whoever has switched the ticking off hears the last fifteen seconds begin, and no more", async () => {
  const page = await openWithSounds({ seconds: 16 });
  document.body.dataset.ticking = "off";
  await page.clock.pass(1000);
  await page.requests[0].answer({ text: "low" });
  await page.clock.pass(14_000);
  assert.deepEqual(page.heard, ["low"]);
  assert.deepEqual(sounds(page), ["low"]);
});

test("a page that is hidden does not tick", async () => {
  const page = await openWithSounds({ seconds: 16 });
  Object.defineProperty(document, "hidden", { value: true });
  await page.clock.pass(15_000);
  assert.deepEqual(sounds(page), ["low"]);
});

test("when nothing follows the end of the time, the site is asked five times to apply the rule", async () => {
  const page = await open({ seconds: 1 });
  await page.clock.pass(1000 + 1000 + 3999);
  assert.deepEqual(page.asked, []);
  await page.clock.pass(1);
  assert.deepEqual(page.asked, ["ask overdue"]);
  await page.clock.pass(30_000);
  assert.deepEqual(page.asked.slice(1, 5), Array(4).fill("ask overdue"));
  assert.deepEqual(page.asked.slice(5), Array(2).fill("refresh #poll"));
});

test("the site is asked again when the time of a later turn runs out", async () => {
  const page = await open({ seconds: 1 });
  await page.clock.pass(60_000);
  find("#game").dataset.version = "2";
  send("live:swapped", null);
  page.asked = [];
  await page.clock.pass(1000 + 1000 + 4000);
  assert.deepEqual(page.asked, ["ask overdue"]);
});

test("however often the table is swapped or comes into view, the site is asked once at a time", async () => {
  const page = await open({ seconds: 5 });
  send("live:swapped", null);
  send("live:swapped", null);
  document.dispatchEvent(new Event("visibilitychange"));
  await page.clock.pass(5000 + 1000 + 4000);
  assert.deepEqual(page.asked, ["ask overdue"]);
});

test("a browser whose date is wrong is not taken for one that slept", async () => {
  const page = await openPage(table({ seconds: 60 }));
  page.awake = 10 * DAY;
  await page.run("countdown");
  await page.clock.pass(5000);
  assert.deepEqual(page.asked, []);
});

test("the same table again leaves the countdown as it is", async () => {
  const page = await open({ seconds: 60 });
  await page.clock.pass(10_000);
  send("live:swapped", null);
  assert.equal(shown(), "0:50");
});

test("a new version starts its own countdown", async () => {
  const page = await open({ seconds: 60 });
  await page.clock.pass(10_000);
  find("#game").dataset.version = "2";
  send("live:swapped", null);
  assert.equal(shown(), "1:00");
  await page.clock.pass(1000);
  assert.equal(shown(), "0:59");
});

test("after the device slept, the page asks for the table, whatever its version", async () => {
  const page = await open({ seconds: 60 });
  page.awake += 30_000;
  await page.clock.pass(1000);
  assert.deepEqual(page.asked, ["refresh poll"]);
  assert.equal(find("#poll").value, "");
  await page.clock.pass(5000);
  assert.deepEqual(page.asked, ["refresh poll"]);
});

test("the same version with another time left is counted down from there", async () => {
  await open({ seconds: 60 });
  find("#clock").dataset.seconds = "30";
  send("live:swapped", null);
  assert.equal(shown(), "0:30");
});

test("a page that comes back into view shows the time left at once", async () => {
  const page = await open({ seconds: 2 * HOUR, total: DAY });
  await page.clock.pass(59_000);
  page.clock.now += 30_000;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(shown(), "1 h 58 min");
});

test("a page that comes back within a second still changes when the second is over", async () => {
  const page = await open({ seconds: 60 });
  page.clock.now += 10_400;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(shown(), "0:50");
  await page.clock.pass(599);
  assert.equal(shown(), "0:50");
  await page.clock.pass(1);
  assert.equal(shown(), "0:49");
});

test("a table without a clock counts nothing down", async () => {
  const page = await open({ seconds: 5 });
  find("#clock").remove();
  send("live:swapped", null);
  await page.clock.pass(60_000);
  assert.deepEqual(page.asked, []);
});
