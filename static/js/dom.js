// Finds elements on the page, each as the kind of element that it must be.

/**
 * @template {Element} T
 * @typedef {{ new (): T }} Kind
 */

/** @typedef {Document | DocumentFragment | Element} Root */

/** @param {string} id */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Return what was found, which every page with the calling script has.
 * @template T
 * @param {T} found
 * @returns {NonNullable<T>}
 */
export function required(found) {
  if (found === null || found === undefined) throw new TypeError("missing");
  return found;
}

/**
 * Return the first element that matches, or null.
 * @template {Element} T
 * @param {string} selector
 * @param {Kind<T>} kind
 * @param {Root} root
 * @returns {T | null}
 */
export function find(selector, kind, root = document) {
  const found = root.querySelector(selector);
  return found instanceof kind ? found : null;
}

/**
 * Return all elements that match.
 * @template {Element} T
 * @param {string} selector
 * @param {Kind<T>} kind
 * @param {Root} root
 * @returns {T[]}
 */
export function findAll(selector, kind, root = document) {
  return [...root.querySelectorAll(selector)].flatMap((found) => (found instanceof kind ? [found] : []));
}

/**
 * Return the element on which an event happened, or the closest one around it that matches.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest({ target }, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * Choose or unchoose a card or pile as a tap would.
 * @param {HTMLInputElement} input
 * @param {boolean} isChecked
 */
export function check(input, isChecked) {
  if (input.checked === isChecked) return;
  input.checked = isChecked;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Put the values in the place of {name}.
 * @param {string} pattern
 * @param {Record<string, string | number>} values
 */
export function fill(pattern, values) {
  return pattern.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}
