// Keeps short texts in this browser, if it allows that: whatever is kept is only a convenience.

export const HAND_ORDER = "hand-order"; // names the cards of a hand, so it goes with its owner
export const CHOSEN = "chosen"; // likewise
export const READER = "reader"; // the number of whoever is logged in
export const LEFT = "left"; // when the page was last loaded again because it was made for somebody else

/** What is kept until it is changed, and what is gone when the tab is closed. */
const inBrowser = () => localStorage;
export const inTab = () => sessionStorage;

/** @param {string} name */
export function recallText(name, storage = inBrowser) {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** Return what was kept as JSON, or null. @param {string} name */
export function recallJson(name, storage = inBrowser) {
  try {
    return JSON.parse(recallText(name, storage) ?? "null");
  } catch {
    return null; // another version of the site has kept it, or somebody has changed it
  }
}

/** @param {string} name @param {string | null} text */
export function keepText(name, text, storage = inBrowser) {
  try {
    if (text === null) storage().removeItem(name);
    else storage().setItem(name, text);
  } catch {
    // denied or full: it lasts as long as the page
  }
}
