// The page of a game for the tests of live.js: what its visitor sends, and what the site sends it.

import assert from "node:assert/strict";
import { element, find, openPage, send, settle } from "./page.js";

export const game = ({ version = 3, seen = 2, stage = "is-playing", more = "" } = {}) => `
  <div id="game" class="game ${stage}" data-version="${version}" data-seen="${seen}">
    <input id="poll" type="hidden">
    <p id="connection" data-lost="Lost." data-retrying="Retrying." data-unsent="Unsent." data-failed="Failed."></p>
    <h1 id="headline" tabindex="-1">Your turn</h1>
    <form id="play" action="/games/1/"><input name="card" value="7S"><button name="action" value="take" id="take"></button></form>
    ${more}
  </div>`;

export const open = (values) => openPage(`<div id="live">${game(values)}</div>`, "live");
export const said = () => find("#connection").textContent;
export const isBusy = () => find("#play").hasAttribute("aria-busy");

export function submit() {
  const triggeringEvent = new Event("submit", { cancelable: true });
  triggeringEvent.submitter = find("#take");
  const parameters = {};
  const event = send("htmx:wsConfigSend", { parameters, triggeringEvent }, find("#play"));
  const isLeftToSocket = !event.defaultPrevented;
  assert.equal(triggeringEvent.defaultPrevented, !isLeftToSocket);
  return { parameters, isLeftToSocket };
}

/** Swap in a game as htmx does, unless live.js prevents it; return whether it was swapped in. */
export async function receive(values) {
  const fragment = document.createDocumentFragment();
  fragment.append(element(game(values)));
  const next = fragment.firstElementChild;
  const target = find("#game");
  const event = send("htmx:oobBeforeSwap", { target, fragment }, target);
  if (!event.defaultPrevented) target.replaceWith(next);
  await settle();
  return !event.defaultPrevented;
}
