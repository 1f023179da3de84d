// Shows a number on the icon of the installed site, where there is one and the visitor allows it.

/** @param {number} number */
export async function showBadge(number) {
  try {
    await (number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.());
  } catch {
    // no icon, or not allowed: the number is in the header too
  }
}
