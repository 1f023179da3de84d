// A tap on a triplet card that the hand can complete chooses the cards for it, and a second tap
// unchooses them. If the player has chosen three other cards, they stay: the tap says what for.

import { check, findAll } from "./dom.js";

const SIZE = 3;

/** @type {string[]} */
let laid = []; // the ids of the cards that were chosen here

const allCards = () => findAll("#play input[name='card']", HTMLInputElement);

function chosenIds() {
  return allCards()
    .filter((card) => card.checked)
    .map((card) => card.id);
}

/** @param {string[]} ids */
const areLaid = (ids) => laid.length > 0 && ids.join() === laid.join();

/** @param {HTMLInputElement} goal @param {string[]} codes */
function lay(goal, codes) {
  for (const other of findAll("#play .goal input:checked", HTMLInputElement)) {
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
  if (!(goal instanceof HTMLInputElement) || !goal.matches("#play .goal input")) return;
  const ids = chosenIds();
  const codes = goal.dataset.cards;
  if (!goal.checked) {
    if (areLaid(ids)) takeBack();
  } else if (codes && (ids.length !== SIZE || areLaid(ids))) lay(goal, codes.split(" "));
});
