// Adds a passkey, or proves with one who somebody is. What the browser says goes with the form.

import { byId, find, required } from "./dom.js";

const form = find("form[data-passkey]", HTMLFormElement);

/** @param {HTMLFormElement} form */
async function readOptions({ dataset: { from } }) {
  if (!from) return JSON.parse(required(byId("passkey-options")).textContent ?? "");
  return await (await fetch(from, { headers: { accept: "application/json" } })).json();
}

/** @param {PublicKeyCredentialCreationOptionsJSON} options */
function create(options) {
  /** @type {AuthenticatorSelectionCriteria} Without these it could not take the place of a password. */
  const needed = { residentKey: "required", requireResidentKey: true, userVerification: "required" };
  const asked = { ...options, authenticatorSelection: { ...options.authenticatorSelection, ...needed } };
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) });
}

/** @param {PublicKeyCredentialRequestOptionsJSON} options */
function use(options) {
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const failed = byId("passkey-failed");
  if (failed) failed.hidden = true;
  try {
    const { creation_options, request_options } = await readOptions(form);
    const credential = await (creation_options ? create(creation_options.publicKey) : use(request_options.publicKey));
    required(find("[name=credential]", HTMLInputElement, form)).value = JSON.stringify(credential);
    form.submit();
  } catch {
    if (failed) failed.hidden = false;
  }
}

if (form) {
  const isPossible = "parseCreationOptionsFromJSON" in (window.PublicKeyCredential ?? {});
  form.hidden = !isPossible;
  const missing = byId("passkey-missing");
  if (missing) missing.hidden = isPossible;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
}
