// Beside the rule by which a disabled button is refused, offers the lesson about it.

import { byId, closest } from "./dom.js";

/**
 * Return the address of the lesson about the rule that a link leads to, or null.
 * @param {string | null} address of a clause: "/rules/casino/#c4.3"
 */
export function lessonAbout(address) {
  const [, variant, clause] = address?.match(/^\/rules\/(\w+)\/#c([\d.]+)$/) ?? [];
  return clause ? `/learn/${variant}/rule/${clause}/` : null;
}

document.addEventListener("click", (event) => {
  if (!closest(event, "#composer .action[aria-disabled=true]")) return;
  const rule = byId("sentence")?.querySelector("a[href^='/rules/']");
  const address = lessonAbout(rule?.getAttribute("href") ?? null);
  const words = byId("composer")?.dataset.tryRule;
  if (!rule || !address || !words || rule.nextElementSibling) return;
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.textContent = words;
  rule.after(" ", link);
});
