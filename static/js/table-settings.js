// The table's settings take effect at once: the scripts of this page read them on the body.

import { byId, find } from "./dom.js";

const mute = byId("sounds-button");

document.addEventListener("change", ({ target: box }) => {
  if (!(box instanceof HTMLInputElement) || !box.matches("#table-settings input")) return;
  document.body.dataset[box.name] = box.checked ? "on" : "off";
  if (box.name === "sounds") mute?.setAttribute("aria-pressed", String(box.checked));
});

// The button is a quicker way to the switch in the menu, which sends the settings.
mute?.addEventListener("click", () => find("#table-settings [name=sounds]", HTMLInputElement)?.click());
