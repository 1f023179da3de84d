// Runs in the background of the browser. It keeps the site's files under the names of this release,
// and a page for when the site cannot be reached. No other page is kept: most of them show cards.
// It also shows what the site sends while no page is open.
// The server puts `self.site` in front, with what differs between releases.

const HASHED = /\.[0-9a-f]{12}\.\w+$/; // such a name changes with the content
const SITE_IS_AWAY = [502, 504]; // as the web server in front of the site says it

const worker = /** @type {ServiceWorkerGlobalScope & { site: Site }} */ (/** @type {unknown} */ (self));
/** @typedef {{ cache: string, offline: string, renew: string, files: string[], static: string, cards: string, name: string }} Site */
/** @typedef {NotificationOptions & { title: string, navigate: string }} Declared */
/** @typedef {{ notification: Declared, app_badge?: number }} Message */
const { site } = worker;

// Without storage there is nothing to fall back to, and everything else works.
async function prepare() {
  try {
    const cache = await caches.open(site.cache);
    const addresses = [site.offline, ...site.files.filter((address) => HASHED.test(address))];
    await cache.addAll(addresses.map((address) => new Request(address, { cache: "reload" })));
  } catch {}
  await worker.skipWaiting();
}

async function takeOver() {
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== site.cache).map((name) => caches.delete(name)));
    await worker.registration.navigationPreload?.enable();
  } catch {}
  await worker.clients.claim();
}

/** @param {RequestInfo} request */
async function findKept(request) {
  try {
    return await (await caches.open(site.cache)).match(request, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

// In Firefox a preload that fails is answered by an error.
/** @param {Response} answer */
const isAway = ({ status, type }) => type === "error" || SITE_IS_AWAY.includes(status);

/** @param {FetchEvent} event */
async function openPage({ request, preloadResponse }) {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    return (isAway(answer) && (await findKept(site.offline))) || answer;
  } catch {
    return (await findKept(site.offline)) ?? Response.error();
  }
}

/** @param {FetchEvent} event */
async function openFile(event) {
  const kept = await findKept(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

/** @param {Request} request @param {Response} answer */
async function keep(request, answer) {
  try {
    await (await caches.open(site.cache)).put(request, answer);
  } catch {}
}

// Which pictures of cards are kept would tell which cards somebody has seen.
/** @param {string} path */
const isFile = (path) => path.startsWith(site.static) && !path.startsWith(site.cards) && HASHED.test(path);

// A message is always shown, even if it cannot be read: browsers would show one of their own instead,
// and in the end take the permission away.
/** @param {PushMessageData | null} data */
async function showMessage(data) {
  try {
    /** @type {Message} */
    const { notification, app_badge: turns } = /** @type {PushMessageData} */ (data).json();
    const { title, navigate, body, lang, dir, tag, icon } = notification;
    const { pathname, search } = new URL(navigate, worker.location.origin);
    const shown = { body, lang, dir, tag, icon, renotify: Boolean(tag), data: { path: pathname + search } };
    await worker.registration.showNotification(title, shown);
    await showTurns(turns);
  } catch {
    await worker.registration.showNotification(site.name).catch(() => {}); // not allowed any more
  }
}

/** @param {number} [turns] */
async function showTurns(turns) {
  try {
    await (turns ? worker.navigator.setAppBadge(turns) : worker.navigator.clearAppBadge());
  } catch {} // there is no icon, or it may not show a number
}

/** @param {Notification} notification */
async function openGame(notification) {
  notification.close();
  const { href, pathname, search } = new URL(notification.data?.path ?? "/", worker.location.origin);
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => {
    const shown = new URL(url);
    return shown.pathname === pathname && (!search || shown.search === search);
  });
  await (open ? open.focus() : worker.clients.openWindow(href));
}

// The push service has given this browser another address. The site knows it by its session, so that
// the device keeps its name.
async function renew() {
  const answer = await fetch(site.renew);
  if (!answer.ok) return; // nobody is logged in here, or the device was removed
  const { key, token } = await answer.json();
  const { pushManager } = worker.registration;
  await (await pushManager.getSubscription())?.unsubscribe();
  const given = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys } = given.toJSON();
  const body = new URLSearchParams({ csrfmiddlewaretoken: token, endpoint, ...keys });
  await fetch(site.renew, { method: "POST", body });
}

worker.addEventListener("pushsubscriptionchange", (event) => {
  /** @type {ExtendableEvent} */ (event).waitUntil(renew());
});
worker.addEventListener("push", (event) => event.waitUntil(showMessage(event.data)));
worker.addEventListener("notificationclick", (event) => event.waitUntil(openGame(event.notification)));
worker.addEventListener("install", (event) => event.waitUntil(prepare()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== worker.location.origin) return;
  if (mode === "navigate") event.respondWith(openPage(event));
  else if (isFile(pathname)) event.respondWith(openFile(event));
});
