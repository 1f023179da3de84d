// Sounds of the table, for who has switched them on: each event is heard once, and a browser that
// does not let a page make sounds keeps it silent.

import { newEvent } from "./newest.js";

const TURN_AFTER_MS = 450; // the card is heard first

const buffers = new Map();
let context = null;

const isOn = () => document.body.dataset.sounds === "on";

// Browsers let a page be heard once it was touched.
function unlock() {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}

for (const touched of ["pointerdown", "keydown"]) {
  window.addEventListener(touched, unlock, { capture: true, passive: true });
}

// Play one of the sounds that #live names in data-sound-…; nothing when it can not be heard.
export async function playSound(name) {
  if (!isOn() || context?.state !== "running") return;
  try {
    const buffer = await load(name);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start();
  } catch {
    buffers.delete(name); // silence is no error: the next one may come
  }
}

function load(name) {
  if (!buffers.has(name)) {
    const address = document.getElementById("live").getAttribute(`data-sound-${name}`);
    buffers.set(name, fetch(address).then((answer) => answer.arrayBuffer()).then((bytes) => context.decodeAudioData(bytes)));
  }
  return buffers.get(name);
}

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  if (next.querySelector("#result") && target.querySelector("#last-move")) {
    playSound("end");
    return;
  }
  const told = newEvent(target, next);
  if (told?.card) playSound(told.action === "capture" ? "capture" : "card");
  if (next.dataset.turn === "yes" && target.dataset.turn !== "yes") {
    setTimeout(playSound, TURN_AFTER_MS, "turn");
  }
});
