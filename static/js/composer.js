// Shows what the chosen cards would do. The page knows which piles a card can be played on, so these
// are outlined at once; the sentence and the buttons come from the server.

const TOGETHER_MS = 20; // changes made together are asked about once
const LATER_MS = 3000; // after asking too often

let timer = 0;
let asking = null; // aborts the newest request while it has no answer

const byId = (id) => document.getElementById(id);
const chosenCards = () => [...document.querySelectorAll("#play input[name=card]:checked")];
const chosenPiles = () => [...document.querySelectorAll("#play input[name=pile]:checked")];

// Outlines

function outline() {
  const cards = chosenCards();
  const piles = chosenPiles();
  const uses = readUses();
  for (const pile of document.querySelectorAll("#play input[name=pile]")) {
    mark(pile, cards.length > 0 && cards.every((card) => uses[card.value].includes(pile.value)));
  }
  for (const held of document.querySelectorAll("#play input[name=card]")) {
    const isFree = held.type === "radio" ? cards.length === 0 : !held.checked;
    const canUse = piles.length > 0 && piles.every((pile) => uses[held.value].includes(pile.value));
    mark(held, isFree && canUse);
  }
}

// "7S=4D,3C 9H=": for each card in the hand, the piles that it can be played on.
function readUses() {
  const uses = {};
  for (const word of (byId("composer")?.dataset.uses ?? "").split(" ")) {
    const [card, keys = ""] = word.split("=");
    uses[card] = keys.split(",");
  }
  return uses;
}

function mark(input, isUsable) {
  input.closest("label").classList.toggle("is-usable", isUsable);
}

// Asking

function askSoon() {
  stopAsking();
  showAsking(true);
  timer = setTimeout(ask, TOGETHER_MS);
}

// Enter waits for the answer: the button it would press may belong to the cards chosen before.
function showAsking(isAsking) {
  byId("composer")?.toggleAttribute("data-asking", isAsking);
}

function stopAsking() {
  showAsking(false);
  clearTimeout(timer);
  timer = 0;
  asking?.abort();
  asking = null;
}

async function ask() {
  timer = 0;
  const composer = byId("composer");
  if (!composer) return;
  const mine = new AbortController();
  asking = mine;
  try {
    const response = await fetch(composer.dataset.ask, {
      method: "POST",
      body: new FormData(byId("play")),
      credentials: "same-origin",
      signal: mine.signal,
    });
    if (response.status === 429) return askLater(mine);
    if (!response.ok) throw new Error(String(response.status));
    const html = await response.text();
    if (asking === mine) show(new DOMParser().parseFromString(html, "text/html"));
  } catch {
    if (asking === mine) giveUp();
  } finally {
    if (asking === mine) stopAsking();
  }
}

// The page stays as it is. Until the answer comes, the server decides what a button does.
function askLater(refused) {
  if (asking !== refused) return;
  asking = null;
  timer = setTimeout(ask, LATER_MS);
}

// The elements stay, so that the focus stays too and a screen reader says what changed.
function show(next) {
  say(next.getElementById("sentence").childNodes, false);
  byId("choices")?.remove();
  const choices = next.getElementById("choices");
  if (choices) byId("sentence").after(choices);
  for (const button of next.querySelectorAll(".action")) {
    const shown = byId(button.id);
    if (!shown) continue; // it belongs to a step of the turn that the page does not show yet
    shown.classList.toggle("is-main", button.classList.contains("is-main"));
    enable(shown, !button.hasAttribute("aria-disabled"));
    const note = button.getAttribute("aria-describedby");
    byId(note).replaceChildren(...next.getElementById(note).childNodes);
  }
}

function enable(button, isEnabled) {
  if (isEnabled) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

function say(nodes, isReason) {
  const sentence = byId("sentence");
  sentence.classList.toggle("is-reason", isReason);
  sentence.replaceChildren(...nodes);
}

function giveUp() {
  say([byId("composer").dataset.notTold], true);
  for (const button of document.querySelectorAll("#composer .action")) enable(button, true);
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("#play input[name=card], #play input[name=pile]")) return;
  byId("refusal")?.remove();
  byId("choices")?.remove();
  outline();
  askSoon();
});

document.addEventListener("live:swapped", () => {
  outline();
  if (chosenCards().length > 0 || chosenPiles().length > 0) askSoon();
  else stopAsking();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-reset]")) askSoon();
});

// A disabled button says why it is disabled. Until the answer comes, the server decides.
document.addEventListener("click", (event) => {
  const button = event.target.closest("#composer .action[aria-disabled=true]");
  if (!button || timer || asking) return;
  event.preventDefault();
  byId("refusal")?.remove();
  say(byId(button.getAttribute("aria-describedby")).cloneNode(true).childNodes, true);
}, { capture: true });

outline();
if (chosenCards().length > 0 || chosenPiles().length > 0) askSoon();
