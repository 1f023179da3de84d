// Tells the site that its player has seen the news of a game, such as its end or the player's turn,
// on a page that was open then: only once the page is in view.

import { byId, find } from "./dom.js";
import { isEnd } from "./newest.js";

let isNews = false;

function tellViewed() {
  const token = find("[name=csrfmiddlewaretoken]", HTMLInputElement);
  if (!isNews || document.hidden || !token) return;
  isNews = false;
  const body = new FormData();
  body.append(token.name, token.value);
  // If this does not arrive, they stay news.
  fetch(`${location.pathname}viewed/`, { method: "POST", body, credentials: "same-origin" }).catch(() => {});
}

document.addEventListener("live:swapping", (event) => {
  if (isEnd(event.detail.target, event.detail.next)) isNews = true;
});
document.addEventListener("live:swapped", tellViewed);
document.addEventListener("htmx:oobAfterSwap", () => {
  const here = byId("unread-here");
  if (!here || here.getAttribute("value") === "0") return;
  here.setAttribute("value", "0"); // noted
  isNews = true;
  tellViewed();
});
document.addEventListener("visibilitychange", tellViewed);
