// Does not send the options that do not exist for the chosen number of players: lobby.css hides
// them.

import { find, findAll } from "./dom.js";

/** @param {HTMLFormElement} form */
function leaveOut(form) {
  const players = find("[name=players]:checked", HTMLInputElement, form);
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = form.querySelectorAll("[data-seats]");
  for (const field of fields) {
    const seats = field.dataset.seats?.split(" ") ?? [];
    field.disabled = players !== null && !seats.includes(players.value);
  }
}

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "players" && target.form) leaveOut(target.form);
});
window.addEventListener("pageshow", () => findAll("form", HTMLFormElement).forEach(leaveOut));
