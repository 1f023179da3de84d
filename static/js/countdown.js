// Counts down from the seconds that the server rendered; the browser's date plays no part.

const LOW_S = 15;
const LAST_S = 5;
const ASK_AFTER_MS = 4000; // after the grace: the site's own sweep goes first
const ASK_AGAIN_MS = 5000;
const TIMES_ASKED = 5;

let endsAt = null;
let announced = Infinity;
let timer = 0;
let asked = 0;

function start() {
  clearTimeout(timer);
  const clock = document.getElementById("clock");
  endsAt = clock ? performance.now() + 1000 * Number(clock.dataset.seconds) : null;
  if (clock && Number(clock.dataset.seconds) > LOW_S) announced = Infinity;
  if (clock) tick();
}

function tick() {
  const clock = document.getElementById("clock");
  if (!clock || endsAt === null) return;
  const milliseconds = endsAt - performance.now();
  const left = Math.max(0, Math.ceil(milliseconds / 1000));
  clock.querySelector("b").textContent = words(left);
  clock.classList.toggle("is-low", left <= LOW_S && left > LAST_S);
  clock.classList.toggle("is-last", left <= LAST_S);
  announce(left);
  if (milliseconds > 0) {
    asked = 0;
    timer = setTimeout(tick, milliseconds % 1000 || 1000);
  } else {
    timer = setTimeout(askServer, graceMilliseconds() + ASK_AFTER_MS);
  }
}

function words(left) {
  if (left >= 172800) return `${Math.floor(left / 86400)} days`;
  if (left >= 3600) return `${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

// Readers hear of it twice a turn, not every second.
function announce(left) {
  const place = document.getElementById("tick");
  const step = left <= LAST_S ? LAST_S : left <= LOW_S ? LOW_S : Infinity;
  if (!place || left === 0 || step >= announced) return;
  announced = step;
  const isMine = document.getElementById("game")?.dataset.turn === "yes";
  if (isMine) place.textContent = `${left} seconds left`;
}

function graceMilliseconds() {
  return 1000 * Number(document.getElementById("overdue")?.dataset.grace ?? 0);
}

// Time ran out and nothing came of it: ask for what follows, then only look again.
function askServer() {
  const overdue = document.getElementById("overdue");
  if (overdue && asked < TIMES_ASKED) {
    asked += 1;
    htmx.trigger(overdue, "ask");
  } else if (document.getElementById("poll")) {
    htmx.trigger("#poll", "refresh");
  }
  timer = setTimeout(askServer, ASK_AGAIN_MS);
}

document.addEventListener("live:swapped", start);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && endsAt !== null) {
    clearTimeout(timer);
    tick();
  }
});
start();
