/* The service worker, where the connection is safe enough for one. */
const workerAddress = document.documentElement.dataset.worker;
if (workerAddress && "serviceWorker" in navigator && window.isSecureContext) {
  window.addEventListener("load", () => navigator.serviceWorker.register(workerAddress).catch(() => {}));
}
