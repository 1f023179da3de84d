// What the likely choices of a turn would do, as the server would answer: fetched once, when the
// turn begins, so that the page has the answer when the cards are chosen. Nothing is computed here.

import { byId, find } from "./dom.js";

/**
 * @typedef {object} Answers the answers for one version of the table
 * @property {number} version
 * @property {string[]} pieces pieces of HTML
 * @property {Record<string, number[]>} answers for each choice, the numbers of its pieces
 */

/** @type {Answers | null} */
let held = null;
let asked = ""; // the version that was asked about
let asking = new AbortController();

const version = () => byId("game")?.dataset.version ?? "";

/**
 * Return the HTML of the answer to what is chosen, or null if the server has to be asked.
 * @param {HTMLFormElement} form
 */
export function findAnswer(form) {
  if (!held || String(held.version) !== version()) return null;
  const numbers = held.answers[nameChoice(new FormData(form))];
  return numbers?.map((number) => held?.pieces[number]).join("") ?? null;
}

/**
 * Return the name of a choice: "7S|3C 4D".
 * @param {FormData} chosen
 */
export function nameChoice(chosen) {
  const [cards, piles] = ["card", "pile"].map((name) => chosen.getAll(name).sort().join(" "));
  return `${cards}|${piles}`;
}

/**
 * Fetch the answers for the table that is shown, once, if its player is to move. Without them the
 * page asks about each choice.
 * @returns {Promise<boolean>} whether they have come
 */
export async function fetchAnswers() {
  const address = byId("composer")?.dataset.answers;
  const form = find("#play", HTMLFormElement);
  if (!address || !form || byId("game")?.dataset.turn !== "yes" || asked === version()) return false;
  asked = version();
  asking.abort();
  const mine = new AbortController();
  asking = mine;
  try {
    const response = await postForm(address, form, mine.signal);
    if (response.status !== 200) return false;
    held = await response.json();
    return true;
  } catch {
    return false;
  }
}

/** @param {string} address @param {HTMLFormElement} form @param {AbortSignal} signal */
export function postForm(address, form, signal) {
  return fetch(address, { method: "POST", body: new FormData(form), credentials: "same-origin", signal });
}
