// Plays the sounds of the table softly, unless the visitor switched them off or the browser forbids
// them.

import { byId, required } from "./dom.js";

/** @type {Map<string, Promise<AudioBuffer>>} */
const buffers = new Map();
const VOLUME = 0.35;
const REST_AFTER_MS = 5000; // longer than any sound
const LATE_MS = 1500;

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let volume = null;
let isResting = false; // silence costs a device as much as sounds
let waking = Promise.resolve();
let timer = 0;

const isOn = () => document.body.dataset.sounds === "on";

// Browsers allow sounds once the visitor has touched the page; a finger counts when it is lifted. On
// iOS a call or the lock screen interrupts them.
function unlock() {
  if (!isOn()) return;
  if (!context) {
    context = new AudioContext();
    volume = context.createGain();
    volume.gain.value = VOLUME;
    volume.connect(context.destination);
  } else if (context.state === "running" || (isResting && context.state === "suspended")) {
    return;
  }
  wake(context).catch(() => {});
}

/** @param {AudioContext} context */
function wake(context) {
  isResting = false;
  waking = context.resume().then(restLater);
  return waking;
}

function restLater() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    isResting = true;
    context?.suspend().catch(() => {});
  }, REST_AFTER_MS);
}

for (const touched of ["pointerup", "keydown"]) {
  window.addEventListener(touched, unlock, { capture: true, passive: true });
}
window.addEventListener("change", unlock); // the switch itself, after table-settings.js has heard it

/**
 * Play one of the sounds that #live names in data-sound-…, or nothing if it cannot be heard.
 * @param {string} name
 */
export async function playSound(name) {
  if (!isOn() || !context || !volume) return;
  const asked = performance.now();
  try {
    if (isResting) wake(context);
    if (context.state !== "running") await waking;
    if (context.state !== "running" || performance.now() - asked > LATE_MS) return;
    const source = context.createBufferSource();
    source.buffer = await load(context, name);
    if (isResting) return;
    source.connect(volume);
    source.start();
    restLater();
  } catch {
    buffers.delete(name); // silence is not an error: the next sound may play
  }
}

/** @param {AudioContext} context @param {string} name */
function load(context, name) {
  const loaded = buffers.get(name) ?? fetchSound(context, name);
  buffers.set(name, loaded);
  return loaded;
}

/** @param {AudioContext} context @param {string} name */
async function fetchSound(context, name) {
  const address = required(byId("live")?.getAttribute(`data-sound-${name}`));
  const answer = await fetch(address);
  return context.decodeAudioData(await answer.arrayBuffer());
}
