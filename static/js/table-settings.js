// The table's settings take effect at once: the scripts of this page read them on the body.

document.addEventListener("change", (event) => {
  const box = event.target;
  if (box.matches("#table-settings input")) document.body.dataset[box.name] = box.checked ? "on" : "off";
});
