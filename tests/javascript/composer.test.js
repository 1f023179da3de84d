import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, send, settle } from "./page.js";

const TABLE = `
  <form id="play">
    <fieldset id="hand" data-uses="7S=4D,3C 9H=">
      <label><input type="radio" name="card" id="c-7S" value="7S"></label>
      <label><input type="radio" name="card" id="c-9H" value="9H"></label>
    </fieldset>
    <label><input type="checkbox" name="pile" id="p-4D" value="4D"></label>
    <label><input type="checkbox" name="pile" id="p-3C" value="3C"></label>
    <label><input type="checkbox" name="pile" id="p-KC" value="KC"></label>
    <div id="composer" data-ask="/compose/" data-not-told="Not told.">
      <p id="sentence">Choose a card.</p>
      <button type="button" class="action" id="do-take" aria-describedby="why-take" data-disabled>Take</button>
      <span id="why-take">Choose what to take.</span>
    </div>
    <a id="reset" data-reset>Reset</a>
  </form>`;
const ANSWER = `
  <p id="sentence">Takes both.</p>
  <button class="action is-main" id="do-take" aria-describedby="why-take">Take</button>
  <span id="why-take"></span>`;

const usable = () => Array.from(document.querySelectorAll(".is-usable input"), (input) => input.value);

test("each card of the hand is read with the piles that it can be played on", async () => {
  const { module } = await openPage(TABLE, "composer");
  assert.deepEqual(
    [...module.readUses("7S=4D,3C 9H=")],
    [
      ["7S", ["4D", "3C"]],
      ["9H", [""]],
    ],
  );
});

test("buttons are disabled only where a script can say why", async () => {
  await openPage(TABLE, "composer");
  assert.equal(find("#do-take").getAttribute("aria-disabled"), "true");
  const next = document.createElement("div");
  next.innerHTML = TABLE;
  send("live:swapping", { target: document.body, next });
  assert.equal(next.querySelector("#do-take").getAttribute("aria-disabled"), "true");
});

test("a chosen card outlines the piles that it can be played on", async () => {
  await openPage(TABLE, "composer");
  find("#c-7S").click();
  assert.deepEqual(usable(), ["4D", "3C"]);
});

test("a card that is chosen when the page opens outlines its piles at once", async () => {
  await openPage(TABLE.replace('id="c-7S"', 'id="c-7S" checked'), "composer");
  assert.deepEqual(usable(), ["4D", "3C"]);
});

test("a chosen pile outlines the cards that can be played on it", async () => {
  await openPage(TABLE, "composer");
  find("#p-4D").click();
  assert.deepEqual(usable(), ["7S"]);
});

test("with two piles chosen, a card must go with both", async () => {
  await openPage(TABLE, "composer");
  find("#p-4D").click();
  find("#p-KC").click();
  assert.deepEqual(usable(), []);
});

test("in a hand of which several cards are played, all of them must go with a pile", async () => {
  await openPage(TABLE.replaceAll('type="radio"', 'type="checkbox"').replace("9H=", "9H=4D"), "composer");
  find("#c-7S").click();
  assert.deepEqual(usable(), ["4D", "3C"]);
  find("#c-9H").click();
  assert.deepEqual(usable(), ["4D"]);
});

test("in such a hand, the other cards for a chosen pile stay outlined", async () => {
  await openPage(TABLE.replaceAll('type="radio"', 'type="checkbox"').replace("9H=", "9H=4D"), "composer");
  find("#p-4D").click();
  assert.deepEqual(usable(), ["7S", "9H"]);
  find("#c-7S").click();
  assert.deepEqual(usable(), ["9H", "4D", "3C"]);
});

test("with nothing chosen, nothing is outlined", async () => {
  await openPage(TABLE, "composer");
  assert.deepEqual(usable(), []);
});

test("once a card is chosen, no other card of the hand is outlined", async () => {
  await openPage(TABLE.replace("9H=", "9H=4D"), "composer");
  find("#p-4D").click();
  find("#c-7S").click();
  assert.deepEqual(usable(), ["4D", "3C"]);
});

test("a card that the page does not list can be played on nothing", async () => {
  const page = await openPage(TABLE.replace("7S=4D,3C 9H=", ""), "composer");
  find("#c-7S").click();
  find("#p-4D").click();
  await page.clock.pass(20);
  assert.deepEqual(usable(), []);
  assert.equal(page.requests.length, 1);
});

test("choices made together are asked about once", async () => {
  const page = await openPage(TABLE, "composer");
  find("#c-7S").click();
  find("#p-4D").click();
  assert.equal(page.requests.length, 0);
  await page.clock.pass(20);
  assert.deepEqual(
    page.requests.map(({ address, body }) => [address, body]),
    [["/compose/", "card=7S&pile=4D"]],
  );
});

test("the answer changes the sentence and the buttons", async () => {
  const page = await openPage(TABLE, "composer");
  find("#c-7S").click();
  await page.clock.pass(20);
  assert.ok(find("#composer").hasAttribute("data-asking"));
  await page.requests[0].answer({ text: ANSWER });
  assert.equal(find("#sentence").textContent, "Takes both.");
  assert.ok(find("#do-take").classList.contains("is-main"));
  assert.ok(!find("#do-take").hasAttribute("aria-disabled"));
  assert.equal(find("#why-take").textContent, "");
  assert.ok(!find("#composer").hasAttribute("data-asking"));
});

test("the answer disables a button and says why", async () => {
  const page = await openPage(TABLE.replace(" data-disabled", ""), "composer");
  find("#c-7S").click();
  await page.clock.pass(20);
  const refusing = ANSWER.replace("is-main", "").replace("<button", "<button data-disabled");
  await page.requests[0].answer({ text: refusing.replace("></span>", ">Nothing to take.</span>") });
  assert.equal(find("#do-take").getAttribute("aria-disabled"), "true");
  find("#do-take").click();
  assert.equal(find("#sentence").textContent, "Nothing to take.");
  assert.ok(find("#sentence").classList.contains("is-reason"));
  assert.equal(find("#why-take").textContent, "Nothing to take.");
});

test("a sentence after a reason is no reason", async () => {
  const page = await openPage(TABLE, "composer");
  find("#do-take").click();
  find("#c-7S").click();
  await page.clock.pass(20);
  await page.requests[0].answer({ text: ANSWER });
  assert.ok(!find("#sentence").classList.contains("is-reason"));
});

test("a button that the page does not show yet is left out of the answer", async () => {
  const page = await openPage(TABLE, "composer");
  find("#c-7S").click();
  await page.clock.pass(20);
  const later = '<button class="action" id="do-later" aria-describedby="why-later"></button>';
  await page.requests[0].answer({ text: ANSWER.replace("<button", `${later}<button`) });
  assert.equal(find("#sentence").textContent, "Takes both.");
  assert.ok(find("#do-take").classList.contains("is-main"));
});

test("a refusal goes away with the next choice, or when a button says why it is disabled", async () => {
  await openPage(TABLE, "composer");
  for (const act of [() => find("#do-take").click(), () => find("#c-7S").click()]) {
    find("#sentence").insertAdjacentHTML("beforebegin", '<p id="refusal">No.</p>');
    act();
    assert.equal(find("#refusal"), null);
  }
});

for (const [name, comeBack] of [
  ["the socket opens again", () => send("htmx:wsOpen")],
  ["the device is online again", () => window.dispatchEvent(new Event("online"))],
]) {
  test(`a choice that could not be asked about is asked about once when ${name}`, async () => {
    const page = await openPage(TABLE, "composer");
    find("#c-7S").click();
    await page.clock.pass(20);
    await page.requests[0].fail();
    assert.equal(find("#sentence").textContent, "Not told.");
    comeBack();
    comeBack();
    await page.clock.pass(20);
    assert.equal(page.requests.length, 2);
    await page.requests[1].answer({ text: ANSWER });
    assert.equal(find("#sentence").textContent, "Takes both.");
    comeBack();
    await page.clock.pass(20);
    assert.equal(page.requests.length, 2);
  });
}

test("what is typed is not asked about", async () => {
  const page = await openPage(TABLE.replace("<a id", '<input name="move" id="typed"><a id'), "composer");
  find("#typed").dispatchEvent(new Event("change", { bubbles: true }));
  await page.clock.pass(20);
  assert.equal(page.requests.length, 0);
});

test("Reset asks about a hand with nothing chosen", async () => {
  const page = await openPage(TABLE, "composer");
  find("#reset").click();
  await page.clock.pass(20);
  assert.deepEqual(
    page.requests.map(({ body }) => body),
    [""],
  );
});

test("a disabled button presses nothing, whatever else listens to it", async () => {
  await openPage(TABLE, "composer");
  let wasPrevented = null;
  find("#do-take").addEventListener("click", (event) => {
    wasPrevented = event.defaultPrevented;
  });
  find("#do-take").click();
  assert.ok(wasPrevented);
});

test("the question between two readings stands after the sentence until another choice", async () => {
  const page = await openPage(TABLE, "composer");
  find("#c-7S").click();
  await page.clock.pass(20);
  await page.requests[0].answer({ text: `${ANSWER}<div id="choices"><button>One</button></div>` });
  assert.equal(find("#sentence").nextElementSibling.id, "choices");
  find("#p-4D").click();
  assert.equal(find("#choices"), null);
});

test("an answer to an earlier choice is not shown", async () => {
  const page = await openPage(TABLE, "composer");
  find("#c-7S").click();
  await page.clock.pass(20);
  find("#p-4D").click();
  await page.requests[0].answer({ text: ANSWER });
  assert.ok(page.requests[0].isAborted());
  assert.equal(find("#sentence").textContent, "Choose a card.");
});

test("if the server cannot be asked, the buttons work and the page says so", async () => {
  const page = await openPage(TABLE, "composer");
  find("#c-7S").click();
  await page.clock.pass(20);
  await page.requests[0].fail();
  assert.equal(find("#sentence").textContent, "Not told.");
  assert.ok(find("#sentence").classList.contains("is-reason"));
  assert.ok(!find("#do-take").hasAttribute("aria-disabled"));
});

test("after asking too often, the page asks again later", async () => {
  const page = await openPage(TABLE, "composer");
  find("#c-7S").click();
  await page.clock.pass(20);
  await page.requests[0].answer({ status: 429 });
  await page.clock.pass(2999);
  assert.equal(page.requests.length, 1);
  await page.clock.pass(1);
  assert.equal(page.requests.length, 2);
});

test("a disabled button says why it is disabled and does nothing", async () => {
  await openPage(TABLE, "composer");
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  find("#do-take").dispatchEvent(event);
  assert.ok(event.defaultPrevented);
  assert.equal(find("#sentence").textContent, "Choose what to take.");
});

test("while the page asks, the server decides what a disabled button does", async () => {
  const page = await openPage(TABLE, "composer");
  find("#c-7S").click();
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  find("#do-take").dispatchEvent(event);
  assert.ok(!event.defaultPrevented);
  await page.clock.pass(20);
});

test("a swap outlines again what the chosen cards can be played on", async () => {
  await openPage(TABLE, "composer");
  find("#c-7S").click();
  find("#hand").dataset.uses = "7S=KC";
  send("live:swapped", null);
  assert.deepEqual(usable(), ["KC"]);
});

test("after a swap, a choice that stayed is asked about again", async () => {
  const page = await openPage(TABLE.replace('id="c-7S"', 'id="c-7S" checked'), "composer");
  await page.clock.pass(20);
  send("live:swapped", null);
  await page.clock.pass(20);
  assert.equal(page.requests.length, 2);
  await settle();
});

test("after a swap with nothing chosen, the page stops asking", async () => {
  const page = await openPage(TABLE, "composer");
  find("#p-4D").click();
  find("#p-4D").checked = false;
  send("live:swapped", null);
  await page.clock.pass(20);
  assert.equal(page.requests.length, 0);
  assert.ok(!find("#composer").hasAttribute("data-asking"));
});

// Suggestions

test("the same question again keeps its buttons, and the focus on them", async () => {
  const page = await openPage(TABLE, "composer");
  const question = (words) => `${ANSWER}<div id="choices"><button>${words}</button></div>`;
  for (const words of ["One", "One", "Two"]) {
    const asked = find("#choices button");
    asked?.focus();
    find("#c-7S").checked = true;
    send("live:swapped", null);
    await page.clock.pass(20);
    await page.requests.at(-1).answer({ text: question(words) });
    assert.equal(find("#choices button").textContent, words);
    assert.equal(find("#choices button") === asked, asked?.textContent === words);
  }
});

const OFFER = `${ANSWER}<div id="suggestions"><button type="button" data-piles="4D 3C">Takes both</button></div>`;

const offered = async () => {
  const page = await openPage(TABLE, "composer");
  find("#p-KC").click();
  find("#c-7S").click();
  await page.clock.pass(20);
  await page.requests[0].answer({ text: OFFER });
  return page;
};

test("a suggestion stands after the sentence and chooses its piles and no others", async () => {
  const page = await offered();
  assert.equal(find("#sentence").nextElementSibling.id, "suggestions");
  find("#suggestions button").focus();
  find("#suggestions button").click();
  const chosen = Array.from(document.querySelectorAll("input:checked"), (input) => input.value);
  assert.deepEqual(chosen, ["7S", "4D", "3C"]);
  assert.equal(document.activeElement.id, "c-7S");
  await page.clock.pass(20);
  assert.equal(page.requests.length, 2);
  assert.equal(page.requests[1].body, "card=7S&pile=4D&pile=3C");
});

test("suggestions go away with the next choice", async () => {
  await offered();
  find("#c-9H").click();
  assert.equal(find("#suggestions"), null);
});

// Answers known before

const PLAYED = `<div id="game" data-turn="yes" data-version="7">${TABLE.replace("<div id", '<div data-answers="/answers/" id')}</div>`;
const ANSWERS = {
  version: 7,
  pieces: [
    '<p id="sentence">',
    "Choose one.</p>",
    "Takes 3♣ and 4♦.</p>",
    '<button class="action is-main" id="do-take"></button>',
  ],
  answers: { "|": [0, 1], "7S|3C 4D": [0, 2, 3] },
};

const answered = async (more) => {
  const page = await openPage(PLAYED, "composer");
  await page.requests[0].answer({ text: JSON.stringify({ ...ANSWERS, ...more }) });
  return page;
};
const asked = (page) => page.requests.map(({ address }) => address);

test("a likely choice has its answer at once, in whatever order it is made", async () => {
  const page = await answered();
  assert.deepEqual(asked(page), ["/answers/"]);
  for (const id of ["#p-4D", "#c-7S", "#p-3C"]) find(id).click();
  await settle();
  assert.equal(find("#sentence").textContent, "Takes 3♣ and 4♦.");
  assert.ok(find("#do-take").classList.contains("is-main"));
  assert.ok(!find("#composer").hasAttribute("data-asking"));
  await page.clock.pass(20);
  assert.deepEqual(asked(page), ["/answers/"]);
});

test("any other choice is asked about", async () => {
  const page = await answered();
  find("#c-7S").click();
  await settle();
  await page.clock.pass(20);
  assert.deepEqual(asked(page), ["/answers/", "/compose/"]);
});

test("Reset has its answer at once", async () => {
  const page = await answered();
  find("#reset").click();
  await settle();
  assert.equal(find("#sentence").textContent, "Choose one.");
  assert.equal(page.requests.length, 1);
});

test("answers that come after a choice count for it, and the question is given up", async () => {
  const page = await openPage(PLAYED, "composer");
  for (const id of ["#c-7S", "#p-4D", "#p-3C"]) find(id).click();
  await page.clock.pass(20);
  assert.deepEqual(asked(page), ["/answers/", "/compose/"]);
  await page.requests[0].answer({ text: JSON.stringify(ANSWERS) });
  assert.equal(find("#sentence").textContent, "Takes 3♣ and 4♦.");
  assert.ok(page.requests[1].isAborted());
});

test("an answer that was shown is not shown again when the answers come", async () => {
  const page = await openPage(PLAYED, "composer");
  for (const id of ["#c-7S", "#p-4D", "#p-3C"]) find(id).click();
  await page.clock.pass(20);
  await page.requests[1].answer({ text: ANSWER });
  await page.requests[0].answer({ text: JSON.stringify(ANSWERS) });
  assert.equal(find("#sentence").textContent, "Takes both.");
});

test("answers about another version of the table are not shown", async () => {
  for (const version of [6, 8]) {
    const page = await answered({ version });
    find("#reset").click();
    await settle();
    await page.clock.pass(20);
    assert.deepEqual(asked(page), ["/answers/", "/compose/"]);
  }
});

test("a new version of the table is asked about again, the same one is not", async () => {
  const page = await answered();
  send("live:swapped", null);
  await settle();
  assert.deepEqual(asked(page), ["/answers/"]);
  find("#game").dataset.version = "8";
  send("live:swapped", null);
  await settle();
  assert.deepEqual(asked(page), ["/answers/", "/answers/"]);
  find("#reset").click();
  await settle();
  await page.clock.pass(20);
  assert.deepEqual(asked(page).slice(2), ["/compose/"]);
});

test("answers about an earlier version that come late are dropped", async () => {
  const page = await openPage(PLAYED, "composer");
  find("#game").dataset.version = "8";
  send("live:swapped", null);
  assert.ok(page.requests[0].isAborted());
  await page.requests[1].answer({ text: JSON.stringify({ ...ANSWERS, version: 8 }) });
  await page.requests[0].answer({ text: JSON.stringify(ANSWERS) });
  find("#reset").click();
  await settle();
  assert.equal(find("#sentence").textContent, "Choose one.");
});

test("while others are to move, nothing is fetched", async () => {
  const page = await openPage(PLAYED.replace('"yes"', '"no"'), "composer");
  assert.deepEqual(page.requests, []);
});

test("without the answers, the page asks about each choice", async () => {
  for (const refuse of [(request) => request.fail(), (request) => request.answer({ status: 429 })]) {
    const page = await openPage(PLAYED, "composer");
    await refuse(page.requests[0]);
    find("#reset").click();
    await settle();
    await page.clock.pass(20);
    assert.deepEqual(asked(page), ["/answers/", "/compose/"]);
  }
});
