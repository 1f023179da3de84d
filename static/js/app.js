// Registers the service worker on every page. When nobody is logged in, it takes the number off the icon
// of the installed site, and forgets how a hand was sorted.

import { showBadge } from "./badge.js";
import { byId, find } from "./dom.js";
import { HAND_ORDER, keepText } from "./storage.js";

async function register() {
  const address = find('link[rel="manifest"]', HTMLLinkElement)?.dataset.worker;
  try {
    if (address) await navigator.serviceWorker.register(address);
  } catch {
    // an insecure address, an old browser, or storage denied: the site works without
  }
}

register();
if (!byId("turns")) {
  showBadge(0);
  keepText(HAND_ORDER, null);
}
