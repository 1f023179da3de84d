// The tab says whose turn it is: in its title and by its icon.

const usualEnd = document.title.slice(document.title.lastIndexOf(" · "));
const icon = document.querySelector('link[rel="icon"]');
const usualIcon = icon.href;

function showTurn() {
  const game = document.getElementById("game");
  if (!game) return;
  const isMine = game.dataset.turn === "yes";
  document.title = `${isMine ? "● " : ""}${game.dataset.title}${usualEnd}`;
  const wanted = isMine ? document.getElementById("live").dataset.turnIcon : usualIcon;
  if (icon.href !== wanted) icon.href = wanted;
}

document.addEventListener("live:swapped", showTurn);
showTurn();
