// Registers the service worker on every page, and sends no form twice by a double click. When nobody is
// logged in, it takes the number off the icon of the installed site, and forgets how a hand was sorted
// and what was chosen. It shows a page that the browser has kept only to its reader, closes the note
// that the site has been updated, and has lost sockets opened again soon.

import { showBadge } from "./badge.js";
import { byId, closest, find } from "./dom.js";
import { loadAgain } from "./leave.js";
import { CHOSEN, HAND_ORDER, inTab, keepText, READER, recallText } from "./storage.js";

const TWICE_MS = 2000;
const LONGEST_PAUSE_MS = 8000;

const reader = byId("turns")?.dataset.reader ?? null;

/** @type {EventTarget | null} */
let sentForm = null;
let sentAt = 0;

async function register() {
  const address = find('link[rel="manifest"]', HTMLLinkElement)?.dataset.worker;
  try {
    if (address) await navigator.serviceWorker.register(address);
  } catch {
    // an insecure address, an old browser, or storage denied: the site works without
  }
}

register();
// At random, because all pages lose a site that restarts at once. By itself, htmx would wait for up to
// a minute after an outage.
htmx.config.wsReconnectDelay = (retries) => Math.random() * Math.min(1000 * 2 ** retries, LONGEST_PAUSE_MS);
keepText(READER, reader);
if (!byId("turns")) {
  showBadge(0);
  keepText(HAND_ORDER, null);
  keepText(CHOSEN, null, inTab);
}

// The answer to the second click would be shown: that the page is too old, to a visitor whom the first has
// made a guest. A form that closes a dialog, or asks for a page, may be sent again at once.
window.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !closest(event, "form[method=post]")) return;
  const now = performance.now();
  if (event.target === sentForm && now - sentAt < TWICE_MS) event.preventDefault();
  else [sentForm, sentAt] = [event.target, now];
});
// On each new connection, the site sends the note again if it still applies.
document.addEventListener("htmx:wsOpen", emptyOutdated);
document.addEventListener("click", (event) => {
  if (!closest(event, "#outdated button")) return;
  emptyOutdated()?.setAttribute("hidden", ""); // until another page is opened
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  sentForm = null;
  if (recallText(READER) !== reader) askAnew();
});

function emptyOutdated() {
  const place = byId("outdated");
  if (place?.contains(document.activeElement)) byId("main")?.focus({ preventScroll: true });
  place?.replaceChildren();
  return place;
}

// Safari keeps whole pages for a step back, over http also those that say that they must not be kept.
function askAnew() {
  document.body.hidden = true;
  loadAgain();
}
