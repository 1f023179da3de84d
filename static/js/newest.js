// The event that a swap brings, as the strip above the piles has it. Each event is new only once,
// however often the table is sent again.

// Return the data of the strip's newest event, or null if the table shown has it already.
export function newEvent(target, next) {
  const shown = target.querySelector("#last-move");
  const strip = next.querySelector("#last-move");
  if (!shown || !strip || !(numberOf(strip) > numberOf(shown))) return null;
  return strip.dataset;
}

function numberOf(strip) {
  return Number(strip.dataset.number ?? 0);
}
