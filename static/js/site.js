/* Every page: the service worker, where the connection is safe enough for one, handing on a link, and forms that are
   sent once however often somebody taps. */
(() => {
  "use strict";
  const ANSWER = 10000; // ms after which a form without an answer may be sent again
  const wanted = document.documentElement.dataset.worker;
  if (wanted && "serviceWorker" in navigator && window.isSecureContext) {
    window.addEventListener("load", () => navigator.serviceWorker.register(wanted).catch(() => {}));
  }

  async function share(button) {
    const url = button.dataset.share;
    if (navigator.share) return navigator.share({ title: document.title, url }).catch(() => {});
    await navigator.clipboard.writeText(url);
    button.textContent = button.dataset.shared;
  }

  const sentAt = new WeakMap();

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (performance.now() - (sentAt.get(form) ?? -Infinity) < ANSWER) event.preventDefault();
    else sentAt.set(form, performance.now());
  });

  // Who comes back to a kept page may send its forms anew.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) document.querySelectorAll("form").forEach((form) => sentAt.delete(form));
  });

  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = !navigator.share && !navigator.clipboard;
    button.addEventListener("click", () => share(button));
  });
})();
