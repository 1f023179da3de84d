// Swaps live fragments (#game or #lobby) in safely: an older version never replaces a newer one,
// and whatever the visitor opened or typed survives. When the socket fails, a move is sent by POST,
// again and again until it is answered: the site takes the same move only once.

const UNANSWERED_MS = 3000;
const NOTICE_MS = 4000;
const POSTED_MS = 10000;
const REFUSED = [409, 422, 429];
const UNREACHABLE = [502, 503, 504];

let socketIsOpen = false;
let noticeTimer = 0;
let isLost = false; // whether the socket has been closed for longer than NOTICE_MS
let waiting = null; // the send that has no answer yet: {form, values, timer, isPosted, isUnsent}

const fragment = () => document.querySelector("#game, #lobby");

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
document.addEventListener("htmx:wsClose", () => {
  socketIsOpen = false;
  if (noticeTimer === 0) noticeTimer = setTimeout(showLost, NOTICE_MS);
});

window.addEventListener("online", sendAgain);
document.addEventListener("htmx:sendError", () => {
  showConnection(lostWords() || connectionWords().retrying);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.id !== "poll" || !event.detail.successful) return;
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

// What the page would say of its connection, by name.
function connectionWords() {
  return document.getElementById("connection")?.dataset ?? {};
}

function showConnection(words) {
  const place = document.getElementById("connection");
  if (place && place.textContent !== words) place.textContent = words;
}

// Sending

document.addEventListener("htmx:wsConfigSend", (event) => {
  const { parameters, triggeringEvent } = event.detail;
  const form = event.target;
  const submitter = triggeringEvent?.submitter;
  if (waiting) {
    triggeringEvent?.preventDefault();
    event.preventDefault();
    return;
  }
  if (submitter?.name) parameters[submitter.name] = submitter.value;
  const values = formValues(form, submitter);
  const seen = fragment().dataset.seen;
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

function formValues(form, submitter) {
  const values = new FormData(form);
  if (submitter?.name) values.append(submitter.name, submitter.value);
  return values;
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
  fetch(form.getAttribute("action"), {
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
    .then((answer) => takeAnswer(sent, answer), () => keepUnsent(sent));
}

function takeAnswer(sent, { isTaken, html }) {
  if (isTaken) swapIn(html);
  if (waiting === sent) settle();
  if (!isTaken) showConnection(connectionWords().failed);
}

function keepUnsent(sent) {
  sent.isPosted = false;
  sent.isUnsent = true;
  if (waiting === sent) showConnection(lostWords());
}

function swapIn(html) {
  htmx.swap(document.getElementById("live"), html, { swapStyle: "none" });
}

function settle() {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  waiting.form.removeAttribute("aria-busy");
  waiting = null;
  showConnection(lostWords());
}

// Swapping

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment: incoming } = event.detail;
  if (target !== fragment()) return;
  const next = incoming.firstElementChild ?? incoming;
  if (Number(next.dataset.version) < Number(target.dataset.version)) {
    event.preventDefault();
    return;
  }
  const answers = waiting && answersWaiting(target, next);
  for (const details of target.querySelectorAll("details[id]")) {
    const twin = next.querySelector(`#${CSS.escape(details.id)}`);
    if (twin) twin.open = details.open;
  }
  keepTab(target, next);
  if (answers && next.querySelector("#quitting")) next.querySelector("#quitting").open = false;
  document.dispatchEvent(new CustomEvent("live:swapping", { detail: { target, next } }));
  const focused = target.contains(document.activeElement);
  const asks = next.querySelector("#choices") !== null;
  const isNextStage = [...next.classList].some((name) => !target.classList.contains(name));
  const connection = next.querySelector("#connection");
  if (connection) connection.textContent = lostWords();
  queueMicrotask(() => {
    if (answers) settle();
    if (asks) document.querySelector("#choices button")?.focus();
    else if (focused) keepFocus();
    if (isNextStage) scrollTo(0, 0); // picking was further down, and the table begins at the top
    announceSwap();
  });
});

// Only the answer to a move has a refusal or choices, or one move more.
function answersWaiting(target, next) {
  return next.dataset.seen !== target.dataset.seen || next.querySelector("#refusal, #choices") !== null
    || next.dataset.version !== target.dataset.version;
}

// The button just pressed is disabled when the turn passes: the focus must not be lost.
function keepFocus() {
  const active = document.activeElement;
  if (active && active !== document.body && !active.disabled) return;
  document.querySelector("#headline, #turn")?.focus({ preventScroll: true });
}

// What else the page shows

// On phones the trackers are behind tabs: the open tab stays open.
function keepTab(target, next) {
  const tab = target.querySelector(".tabs input:checked");
  const twin = tab && next.querySelector(`#${tab.id}`);
  if (!twin) return;
  next.querySelector(".tabs input[checked]").removeAttribute("checked");
  twin.setAttribute("checked", "");
}

// Scroll to the newest capture.
function showNewestCaptures() {
  for (const list of document.querySelectorAll(".captures")) list.scrollTop = list.scrollHeight;
}

document.addEventListener("live:swapped", showNewestCaptures);
window.addEventListener("pageshow", (event) => {
  if (event.persisted && window.htmx) htmx.trigger("#poll", "refresh");
});

showNewestCaptures();
