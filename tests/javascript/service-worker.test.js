import assert from "node:assert/strict";
import { after, test } from "node:test";
import { settle } from "./page.js";

const SITE = "https://cards.example.org";
const CSS = "/static/css/site.0123456789ab.css";
const site = {
  cache: "files-2",
  offline: "/offline/",
  renew: "/notices/devices/renew/",
  files: [CSS, "/static/js/plain.js"],
  static: "/static/",
  cards: "/static/cards/",
  name: "Trifecta House",
};
const usual = { Request: globalThis.Request, Response: globalThis.Response };
let started = 0;

after(() => Object.assign(globalThis, usual));

const pathOf = ({ url }) => url.replace(SITE, "");

/** Start the worker with what is kept, by the names of caches; `answers` are those of the site. */
async function start({ kept = {}, isDenied = false, preloads = true } = {}) {
  const stored = new Map(Object.entries(kept).map(([name, pages]) => [name, new Map(Object.entries(pages))]));
  const test = { stored, answers: {}, asked: [], done: [], shown: [], badges: [], windows: [], listeners: {}, site };
  const answer = async (request) => {
    test.asked.push(pathOf(request));
    const status = test.answers[pathOf(request)] ?? 200;
    if (!status) throw new TypeError("Failed to fetch");
    return { status, from: "site", clone: () => ({ status, from: "kept" }) };
  };
  const cache = (name) => ({
    match: async (request) => stored.get(name).get(typeof request === "string" ? request : pathOf(request)),
    put: async (request, kept) => stored.get(name).set(pathOf(request), kept),
    addAll: async (requests) => {
      for (const request of requests) stored.get(name).set(pathOf(request), (await answer(request)).clone());
    },
  });
  const caches = {
    open: async (name) => {
      if (!stored.has(name)) stored.set(name, new Map());
      return cache(name);
    },
    keys: async () => [...stored.keys()],
    delete: async (name) => stored.delete(name),
  };
  const denied = async () => {
    throw new DOMException("denied", "SecurityError");
  };
  Object.assign(globalThis, {
    caches: isDenied ? { open: denied, keys: denied } : caches,
    fetch: answer,
    Request: class {
      constructor(url, { cache }) {
        Object.assign(this, { url, cache });
      }
    },
    Response: { error: () => "failed" },
    self: {
      site,
      location: { origin: SITE },
      addEventListener: (name, listener) => {
        test.listeners[name] = listener;
      },
      skipWaiting: async () => test.done.push("skipped"),
      clients: {
        claim: async () => test.done.push("claimed"),
        matchAll: async () =>
          test.windows.map((path) => ({ url: SITE + path, focus: async () => test.done.push(`focused ${path}`) })),
        openWindow: async (address) => test.done.push(`opened ${address}`),
      },
      registration: {
        navigationPreload: preloads ? { enable: async () => test.done.push("preloads") } : undefined,
        showNotification: isDenied ? denied : async (title, options) => test.shown.push({ title, ...options }),
      },
      navigator: {
        setAppBadge: isDenied ? denied : async (number) => test.badges.push(number),
        clearAppBadge: async () => test.badges.push(0),
      },
    },
  });
  test.send = async (name, event = {}) => {
    const waits = [];
    test.listeners[name]({ ...event, waitUntil: (promise) => waits.push(promise) });
    await settle();
    await Promise.all(waits);
  };
  test.ask = async (path, { method = "GET", mode = "cors", origin = SITE, preload } = {}) => {
    let answered;
    await test.send("fetch", {
      request: { url: `${origin}${path}`, method, mode },
      preloadResponse: Promise.resolve(preload),
      respondWith: (promise) => {
        answered = promise;
      },
    });
    return answered;
  };
  test.keptPaths = () => [...(stored.get(site.cache)?.keys() ?? [])];
  started += 1;
  await import(`../../static/js/service-worker.js?start=${started}`);
  return test;
}

const visit = { mode: "navigate" };

test("a new release keeps its offline page and its files under hashed names, and takes over", async () => {
  const worker = await start();
  await worker.send("install");
  await worker.send("activate");
  assert.deepEqual(worker.keptPaths(), ["/offline/", CSS]);
  assert.deepEqual(worker.done, ["skipped", "preloads", "claimed"]);
});

test("another address from the push service is told to the site", async () => {
  const worker = await start();
  const posted = [];
  globalThis.fetch = async (address, { body } = {}) => {
    posted.push([address, body && Object.fromEntries(body)]);
    return { ok: true, json: async () => ({ key: "site-key", token: "csrf" }) };
  };
  const subscribed = [];
  self.registration.pushManager = {
    getSubscription: async () => ({ unsubscribe: async () => subscribed.push("ended") }),
    subscribe: async (options) => {
      subscribed.push(options);
      return { toJSON: () => ({ endpoint: "https://push.example/2", keys: { p256dh: "key", auth: "secret" } }) };
    },
  };
  await worker.send("pushsubscriptionchange");
  assert.deepEqual(subscribed, ["ended", { userVisibleOnly: true, applicationServerKey: "site-key" }]);
  const given = { csrfmiddlewaretoken: "csrf", endpoint: "https://push.example/2", p256dh: "key", auth: "secret" };
  assert.deepEqual(posted, [
    [site.renew, undefined],
    [site.renew, given],
  ]);
});

test("without a device here, no other address is asked for", async () => {
  const worker = await start();
  globalThis.fetch = async () => ({ ok: false });
  self.registration.pushManager = {
    subscribe: async () => worker.done.push("subscribed"),
    getSubscription: async () => null,
  };
  await worker.send("pushsubscriptionchange");
  assert.deepEqual(worker.done, []);
});

test("what earlier releases kept is removed", async () => {
  const worker = await start({ kept: { "files-1": { [CSS]: {} }, "files-2": {}, other: {} } });
  await worker.send("activate");
  assert.deepEqual([...worker.stored.keys()], ["files-2"]);
});

test("a file with a hashed name is asked for once", async () => {
  const worker = await start();
  assert.equal((await worker.ask(CSS)).from, "site");
  assert.equal((await worker.ask(CSS)).from, "kept");
  assert.deepEqual(worker.asked, [CSS]);
});

test("a file that the site does not have is not kept", async () => {
  const worker = await start();
  worker.answers[CSS] = 404;
  assert.equal((await worker.ask(CSS)).status, 404);
  assert.deepEqual(worker.keptPaths(), []);
});

test("nothing else is touched: other names, cards, parts of pages, forms and other sites", async () => {
  const worker = await start();
  for (const [path, options] of [
    ["/static/css/site.css"],
    ["/static/cards/7S.0123456789ab.svg"],
    ["/games/abc/live/"],
    ["/games/abc.0123456789ab.svg"],
    ["/games/abc/move/", { method: "POST", ...visit }],
    [CSS, { origin: "https://elsewhere.example" }],
  ]) {
    assert.equal(await worker.ask(path, options), undefined);
  }
  assert.deepEqual(worker.asked, []);
});

test("pages come from the site and are never kept", async () => {
  const worker = await start({ kept: { "files-2": { "/offline/": { from: "kept" } } } });
  assert.equal((await worker.ask("/games/abc/", visit)).from, "site");
  const preload = { status: 200, from: "preload" };
  assert.equal((await worker.ask("/games/abc/", { ...visit, preload })).from, "preload");
  assert.deepEqual(worker.keptPaths(), ["/offline/"]);
  assert.deepEqual(worker.asked, ["/games/abc/"]);
});

test("while the site cannot be reached, the kept page takes the place of every page", async () => {
  const worker = await start({ kept: { "files-2": { "/offline/": { from: "kept" } } } });
  for (const status of [0, 502, 504]) {
    worker.answers["/games/abc/"] = status;
    assert.equal((await worker.ask("/games/abc/", visit)).from, "kept");
  }
  for (const status of [404, 500, 503]) {
    worker.answers["/games/abc/"] = status;
    assert.equal((await worker.ask("/games/abc/", visit)).status, status);
  }
});

test("the kept page takes the place of a page whose preload has failed as in Firefox", async () => {
  const worker = await start({ kept: { "files-2": { "/offline/": { from: "kept" } } } });
  const failed = { status: 0, type: "error" };
  assert.equal((await worker.ask("/games/abc/", { ...visit, preload: failed })).from, "kept");
  const redirect = { status: 0, type: "opaqueredirect", from: "preload" };
  assert.equal((await worker.ask("/games/abc/", { ...visit, preload: redirect })).from, "preload");
});

test("without storage everything works but the kept page", async () => {
  const worker = await start({ isDenied: true, preloads: false });
  await worker.send("install");
  await worker.send("activate");
  assert.deepEqual(worker.done, ["skipped", "claimed"]);
  assert.equal((await worker.ask(CSS)).from, "site");
  worker.answers["/"] = 504;
  assert.equal((await worker.ask("/", visit)).status, 504);
  worker.answers["/"] = 0;
  assert.equal(await worker.ask("/", visit), "failed");
});

const message = (more = {}) => ({
  json: () => ({
    web_push: 8030,
    notification: {
      title: "Your turn",
      body: "It is your turn in Casino.",
      lang: "en",
      dir: "ltr",
      tag: "abc",
      icon: "/icon.png",
      navigate: `${SITE}/games/abc/`,
      silent: false,
    },
    app_badge: 2,
    ...more,
  }),
});

test("a message is shown under the tag of its game, and its number on the icon", async () => {
  const worker = await start();
  await worker.send("push", { data: message() });
  await worker.send("push", { data: message({ app_badge: 0 }) });
  const [{ title, body, tag, renotify, data }] = worker.shown;
  assert.deepEqual([title, body, tag, renotify], ["Your turn", "It is your turn in Casino.", "abc", true]);
  assert.deepEqual(data, { path: "/games/abc/" });
  assert.deepEqual(worker.badges, [2, 0]);
});

test("no message is silent, whatever it holds", async () => {
  const broken = () => {
    throw new SyntaxError("no JSON");
  };
  for (const data of [null, { json: broken }, { json: () => null }, { json: () => ({}) }]) {
    const worker = await start();
    await worker.send("push", { data });
    assert.deepEqual(worker.shown, [{ title: "Trifecta House" }]);
  }
});

test("where the icon may show no number, the message is shown all the same", async () => {
  const worker = await start();
  self.navigator = {};
  await worker.send("push", { data: message() });
  assert.deepEqual(
    worker.shown.map(({ title }) => title),
    ["Your turn"],
  );
});

test("where notifications are not allowed any more, no error is reported", async () => {
  const worker = await start({ isDenied: true });
  await worker.send("push", { data: message() });
  assert.deepEqual(worker.shown, []);
});

async function click(worker, data) {
  worker.done = [];
  await worker.send("notificationclick", { notification: { data, close: () => worker.done.push("closed") } });
  return worker.done;
}

test("a click opens the game, or goes to the window that shows it", async () => {
  const worker = await start();
  worker.windows = ["/", "/games/other/"];
  assert.deepEqual(await click(worker, { path: "/games/abc/" }), ["closed", `opened ${SITE}/games/abc/`]);
  worker.windows.push("/games/abc/");
  assert.deepEqual(await click(worker, { path: "/games/abc/" }), ["closed", "focused /games/abc/"]);
  worker.windows = ["/?game=casino"];
  assert.deepEqual(await click(worker, { path: "/?missed=abc" }), ["closed", `opened ${SITE}/?missed=abc`]);
  assert.deepEqual(await click(worker, { path: "/" }), ["closed", "focused /?game=casino"]);
  worker.windows.push("/?missed=abc");
  assert.deepEqual(await click(worker, { path: "/?missed=abc" }), ["closed", "focused /?missed=abc"]);
  worker.windows = [];
  assert.deepEqual(await click(worker), ["closed", `opened ${SITE}/`]);
});

test("a message leads nowhere but to this site", async () => {
  const worker = await start();
  const { notification } = message().json();
  await worker.send("push", {
    data: message({ notification: { ...notification, navigate: "https://evil.example/x?y" } }),
  });
  assert.deepEqual(worker.shown[0].data, { path: "/x?y" });
});
