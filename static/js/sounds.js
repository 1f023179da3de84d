// Plays the sounds of the table for visitors who switched them on, if the browser allows sounds.
// Import this module only: with a script tag as well, it would be loaded twice.

const buffers = new Map();
let context = null;

const isOn = () => document.body.dataset.sounds === "on";

// Browsers allow sounds once the visitor has touched the page.
function unlock() {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}

for (const touched of ["pointerdown", "keydown"]) {
  window.addEventListener(touched, unlock, { capture: true, passive: true });
}

// Play one of the sounds that #live names in data-sound-…, or nothing if it cannot be heard.
export async function playSound(name) {
  if (!isOn() || context?.state !== "running") return;
  try {
    const buffer = await load(name);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start();
  } catch {
    buffers.delete(name); // silence is not an error: the next sound may play
  }
}

function load(name) {
  if (!buffers.has(name)) {
    const address = document.getElementById("live").getAttribute(`data-sound-${name}`);
    buffers.set(name, fetch(address).then((answer) => answer.arrayBuffer()).then((bytes) => context.decodeAudioData(bytes)));
  }
  return buffers.get(name);
}
