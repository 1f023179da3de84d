// Opens pages for tests: a document, a clock that only the test moves, and the site's scripts.

import { register } from "node:module";
import { Window } from "happy-dom";

register("./hooks.js", import.meta.url);

const nodeNames = new Set(Object.getOwnPropertyNames(globalThis));
const replaced = [
  "CustomEvent",
  "Event",
  "FormData",
  "crypto",
  "history",
  "localStorage",
  "location",
  "navigator",
  "sessionStorage",
];
let opened = 0;

class Clock {
  now = 0;
  #timers = new Map();
  #last = 0;

  setTimeout(act, milliseconds = 0, ...values) {
    return this.#add({ at: this.now + milliseconds, act: () => act(...values) });
  }

  setInterval(act, every, ...values) {
    return this.#add({ at: this.now + every, every, act: () => act(...values) });
  }

  clear(timer) {
    this.#timers.delete(timer);
  }

  #add(timer) {
    this.#last += 1;
    this.#timers.set(this.#last, timer);
    return this.#last;
  }

  async pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const [due] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (!due) break;
      const [timer, { at, every, act }] = due;
      if (every) this.#timers.set(timer, { at: at + every, every, act });
      else this.clear(timer);
      this.now = at;
      act();
      await settle();
    }
    this.now = end;
    await settle();
  }
}

/** Wait until everything that needs no timer has happened. */
export function settle() {
  return new Promise(setImmediate);
}

/** Return a document of its own, with the elements of that HTML. */
export function element(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return document.importNode(template.content.firstElementChild, true);
}

/**
 * Open a page with that HTML in its body and run the scripts on it, by name. Elements lie where
 * their attribute data-box says: "left top width height". What is asked of htmx, the sounds and the
 * server is noted in `asked`, `heard` and `requests`.
 */
export async function openPage(html, ...scripts) {
  // An error in a listener is an error of the test.
  const settings = { errorCapture: "disabled" };
  const window = new Window({ url: "https://cards.example.org/games/1/", width: 1000, height: 800, settings });
  const clock = new Clock();
  const page = { window, clock, asked: [], heard: [], requests: [], module: null, awake: 0 };
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  for (const name of Object.getOwnPropertyNames(window)) {
    if (/^[A-Z]/.test(name) && !nodeNames.has(name)) define(name, window[name]);
  }
  for (const name of replaced) define(name, window[name]);
  define("window", window);
  define("document", window.document);
  define("innerWidth", window.innerWidth);
  define("innerHeight", window.innerHeight);
  define("scrollTo", () => {});
  define("matchMedia", () => ({ matches: false }));
  define("setTimeout", (...values) => clock.setTimeout(...values));
  define("clearTimeout", (timer) => clock.clear(timer));
  define("setInterval", (...values) => clock.setInterval(...values));
  define("clearInterval", (timer) => clock.clear(timer));
  define("performance", { now: () => clock.now });
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    clock.setTimeout(() => controller.abort(), milliseconds);
    return controller.signal;
  };
  Date.now = () => clock.now + page.awake; // a device that slept: the date ran on, the clock did not
  define("AudioContext", fakeSound(page));
  define("fetch", (address, options) => answer(page, address, options));
  define("htmx", {
    config: {},
    trigger: (target, name) => page.asked.push(`${name} ${target.id ?? target}`),
    swap: (_, swapped) => page.asked.push(`swap ${swapped}`),
    ajax: async (_, address) => page.asked.push(`get ${new URL(address).pathname}`),
  });
  define("Idiomorph", { defaults: { callbacks: {} } });
  window.HTMLElement.prototype.getBoundingClientRect = function box() {
    const box = this.isConnected ? this.dataset.box : undefined;
    return new DOMRect(...(box ?? "0 0 0 0").split(" ").map(Number));
  };
  document.elementFromPoint = () => page.under ?? null;
  document.body.innerHTML = html;
  opened += 1;
  page.run = async (script) => {
    page.module = await import(`../../static/js/${script}.js?page=${opened}`);
    await settle();
  };
  for (const script of scripts) await page.run(script);
  return page;
}

function fakeSound(page) {
  return class {
    state = "suspended";
    destination = {};

    constructor() {
      page.sound = this;
    }

    async resume() {
      this.state = "running";
    }

    async suspend() {
      this.state = "suspended";
    }

    async decodeAudioData(bytes) {
      return bytes;
    }

    createBufferSource() {
      const source = { buffer: null, connect: () => {}, start: () => page.heard.push(source.buffer) };
      return source;
    }

    createGain() {
      page.volume = { gain: { value: 1 }, connect: () => {} };
      return page.volume;
    }
  };
}

// A test answers a request by `request.answer({ status, text })` or `request.fail()`.
function answer(page, address, { method = "GET", headers = {}, body, signal } = {}) {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    const request = {
      address,
      method,
      headers,
      body: body && [...body].map(([name, value]) => `${name}=${value}`).join("&"),
      isAborted: () => signal?.aborted ?? false,
      answer: async ({ status = 200, text = "" }) => {
        const ok = status < 400;
        resolve({
          ok,
          status,
          text: async () => text,
          json: async () => JSON.parse(text),
          arrayBuffer: async () => text,
        });
        await settle();
      },
      fail: async () => {
        reject(new TypeError("failed"));
        await settle();
      },
    };
    page.requests.push(request);
  });
}

/** Swap the live fragment for another, as live.js and htmx do. */
export function swap(html) {
  const target = document.querySelector("#game, #lobby");
  const next = element(html);
  send("live:swapping", { target, next });
  target.replaceWith(next);
  send("live:swapped", null);
  return next;
}

export function send(name, detail, target = document) {
  const event = new CustomEvent(name, { detail, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}

export function press(key, target = document.body, more = {}) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}

export function point(name, target, x = 0, y = 0, more = {}) {
  const where = { pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: x, clientY: y };
  const event = new PointerEvent(name, { bubbles: true, cancelable: true, ...where, ...more });
  target.dispatchEvent(event);
  return event;
}

export const find = (selector) => document.querySelector(selector);
export const texts = (selector) => Array.from(document.querySelectorAll(selector), (found) => found.textContent);
export const chosen = () => Array.from(document.querySelectorAll("input:checked"), (input) => input.id);
