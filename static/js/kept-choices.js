// What was chosen from a list or typed as a name, but not sent yet, stays when the page is swapped.

import { find, findAll } from "./dom.js";

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  for (const list of findAll("select[id]", HTMLSelectElement, target)) {
    const twin = find(`#${CSS.escape(list.id)}`, HTMLSelectElement, next);
    for (const option of twin?.options ?? []) {
      option.toggleAttribute("selected", option.value === list.value);
    }
  }
  for (const input of findAll("input[name=name][id]", HTMLInputElement, target)) {
    find(`#${CSS.escape(input.id)}`, HTMLInputElement, next)?.setAttribute("value", input.value);
  }
});
