// Plays the sounds of the table for who has switched them on; a browser that does not let the page
// make sounds keeps it silent. Only to be imported: in a script tag too it would be loaded twice.

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
