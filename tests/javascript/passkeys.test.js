import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, send, settle } from "./page.js";

const OPTIONS = { request_options: { publicKey: { challenge: "abc" } } };
const PAGE = `
  <p id="passkey-missing" hidden></p><p id="passkey-failed" hidden></p>
  <script id="passkey-options" type="application/json">${JSON.stringify(OPTIONS)}</script>
  <form data-passkey hidden><input type="hidden" name="credential"><button></button></form>`;

async function open({ isPossible = true, answer = async () => ({ toJSON: () => ({ id: "key" }) }) } = {}) {
  const page = await openPage(PAGE);
  page.done = [];
  const known = isPossible
    ? { parseCreationOptionsFromJSON: (given) => given, parseRequestOptionsFromJSON: (given) => given }
    : undefined;
  for (const place of [window, globalThis]) {
    Object.defineProperty(place, "PublicKeyCredential", { value: known, configurable: true, writable: true });
  }
  const credentials = {
    get: async ({ publicKey }) => {
      page.done.push(`asked ${publicKey.challenge}`);
      return answer();
    },
    create: async ({ publicKey: { authenticatorSelection } }) => {
      page.done.push(`made ${authenticatorSelection.residentKey} ${authenticatorSelection.userVerification}`);
      return answer();
    },
  };
  Object.defineProperty(navigator, "credentials", { value: credentials, configurable: true });
  find("form").submit = () => page.done.push(find("[name=credential]").value);
  await page.run("passkeys");
  return page;
}

test("the form is sent with what the browser says about the passkey", async () => {
  const page = await open();
  assert.equal(find("form").hidden, false);
  send("submit", null, find("form"));
  await settle();
  assert.deepEqual(page.done, ["asked abc", '{"id":"key"}']);
});

test("a new passkey is one that can take the place of a password", async () => {
  const page = await open();
  const options = { creation_options: { publicKey: { authenticatorSelection: { residentKey: "discouraged" } } } };
  find("#passkey-options").textContent = JSON.stringify(options);
  send("submit", null, find("form"));
  await settle();
  assert.deepEqual(page.done, ["made required required", '{"id":"key"}']);
});

test("when the browser gives none, nothing is sent and the page says so", async () => {
  const answer = async () => {
    throw new DOMException("not allowed", "NotAllowedError");
  };
  const page = await open({ answer });
  send("submit", null, find("form"));
  await settle();
  assert.deepEqual(page.done, ["asked abc"]);
  assert.equal(find("#passkey-failed").hidden, false);
});

test("a browser without passkeys says so instead of showing the form", async () => {
  await open({ isPossible: false });
  assert.equal(find("form").hidden, true);
  assert.equal(find("#passkey-missing").hidden, false);
});
