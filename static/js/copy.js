// The link of a table: its full address, a button that copies it, and one that shares it.

import { byId, closest, find, findAll, required } from "./dom.js";

function prepare() {
  for (const field of findAll("[data-absolute]", HTMLInputElement)) {
    field.value = new URL(field.getAttribute("value") ?? "", location.href).href;
  }
  for (const button of findAll("[data-copy]", HTMLElement)) button.hidden = false;
  for (const button of findAll("[data-share]", HTMLElement)) button.hidden = !navigator.share;
}

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-copy]");
  if (!button) return;
  const field = required(find(`#${button.dataset.copy}`, HTMLInputElement));
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // the clipboard needs https; this does not
  }
  const said = byId("copied");
  if (said) said.textContent = button.dataset.copied ?? "";
});

document.addEventListener("click", (event) => {
  const button = closest(event, "[data-share]");
  if (!button) return;
  const { value } = required(find(`#${button.dataset.share}`, HTMLInputElement));
  // It fails when the player thinks better of it, and the link is still there to be copied.
  navigator.share({ text: button.dataset.text, url: value }).catch(() => {});
});

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches("[data-absolute]")) target.select();
});

document.addEventListener("live:swapped", prepare);
prepare();
