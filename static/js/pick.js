// Adds the player's own random value to the shuffle when the secret card is sent.

function fillRandom() {
  const field = document.querySelector("#pick [data-random]");
  if (!field || field.value) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("live:swapped", fillRandom);
fillRandom();
