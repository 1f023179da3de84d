// Does not send the options that do not exist for the chosen number of players: lobby.css hides
// them.

function leaveOut(form) {
  const players = form.querySelector("[name=players]:checked");
  for (const field of form.querySelectorAll("[data-seats]")) {
    const seats = field.dataset.seats.split(" ");
    field.disabled = players !== null && !seats.includes(players.value);
  }
}

document.addEventListener("change", (event) => {
  if (event.target.name === "players") leaveOut(event.target.form);
});
window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach(leaveOut));
