// Swaps live fragments (#game or #lobby) in safely: an older version never replaces a newer one,
// and whatever the visitor opened or typed survives. When the socket fails, a move is sent by POST,
// again and again until it is answered: the site takes the same move only once.

import { askForWhole, keepCopy, putInto, readChanges } from "./changes.js";
import { byId, closest, find, findAll, required } from "./dom.js";
import { leave } from "./leave.js";
import { isEnd } from "./newest.js";

const UNANSWERED_MS = 3000;
const NOTICE_MS = 4000;
const POSTED_MS = 10000;
const NOT_FOUND = 4404; // the socket of a table that the visitor may not see, or no longer
const REFUSED = [409, 422, 429];
const UNREACHABLE = [502, 503, 504];

/**
 * @typedef {object} Sent a form that was sent and has no answer yet
 * @property {HTMLFormElement} form
 * @property {FormData} values
 * @property {number} timer
 * @property {boolean} [isPosted]
 * @property {boolean} [isUnsent]
 */

let socketIsOpen = false;
let noticeTimer = 0;
let isLost = false; // whether the socket has been closed for longer than NOTICE_MS
/** @type {Sent | null} */
let waiting = null;

const fragment = () => find("#game, #lobby", HTMLElement);

function announceSwap() {
  document.dispatchEvent(new CustomEvent("live:swapped"));
}

// The socket

document.addEventListener("htmx:wsOpen", () => {
  socketIsOpen = true;
  clearTimeout(noticeTimer);
  noticeTimer = 0;
  isLost = false;
  showConnection(lostWords());
  sendAgain();
});

// Each failed attempt closes the socket again: the notice counts from the first.
document.addEventListener("htmx:wsClose", (event) => {
  socketIsOpen = false;
  if (event.detail.event.code === NOT_FOUND) {
    leave();
    return;
  }
  if (noticeTimer === 0) noticeTimer = setTimeout(showLost, NOTICE_MS);
});

document.addEventListener("htmx:responseError", (event) => {
  if (closest(event, "#poll") && event.detail.xhr.status === 404) leave();
});

window.addEventListener("online", sendAgain);
document.addEventListener("htmx:sendError", () => {
  showConnection(lostWords() || connectionWords().retrying);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!closest(event, "#poll") || !event.detail.successful) return;
  showConnection(lostWords());
  sendAgain();
});

function showLost() {
  isLost = true;
  showConnection(lostWords());
}

function lostWords() {
  if (waiting?.isUnsent) return connectionWords().unsent;
  return isLost ? connectionWords().lost : "";
}

/**
 * Return what the page would say of its connection, by name.
 * @returns {DOMStringMap}
 */
function connectionWords() {
  return byId("connection")?.dataset ?? {};
}

/** @param {string | undefined} words */
function showConnection(words = "") {
  const place = byId("connection");
  if (place && place.textContent !== words) place.textContent = words;
}

// Sending

document.addEventListener("htmx:wsConfigSend", (event) => {
  const { parameters, triggeringEvent } = event.detail;
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (waiting) {
    triggeringEvent?.preventDefault();
    event.preventDefault();
    return;
  }
  const pressed = pressedBy(triggeringEvent);
  if (pressed) parameters[pressed.name] = pressed.value;
  const values = new FormData(form);
  if (pressed) values.append(pressed.name, pressed.value);
  const seen = fragment()?.dataset.seen;
  document.dispatchEvent(new CustomEvent("live:sent", { detail: { seen } }));
  if (socketIsOpen) {
    waiting = { form, values, timer: setTimeout(postWaiting, UNANSWERED_MS) };
    form.setAttribute("aria-busy", "true");
    return;
  }
  triggeringEvent?.preventDefault();
  event.preventDefault();
  waiting = { form, values, timer: 0 };
  postWaiting();
});

/**
 * Return the button that sent a form, if it has a name.
 * @param {SubmitEvent | undefined} event
 */
function pressedBy(event) {
  const submitter = event?.submitter;
  return submitter instanceof HTMLButtonElement && submitter.name ? submitter : null;
}

function sendAgain() {
  if (waiting?.isUnsent) postWaiting();
}

function postWaiting() {
  if (!waiting || waiting.isPosted) return;
  const sent = waiting;
  const { form, values } = sent;
  sent.isPosted = true;
  form.setAttribute("aria-busy", "true");
  fetch(form.getAttribute("action") ?? "", {
    method: "POST",
    body: values,
    headers: { "HX-Request": "true" },
    credentials: "same-origin",
    signal: AbortSignal.timeout(POSTED_MS),
  })
    .then(async (response) => {
      if (UNREACHABLE.includes(response.status)) throw new Error(String(response.status));
      return { isTaken: response.ok || REFUSED.includes(response.status), html: await response.text() };
    })
    .then(
      (answer) => takeAnswer(sent, answer),
      () => keepUnsent(sent),
    );
}

/** @param {Sent} sent @param {{ isTaken: boolean, html: string }} answer */
function takeAnswer(sent, { isTaken, html }) {
  if (isTaken) swapIn(html);
  if (waiting !== sent) return; // the socket has answered it meanwhile
  settle();
  if (!isTaken) showConnection(connectionWords().failed);
}

/** @param {Sent} sent */
function keepUnsent(sent) {
  sent.isPosted = false;
  sent.isUnsent = true;
  if (waiting === sent) showConnection(lostWords());
}

/** @param {string} html */
function swapIn(html) {
  htmx.swap(required(byId("live")), html, { swapStyle: "none" });
}

function settle() {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  waiting.form.removeAttribute("aria-busy");
  waiting = null;
  showConnection(lostWords());
}

// Swapping

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const changes = readChanges(event.detail.message);
  if (!changes) return;
  event.preventDefault();
  const whole = putInto(changes);
  if (whole) swapIn(whole);
  else if (whole === null) askForWhole();
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment: incoming } = event.detail;
  if (target !== fragment()) return;
  const next = incoming.firstElementChild ?? incoming;
  if (!(next instanceof HTMLElement)) return;
  if (Number(next.dataset.version) < Number(target.dataset.version)) {
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("live:overtaken", { detail: { older: next } }));
    return;
  }
  if (next.id === "game") keepCopy(next);
  const answers = waiting && answersWaiting(target, next);
  for (const details of findAll("details[id]", HTMLDetailsElement, target)) {
    const twin = find(`#${CSS.escape(details.id)}`, HTMLDetailsElement, next);
    if (twin) twin.open = details.open;
  }
  keepTab(target, next);
  const quitting = find("#quitting", HTMLDetailsElement, next);
  if (answers && quitting) quitting.open = false;
  document.dispatchEvent(new CustomEvent("live:swapping", { detail: { target, next } }));
  const focused = target.contains(document.activeElement);
  // As a new element, the same refusal is announced again.
  if (next.querySelector("#refusal")) target.querySelector("#refusal")?.remove();
  const asks = next.querySelector("#choices") !== null;
  const isNextStage = [...next.classList].some((name) => name.startsWith("is-") && !target.classList.contains(name));
  const hasPicked = target.querySelector("#pick") !== null && next.querySelector("#pick") === null;
  const ends = isEnd(target, next); // ending.js shows it where the player is
  const connection = next.querySelector("#connection");
  if (connection) connection.textContent = lostWords() ?? "";
  queueMicrotask(() => {
    if (answers) settle();
    if (asks) find("#choices button", HTMLElement)?.focus();
    else if (focused && !ends) keepFocus();
    if ((isNextStage || hasPicked) && !ends) scrollTo(0, 0); // picking was further down
    announceSwap();
  });
});

/**
 * Only the answer to a move has a refusal or choices, or one move more.
 * @param {HTMLElement} target
 * @param {HTMLElement} next
 */
export function answersWaiting(target, next) {
  const isTold = next.querySelector("#refusal, #choices") !== null;
  return isTold || next.dataset.seen !== target.dataset.seen || next.dataset.version !== target.dataset.version;
}

// The button just pressed is disabled when the turn passes: the focus must not be lost.
function keepFocus() {
  const active = document.activeElement;
  if (active && active !== document.body && !active.matches(":disabled")) return;
  find("#headline, #turn", HTMLElement)?.focus({ preventScroll: true });
}

// What else the page shows

/**
 * On phones the trackers are behind tabs: the open tab stays open. Only the count of a deck, which
 * is shown over the table, brings the table back.
 * @param {HTMLElement} target
 * @param {HTMLElement} next
 */
function keepTab(target, next) {
  const tab = target.querySelector(".tabs input:checked");
  const twin = tab && next.querySelector(`#${tab.id}`);
  const counted = next.querySelector(".counted");
  if (!twin || (counted && !target.querySelector(`#${counted.id}`))) return;
  next.querySelector(".tabs input[checked]")?.removeAttribute("checked");
  twin.setAttribute("checked", "");
}

// Scroll to the newest capture.
function showNewestCaptures() {
  for (const list of document.querySelectorAll(".captures")) list.scrollTop = list.scrollHeight;
}

document.addEventListener("live:swapped", showNewestCaptures);
window.addEventListener("pageshow", (event) => {
  if (event.persisted && "htmx" in window) htmx.trigger("#poll", "refresh");
});

showNewestCaptures();
const shown = fragment();
if (shown?.id === "game") keepCopy(shown);
