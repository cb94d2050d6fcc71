/* Every page: the service worker, where the connection is safe enough for one, and handing on a link. */
(() => {
  "use strict";
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

  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = !navigator.share && !navigator.clipboard;
    button.addEventListener("click", () => share(button));
  });
})();
