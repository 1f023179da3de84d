// A tap on a triplet card that the hand can complete chooses the cards for it, and a second tap
// unchooses them. If the player has chosen three other cards, they stay: the tap says what for.

const SIZE = 3;

let laid = []; // the ids of the cards that were chosen here

const allCards = () => [...document.querySelectorAll("#play input[name='card']")];
const chosenIds = () => allCards().filter((card) => card.checked).map((card) => card.id);
const areLaid = (ids) => laid.length > 0 && ids.join() === laid.join();

function check(input, isChecked) {
  if (input.checked === isChecked) return;
  input.checked = isChecked;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function lay(goal) {
  const codes = goal.dataset.cards.split(" ");
  for (const other of document.querySelectorAll("#play .goal input:checked")) {
    if (other !== goal) check(other, false);
  }
  for (const card of allCards()) {
    const place = codes.indexOf(card.value);
    check(card, place >= 0);
    if (place >= 0) codes.splice(place, 1); // it may take only one of two equal cards
  }
  laid = chosenIds();
}

function takeBack() {
  for (const card of allCards()) check(card, false);
  laid = [];
}

document.addEventListener("change", ({ target: goal }) => {
  if (!goal.matches("#play .goal input")) return;
  const ids = chosenIds();
  if (!goal.checked) {
    if (areLaid(ids)) takeBack();
  } else if (goal.dataset.cards && (ids.length !== SIZE || areLaid(ids))) lay(goal);
});
