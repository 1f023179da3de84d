// The link of a table: its full address, and a button that copies it.

function prepare() {
  for (const field of document.querySelectorAll("[data-absolute]")) {
    field.value = new URL(field.getAttribute("value"), location.href).href;
  }
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // the clipboard needs https; this does not
  }
  const said = document.getElementById("copied");
  if (said) said.textContent = button.dataset.copied;
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-absolute]")) event.target.select();
});

document.addEventListener("live:swapped", prepare);
prepare();
