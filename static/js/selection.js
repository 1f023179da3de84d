// A selection survives the opponent's move, and a move of the player's own after which the turn goes
// on. Reset undoes it, and a second tap undoes a part of it.

let sentAt = null; // the number of moves seen when a move was sent

document.addEventListener("live:sent", (event) => {
  sentAt = event.detail.seen;
});

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  const isAnswered = sentAt !== null && next.dataset.seen !== sentAt;
  const isRefused = next.querySelector("#refusal, #choices") !== null;
  if (isAnswered || isRefused) sentAt = null;
  const goesOn = next.querySelector("#play [data-goes-on]") !== null;
  if (isAnswered && !isRefused && !goesOn) return; // the move was made: nothing stays selected
  for (const chosen of target.querySelectorAll("#play input:checked, #pick input:checked")) {
    const twin = next.querySelector(`#${CSS.escape(chosen.id)}`);
    if (twin) {
      twin.checked = true;
      twin.setAttribute("checked", "");
    }
  }
  keepValue(target, next, "[data-random]");
  keepValue(target, next, "#typed");
});

function keepValue(target, next, selector) {
  const value = target.querySelector(selector)?.value;
  const twin = next.querySelector(selector);
  if (!value || !twin) return;
  twin.value = value;
  twin.setAttribute("value", value);
}

function uncheck(input) {
  input.checked = false;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function clearSelection() {
  for (const input of document.querySelectorAll("#play input:checked")) uncheck(input);
  document.getElementById("refusal")?.remove();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-reset]")) return;
  event.preventDefault();
  clearSelection();
});

// Browsers never uncheck a radio button: here a tap on the chosen card of the hand does.
let wasChecked = null;
document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".hand-card")?.querySelector("input[type=radio]");
  wasChecked = card?.checked ? card : null;
});
document.addEventListener("click", (event) => {
  if (event.target === wasChecked) {
    uncheck(wasChecked);
    wasChecked = null;
  }
});

// Firefox restores old selections on a reload; the server knows better.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) clearSelection();
});
