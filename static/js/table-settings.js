// What is chosen in the table's settings holds at once: the scripts of this page read it on the body.

document.addEventListener("change", (event) => {
  const box = event.target;
  if (box.matches("#table-settings input")) document.body.dataset[box.name] = box.checked ? "on" : "off";
});
