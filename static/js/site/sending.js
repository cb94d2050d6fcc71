/* Forms are sent once, however often they are tapped. */
const FORM_ANSWER = 10000; // ms after which a form without an answer may be sent again
const sentAt = new WeakMap();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (performance.now() - (sentAt.get(form) ?? -Infinity) < FORM_ANSWER) event.preventDefault();
  else sentAt.set(form, performance.now());
});

// A page that is shown again from the browser's memory may send its forms anew.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form").forEach((form) => sentAt.delete(form));
});
