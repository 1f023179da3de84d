// A choice made from a list but not sent yet stays chosen when the page is swapped.

document.addEventListener("live:swapping", (event) => {
  const { target, next } = event.detail;
  for (const list of target.querySelectorAll("select[id]")) {
    const twin = next.querySelector(`#${CSS.escape(list.id)}`);
    for (const option of twin?.options ?? []) {
      option.toggleAttribute("selected", option.value === list.value);
    }
  }
});
