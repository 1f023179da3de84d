// Registers the service worker on every page, and takes the number off the icon of the installed site
// when nobody is logged in.

import { showBadge } from "./badge.js";
import { byId, find } from "./dom.js";

async function register() {
  const address = find('link[rel="manifest"]', HTMLLinkElement)?.dataset.worker;
  try {
    if (address) await navigator.serviceWorker.register(address);
  } catch {
    // an insecure address, an old browser, or storage denied: the site works without
  }
}

register();
if (!byId("turns")) showBadge(0);
