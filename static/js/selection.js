// A half-made selection survives the other player's move; Reset and a second tap take it back.

let sentAt = null; // the number of moves seen when a move was sent

document.addEventListener("live:sent", (event) => {
  sentAt = event.detail.seen;
});

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  const isAnswered = sentAt !== null && next.dataset.seen !== sentAt;
  const isRefused = next.querySelector("#refusal, #choices") !== null;
  if (isAnswered || isRefused) sentAt = null;
  if (isAnswered && !isRefused) return; // the move was made: nothing is selected any more
  for (const chosen of target.querySelectorAll("#play input:checked, #pick input:checked")) {
    const twin = next.querySelector(`#${CSS.escape(chosen.id)}`);
    if (twin) {
      twin.checked = true;
      twin.setAttribute("checked", "");
    }
  }
  const value = target.querySelector("[data-random]")?.value;
  const twin = next.querySelector("[data-random]");
  if (value && twin) twin.value = value;
});

function clearSelection() {
  for (const input of document.querySelectorAll("#play input:checked")) input.checked = false;
  document.getElementById("refusal")?.remove();
  dropChoices();
}

function dropChoices() {
  document.getElementById("choices")?.remove();
}

// The readings offered are those of the cards that were sent.
document.addEventListener("change", (event) => {
  if (event.target.closest("#play")) dropChoices();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-reset]")) return;
  event.preventDefault();
  clearSelection();
});

// Only a button plays: Enter on a card would press the first one.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.closest("#play")) clearSelection();
  if (event.key === "Enter" && event.target.matches("#play input")) event.preventDefault();
});

// A radio button can not be unchecked by the browser: a tap on the chosen hand card does it here.
let wasChecked = null;
document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".hand-card")?.querySelector("input");
  wasChecked = card?.checked ? card : null;
});
document.addEventListener("click", (event) => {
  if (event.target === wasChecked) {
    event.target.checked = false;
    wasChecked = null;
    dropChoices();
  }
});

// Firefox brings old selections back on a reload; the server knows better.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) clearSelection();
});
