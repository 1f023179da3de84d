import assert from "node:assert/strict";
import { test } from "node:test";
import { element, find, openPage, press, send, settle } from "./page.js";

const LAST = 5;
const link = (name, step) =>
  `<a id="replay-${name}" ${step >= 0 && step <= LAST ? `href="#${step}"` : 'role="link" tabindex="0"'}>${name}</a>`;
const replay = (step, kept = "") => `
  <section id="replay" data-step="${step}" data-moves="m5">
    <div id="replay-words" data-box="0 10 100 20"></div>
    <div class="pile is-changed"></div>
    <div id="replay-list" tabindex="0" data-box="0 50 100 100" ${kept}>
      ${[0, 1, 2, 3, 4, 5].map((line) => `<a id="replay-step-${line}" href="#${line}" data-box="0 ${50 + 60 * line} 100 20"></a>`).join("")}
    </div>
    <form id="replay-jump"><input id="replay-slider" type="range" name="step" min="0" max="5" value="${step}"></form>
    ${link("first", step === 0 ? -1 : 0)} ${link("previous-round", -1)} ${link("previous", step - 1)}
    <button id="replay-play" data-play="Autoplay" data-pause="Pause"><span></span></button>
    ${link("next", step + 1)} ${link("next-round", 4)} ${link("last", LAST)}
    <select id="replay-speed"><option value="2000" selected></option><option value="400"></option></select>
  </section>`;

/** Open a replay at a step. A link that is pressed asks for its step; `arrive` shows it. */
async function open(step) {
  const page = await openPage(replay(step), "replay");
  page.pressed = [];
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("#replay a");
    if (!pressed) return;
    event.preventDefault();
    page.pressed.push(pressed.id.replace("replay-", ""));
    page.request = {};
    send("htmx:beforeRequest", { xhr: page.request }, pressed);
  });
  page.arrive = async (shown) => {
    find("#replay").replaceWith(element(replay(shown)));
    send("htmx:afterRequest", { successful: true, xhr: page.request });
    send("htmx:afterSwap", {});
    await settle();
  };
  return page;
}

function move(step) {
  find("#replay-slider").value = step;
  find("#replay-slider").dispatchEvent(new Event("input", { bubbles: true }));
}

const playing = () => find("#replay-play span").textContent;

test("keys press the links of the replay", async () => {
  const page = await open(2);
  for (const [key, name] of [
    ["ArrowLeft", "previous"],
    ["ArrowRight", "next"],
    ["ArrowDown", "next-round"],
    ["Home", "first"],
    ["End", "last"],
  ]) {
    assert.ok(press(key).defaultPrevented);
    assert.equal(page.pressed.pop(), name);
    await page.arrive(2);
  }
});

test("a link that leads nowhere is not pressed", async () => {
  const page = await open(2);
  press("ArrowUp");
  assert.deepEqual(page.pressed, []);
});

test("other keys, and keys with Ctrl, Alt, Meta or Shift, are left to the browser", async () => {
  const page = await open(2);
  assert.ok(!press("a").defaultPrevented);
  for (const held of ["ctrlKey", "altKey", "metaKey", "shiftKey"]) {
    assert.ok(!press("ArrowRight", document.body, { [held]: true }).defaultPrevented);
  }
  assert.ok(!press("ArrowRight", find("#replay-slider")).defaultPrevented);
  assert.deepEqual(page.pressed, []);
});

test("an answer to something else does not bring the next key forward", async () => {
  const page = await open(1);
  press("ArrowRight");
  press("ArrowRight");
  send("htmx:afterRequest", { successful: true, xhr: {} });
  await settle();
  assert.deepEqual(page.pressed, ["next"]);
  await page.arrive(2);
  assert.deepEqual(page.pressed, ["next", "next"]);
});

test("a list that has the focus scrolls by up and down", async () => {
  const page = await open(2);
  assert.ok(!press("ArrowDown", find("#replay-list")).defaultPrevented);
  assert.ok(press("ArrowRight", find("#replay-list")).defaultPrevented);
  assert.deepEqual(page.pressed, ["next"]);
});

test("keys are heard before the table beneath the replay", async () => {
  await open(2);
  let wasHandled = null;
  document.body.addEventListener("keydown", (event) => {
    wasHandled = event.defaultPrevented;
  });
  press("ArrowRight");
  assert.equal(wasHandled, true);
});

test("keys pressed while a step is on its way follow when it is there", async () => {
  const page = await open(1);
  press("ArrowRight");
  press("Home");
  press("ArrowRight", document.body, { repeat: true });
  assert.deepEqual(page.pressed, ["next"]);
  await page.arrive(2);
  assert.deepEqual(page.pressed, ["next", "first"]);
  await page.arrive(0);
  assert.deepEqual(page.pressed, ["next", "first"]);
});

test("keys do not wait for what else the page asks for", async () => {
  const page = await open(1);
  send("htmx:beforeRequest", { xhr: {} }, document.body);
  press("ArrowRight");
  assert.deepEqual(page.pressed, ["next"]);
});

test("when a step cannot be fetched, the keys that wait are forgotten", async () => {
  const page = await open(1);
  press("ArrowRight");
  press("ArrowRight");
  send("htmx:sendError", {});
  await page.arrive(1);
  assert.deepEqual(page.pressed, ["next"]);
});

test("when a step cannot be fetched, the slider shows where the replay is", async () => {
  const page = await open(1);
  move("4");
  send("htmx:sendError", {});
  assert.equal(find("#replay-slider").value, "1");
  await page.arrive(2);
  assert.equal(find("#replay-slider").value, "2");
});

test("a replay in a dialog that is closed leaves nothing to the next one", async () => {
  const page = await open(1);
  const dialog = document.createElement("dialog");
  document.body.append(dialog);
  dialog.append(find("#replay"));
  press(" ");
  press("Home");
  press("End");
  move("4");
  dialog.dispatchEvent(new Event("close"));
  find("#replay").replaceWith(element(replay(2)));
  send("htmx:afterSwap", {});
  assert.equal(playing(), "Autoplay");
  assert.equal(find("#replay-slider").value, "2");
  await page.clock.pass(10_000);
  assert.deepEqual(page.pressed, ["next"]);
  press("ArrowLeft");
  assert.deepEqual(page.pressed, ["next", "previous"]);
  await page.arrive(1);
  assert.deepEqual(page.pressed, ["next", "previous"]);
});

test("autoplay goes on at its speed until the last move", async () => {
  const page = await open(3);
  press(" ");
  assert.equal(playing(), "Pause");
  assert.ok(find("#replay-play").classList.contains("is-playing"));
  assert.deepEqual(page.pressed, ["next"]);
  await page.arrive(4);
  await page.clock.pass(1999);
  assert.equal(page.pressed.length, 1);
  await page.clock.pass(1);
  assert.deepEqual(page.pressed, ["next", "next"]);
  await page.arrive(5);
  assert.equal(playing(), "Autoplay");
  await page.clock.pass(10_000);
  assert.equal(page.pressed.length, 2);
});

test("autoplay takes one step at a time, whatever else is swapped or changed", async () => {
  const page = await open(1);
  press(" ");
  await page.arrive(2);
  send("htmx:afterSwap", {});
  await page.clock.pass(1999);
  find("#replay-slider").dispatchEvent(new Event("change", { bubbles: true }));
  await page.clock.pass(1);
  assert.deepEqual(page.pressed, ["next", "next"]);
});

test("autoplay from the last move begins at the deal", async () => {
  const page = await open(5);
  find("#replay-play").click();
  assert.deepEqual(page.pressed, ["first"]);
});

test("only the steps of autoplay replace their address in the history", async () => {
  const page = await open(1);
  find("#replay-play").click();
  assert.ok(!find("#replay-next").hasAttribute("hx-replace-url"));
  await page.arrive(2);
  await page.clock.pass(2000);
  assert.equal(find("#replay-next").getAttribute("hx-replace-url"), "true");
});

test("the button and Space pause autoplay", async () => {
  const page = await open(1);
  for (const pause of [() => press(" "), () => find("#replay-play").click()]) {
    press(" ");
    assert.equal(playing(), "Pause");
    pause();
    assert.equal(playing(), "Autoplay");
  }
  await page.arrive(2);
  await page.clock.pass(10_000);
  assert.equal(page.pressed.length, 2);
  press(" ");
  await page.arrive(3);
  press(" ");
  await page.clock.pass(10_000);
  assert.equal(page.pressed.length, 3);
});

test("Space on a button does what it does everywhere", async () => {
  await open(1);
  press(" ", find("#replay-play"));
  assert.equal(playing(), "Autoplay");
});

test("a step that the visitor follows pauses autoplay", async () => {
  await open(1);
  press(" ");
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "isTrusted", { value: true });
  find("#replay-last").dispatchEvent(event);
  assert.equal(playing(), "Autoplay");
});

test("autoplay stops when a step cannot be fetched, and when the visitor goes back", async () => {
  await open(1);
  for (const [name, detail] of [
    ["htmx:responseError", {}],
    ["htmx:historyRestore", {}],
  ]) {
    press(" ");
    assert.equal(playing(), "Pause");
    send(name, detail);
    assert.equal(playing(), "Autoplay");
  }
});

test("the chosen speed stays and counts at once", async () => {
  const page = await open(1);
  press(" ");
  await page.arrive(2);
  find("#replay-speed").value = "400";
  find("#replay-speed").dispatchEvent(new Event("change", { bubbles: true }));
  await page.clock.pass(400);
  assert.equal(page.pressed.length, 2);
  await page.arrive(3);
  assert.equal(find("#replay-speed").value, "400");
});

test("the slider asks for its step and stays there until that is shown", async () => {
  const page = await open(1);
  const jumps = [];
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    jumps.push(find("#replay-slider").value);
  });
  press(" ");
  move("4");
  assert.deepEqual(jumps, ["4"]);
  assert.equal(playing(), "Autoplay");
  find("#replay-speed").dispatchEvent(new Event("input", { bubbles: true }));
  assert.deepEqual(jumps, ["4"]);
  await page.arrive(2);
  assert.equal(find("#replay-slider").value, "4");
  await page.arrive(4);
  await page.arrive(5);
  assert.equal(find("#replay-slider").value, "5");
});

test("the line of the step is marked and scrolled into view within its list", async () => {
  const page = await open(1);
  const marked = () => Array.from(document.querySelectorAll("[aria-current]"), ({ id }) => id);
  assert.deepEqual(marked(), ["replay-step-1"]);
  assert.equal(find("#replay-list").scrollTop, 0);
  await page.arrive(3);
  assert.deepEqual(marked(), ["replay-step-3"]);
  assert.equal(find("#replay-list").scrollTop, 140);
});

test("in a list that is kept, only the line of the step shown is marked", async () => {
  await open(1);
  find("#replay").dataset.step = "2";
  send("htmx:afterSwap", {});
  const marked = Array.from(document.querySelectorAll("[aria-current]"), ({ id }) => id);
  assert.deepEqual(marked, ["replay-step-2"]);
});

test("what the computer says of a step is shown from its beginning", async () => {
  await open(1);
  find("#replay").insertAdjacentHTML("beforeend", '<div id="replay-verdict"></div>');
  find("#replay-verdict").scrollTop = 40;
  send("htmx:afterSwap", {});
  assert.equal(find("#replay-verdict").scrollTop, 0);
});

test("a step without a line of its own is shown as well", async () => {
  const page = await open(1);
  find("#replay-play").click();
  find("#replay").replaceWith(element(replay(2).replace('id="replay-step-2"', 'id="other"')));
  send("htmx:afterSwap", {});
  await page.clock.pass(2000);
  assert.deepEqual(page.pressed, ["next", "next"]);
});

test("the changed pile is scrolled to while the table is in view", async () => {
  await open(1);
  let scrolled = 0;
  find(".pile").scrollIntoView = () => {
    scrolled += 1;
  };
  send("htmx:afterSwap", {});
  assert.equal(scrolled, 1);
  for (const top of [-50, innerHeight]) {
    find("#replay-words").dataset.box = `0 ${top} 100 20`;
    send("htmx:afterSwap", {});
    assert.equal(scrolled, 1);
  }
});

test("a request for a step says which list of moves is shown", async () => {
  await open(1);
  const headers = {};
  send("htmx:configRequest", { headers }, find("#replay-next"));
  send("htmx:configRequest", { headers: Object.freeze({}) }, document.body);
  assert.deepEqual(headers, { "X-Moves-Shown": "m5" });
});

test("a list that carries the mark is kept, and everything else is morphed", async () => {
  await open(1);
  const morphs = (html) => Idiomorph.defaults.callbacks.beforeNodeMorphed(null, element(html));
  assert.ok(!morphs("<div data-kept></div>"));
  assert.ok(morphs("<div></div>"));
  assert.ok(Idiomorph.defaults.callbacks.beforeNodeMorphed(null, document.createTextNode("text")));
});

test("a page without a replay is left alone", async () => {
  await openPage("<p>Table</p>", "replay");
  assert.ok(!press("ArrowRight").defaultPrevented);
  send("htmx:afterSwap", {});
  send("htmx:sendError", {});
});
