// Lets a person have this browser sent notifications. Permission is asked for only after the button
// that says what they are for.

import { byId, find, required } from "./dom.js";

const PARTS = ["new-device", "push-missing", "push-denied", "push-failed"];

const form = find("#new-device", HTMLFormElement);

/** @param {string} shown */
function show(shown) {
  for (const id of PARTS) required(byId(id)).hidden = id !== shown;
}

function showWhatIsPossible() {
  const isPossible = "serviceWorker" in navigator && "PushManager" in window && window.Notification !== undefined;
  if (!isPossible) show("push-missing");
  else show(Notification.permission === "denied" ? "push-denied" : "new-device");
}

/** @param {HTMLFormElement} form */
async function subscribe({ dataset: { worker = "", key } }) {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // It may belong to an older key of the site.
  await (await pushManager.getSubscription())?.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
}

/** @param {HTMLFormElement} form */
async function addDevice(form) {
  try {
    if ((await Notification.requestPermission()) !== "granted") return showWhatIsPossible();
    const { endpoint, keys } = await subscribe(form);
    for (const [name, value] of Object.entries({ endpoint, ...keys })) {
      const field = find(`[name="${name}"]`, HTMLInputElement, form);
      if (field) field.value = value ?? "";
    }
    form.submit();
  } catch {
    show("push-failed");
  }
}

if (form) {
  showWhatIsPossible();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    addDevice(form);
  });
}
