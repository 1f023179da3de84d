// A choice made from a list but not sent yet stays chosen when the page is swapped.

import { find, findAll } from "./dom.js";

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  for (const list of findAll("select[id]", HTMLSelectElement, target)) {
    const twin = find(`#${CSS.escape(list.id)}`, HTMLSelectElement, next);
    for (const option of twin?.options ?? []) {
      option.toggleAttribute("selected", option.value === list.value);
    }
  }
});
