// Puts what a socket sends of a change into the table, as the server rendered it: a copy that no
// script has touched. What comes of that is a whole table, which is swapped in like any other.

import { find, findAll } from "./dom.js";

/** @type {HTMLElement | null} */
let newest = null; // the copy of the newest table received

/**
 * Keep a copy of a table that is shown, or about to be.
 * @param {HTMLElement} table
 */
export function keepCopy(table) {
  const template = document.createElement("template"); // its images are not loaded
  template.innerHTML = table.outerHTML;
  newest = find("#game", HTMLElement, template.content);
}

/**
 * Return the changes that a message brings, or null if it brings a table or something else.
 * @param {string} message
 */
export function readChanges(message) {
  if (!/^<div id="changes"/.test(message)) return null;
  const template = document.createElement("template");
  template.innerHTML = message;
  return find("#changes", HTMLElement, template.content);
}

/**
 * Return the HTML of the whole table with the changes, "" if it is shown already, or null if they
 * belong to another one.
 * @param {HTMLElement} changes
 */
export function putInto(changes) {
  if (!newest) return null;
  if (Number(changes.dataset.version) < Number(newest.dataset.version)) return "";
  if (changes.dataset.from !== newest.dataset.base) {
    return changes.dataset.version === newest.dataset.version ? "" : null;
  }
  const table = /** @type {HTMLElement} */ (newest.cloneNode(true));
  /** @type {Map<string, Element>} */
  const fresh = new Map();
  for (const part of findAll("template", HTMLTemplateElement, changes)) {
    for (const sent of [...part.content.children]) {
      const old = sent.id === table.id ? table : inside(table, sent.id);
      if ("attributes" in part.dataset) {
        if (!old) return null;
        copyAttributes(sent, old);
        continue;
      }
      for (const name of part.dataset.holds?.split(" ").filter(Boolean) ?? []) {
        const held = fresh.get(name) ?? inside(table, name);
        if (!held) return null;
        sent.append(held);
      }
      old?.replaceWith(sent);
      fresh.set(sent.id, sent);
    }
  }
  inside(table, "poll")?.setAttribute("value", table.dataset.version ?? "");
  inside(table, "seen")?.setAttribute("value", table.dataset.seen ?? "");
  table.setAttribute("hx-swap-oob", "morph");
  return table.outerHTML;
}

/** @param {Element} table @param {string} id */
const inside = (table, id) => table.querySelector(`#${CSS.escape(id)}`);

/** @param {Element} from @param {Element} to */
function copyAttributes(from, to) {
  for (const name of to.getAttributeNames()) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const name of from.getAttributeNames()) to.setAttribute(name, from.getAttribute(name) ?? "");
}

/** Ask for the whole table: without a version, the answer to the poll is that. */
export function askForWhole() {
  const poll = find("#poll", HTMLInputElement);
  if (!poll) return;
  poll.value = "";
  htmx.trigger(poll, "refresh");
}
