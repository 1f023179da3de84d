// Says whether the device or the site is away, and opens the page that was asked for as soon as the
// site answers. This script is kept by browsers together with its page.

import { byId, required } from "./dom.js";

const FIRST_MS = 2000;
const LONGEST_MS = 30_000;

const { address = "" } = required(byId("offline")).dataset;
let wait = FIRST_MS;
let timer = 0;

function tell() {
  required(byId("device-offline")).hidden = navigator.onLine;
  required(byId("site-silent")).hidden = !navigator.onLine;
}

async function doesAnswer() {
  try {
    return (await fetch(address, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

async function tryAgain() {
  if (await doesAnswer()) location.reload();
  else schedule();
}

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(tryAgain, wait);
  wait = Math.min(2 * wait, LONGEST_MS);
}

for (const change of ["online", "offline"]) {
  window.addEventListener(change, () => {
    tell();
    wait = FIRST_MS;
    schedule();
  });
}

tell();
if (location.pathname !== address) schedule(); // at its own address there is nothing to come back to
