// Adds the browser's time zone to forms that create a player. It does so when they are sent, since
// other tables may be swapped in before.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

document.addEventListener(
  "submit",
  ({ target: form }) => {
    if (!(form instanceof HTMLFormElement)) return;
    const field = form.querySelector('input[type="hidden"][name="time_zone"]');
    if (field instanceof HTMLInputElement && zone) field.value = zone;
  },
  { capture: true },
);
