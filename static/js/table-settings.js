// The table's settings take effect at once: the scripts of this page read them on the body.

document.addEventListener("change", ({ target: box }) => {
  if (!(box instanceof HTMLInputElement) || !box.matches("#table-settings input")) return;
  document.body.dataset[box.name] = box.checked ? "on" : "off";
});
