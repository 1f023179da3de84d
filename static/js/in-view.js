// Tells the page's socket when the page is hidden, and when it is in view again: players who have no
// page in view are told of their turns elsewhere. The site takes a new socket for one in view.

/** @type {{ sendImmediately(message: string): void } | null} */
let socket = null;

function tell() {
  socket?.sendImmediately(document.visibilityState);
}

document.addEventListener("htmx:wsOpen", (event) => {
  socket = event.detail.socketWrapper;
  if (document.hidden) tell();
});
document.addEventListener("htmx:wsClose", () => {
  socket = null;
});
document.addEventListener("visibilitychange", tell);
