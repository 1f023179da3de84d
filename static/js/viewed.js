// Tells the site that its player has seen the game end, on a page that was open then: only once the
// page is in view.

import { find } from "./dom.js";
import { isEnd } from "./newest.js";

let isNews = false;

function tellViewed() {
  const token = find("[name=csrfmiddlewaretoken]", HTMLInputElement);
  if (!isNews || document.hidden || !token) return;
  isNews = false;
  const body = new FormData();
  body.append(token.name, token.value);
  // If this does not arrive, the game stays among the news.
  fetch(`${location.pathname}viewed/`, { method: "POST", body, credentials: "same-origin" }).catch(() => {});
}

document.addEventListener("live:swapping", (event) => {
  if (isEnd(event.detail.target, event.detail.next)) isNews = true;
});
document.addEventListener("live:swapped", tellViewed);
document.addEventListener("visibilitychange", tellViewed);
