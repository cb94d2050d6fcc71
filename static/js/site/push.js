/* The form that asks for push messages on this device: the browser gives an address and keys, the form posts them. */
const pushForm = document.querySelector("[data-push-key]");
const knowsPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function isSubscribed() {
  const worker = await navigator.serviceWorker.getRegistration();
  const known = await worker?.pushManager.getSubscription();
  return Boolean(known) && Notification.permission === "granted";
}

async function askForPush(event) {
  event.preventDefault();
  const refused = pushForm.querySelector("[data-push-refused]");
  refused.hidden = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
    const worker = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: pushForm.dataset.pushKey };
    // A subscription with an earlier key of the site cannot be used any more.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    const given = (await worker.pushManager.subscribe(options)).toJSON();
    await caches.delete("club-push"); // the worker's copy of an earlier subscription
    pushForm.elements.endpoint.value = given.endpoint;
    pushForm.elements.p256dh.value = given.keys.p256dh;
    pushForm.elements.auth.value = given.keys.auth;
    pushForm.submit();
  } catch {
    refused.hidden = false;
  }
}

if (pushForm && knowsPush && window.isSecureContext) {
  pushForm.addEventListener("submit", askForPush);
  isSubscribed().then((there) => {
    pushForm.hidden = there && document.querySelector("[data-this-device]") !== null;
  });
}
