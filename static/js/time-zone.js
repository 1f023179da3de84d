// Tells a form that makes a new player which time zone the browser is in.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  for (const input of document.querySelectorAll('input[type="hidden"][name="time_zone"]')) {
    input.value = zone;
  }
}
