// Keeps short texts in this browser, if it allows that: whatever is kept is only a convenience.

export const HAND_ORDER = "hand-order"; // names the cards of a hand, so it goes with its owner

/** @param {string} name */
export function recallText(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string | null} text */
export function keepText(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // denied or full: it lasts as long as the page
  }
}
