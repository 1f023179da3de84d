// The event that a swap brings, told by the strip above the piles: each is new only once, however
// often the table is sent again.

// What the strip says of its newest event, or null when the shown table had it already.
export function newEvent(target, next) {
  const shown = target.querySelector("#last-move");
  const strip = next.querySelector("#last-move");
  if (!shown || !strip || !(numberOf(strip) > numberOf(shown))) return null;
  return strip.dataset;
}

function numberOf(strip) {
  return Number(strip.dataset.number ?? 0);
}
