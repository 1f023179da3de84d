// Tells a form that makes a new player which time zone the browser is in, as it is sent: until
// then other tables may have been swapped in.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

document.addEventListener("submit", (event) => {
  const field = event.target.querySelector('input[type="hidden"][name="time_zone"]');
  if (field && zone) field.value = zone;
}, { capture: true });
