import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage, send, settle } from "./page.js";

const PAGE = `
  <form id="new-device" data-key="key" data-worker="/service-worker.js" hidden>
    <input type="hidden" name="endpoint"><input type="hidden" name="p256dh"><input type="hidden" name="auth">
    <input name="name" value="Phone"></form>
  <p id="push-missing" hidden></p><p id="push-denied" hidden></p><p id="push-failed" hidden></p>`;
const subscription = {
  endpoint: "https://push.example.org/abc",
  toJSON: () => ({ endpoint: "https://push.example.org/abc", keys: { p256dh: "public", auth: "secret" } }),
};

async function open({ permission = "default", answer = "granted", old = null, fails = false, missing } = {}) {
  const page = await openPage(PAGE);
  page.done = [];
  const pushManager = {
    getSubscription: async () => old && { unsubscribe: async () => page.done.push("unsubscribed") },
    subscribe: async ({ userVisibleOnly, applicationServerKey }) => {
      if (fails) throw new DOMException("no push service", "AbortError");
      page.done.push(`subscribed ${applicationServerKey} ${userVisibleOnly}`);
      return subscription;
    },
  };
  const container = {
    register: async (address) => page.done.push(`registered ${address}`),
    ready: Promise.resolve({ pushManager }),
  };
  const asking = {
    permission,
    requestPermission: async () => {
      page.done.push("asked");
      asking.permission = answer;
      return answer;
    },
  };
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  for (const [name, value] of Object.entries({ PushManager: class {}, Notification: asking })) {
    Object.defineProperty(window, name, { value, configurable: true });
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  if (missing) delete window[missing];
  find("#new-device").submit = () => page.done.push("sent");
  await page.run("devices");
  return page;
}

const shown = () => ["new-device", "push-missing", "push-denied", "push-failed"].filter((id) => !find(`#${id}`).hidden);

async function press() {
  assert.ok(send("submit", null, find("#new-device")).defaultPrevented); // sent once, with the address
  await settle();
}

test("permission is asked for after the button is pressed, never before", async () => {
  const page = await open();
  assert.deepEqual(page.done, []);
  assert.deepEqual(shown(), ["new-device"]);
  await press();
  assert.deepEqual(page.done, ["asked", "registered /service-worker.js", "subscribed key true", "sent"]);
  const values = ["endpoint", "p256dh", "auth", "name"].map((name) => find(`[name="${name}"]`).value);
  assert.deepEqual(values, ["https://push.example.org/abc", "public", "secret", "Phone"]);
});

test("what the browser had before is given up, since it may belong to an older key", async () => {
  const page = await open({ old: true });
  await press();
  assert.deepEqual(page.done.slice(2), ["unsubscribed", "subscribed key true", "sent"]);
});

test("whoever says no, or nothing, is not sent anything", async () => {
  for (const [answer, part] of [
    ["denied", "push-denied"],
    ["default", "new-device"],
  ]) {
    const page = await open({ answer });
    await press();
    assert.deepEqual(page.done, ["asked"]);
    assert.deepEqual(shown(), [part]);
  }
});

test("a browser that has been told no says so without asking", async () => {
  const page = await open({ permission: "denied" });
  assert.deepEqual([page.done, shown()], [[], ["push-denied"]]);
});

test("a browser without push says so", async () => {
  for (const missing of ["PushManager", "Notification"]) {
    await open({ missing });
    assert.deepEqual(shown(), ["push-missing"]);
  }
});

test("a push service that cannot be reached is reported", async () => {
  const page = await open({ fails: true });
  await press();
  assert.deepEqual(shown(), ["push-failed"]);
  assert.ok(!page.done.includes("sent"));
});
