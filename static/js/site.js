/* Every page: the service worker, where the connection is safe enough for one. */
(() => {
  "use strict";
  const wanted = document.documentElement.dataset.worker;
  if (wanted && "serviceWorker" in navigator && window.isSecureContext) {
    window.addEventListener("load", () => navigator.serviceWorker.register(wanted).catch(() => {}));
  }
})();
