/* Keeps pictures, styles and scripts at hand, and says so plainly when the club cannot be reached.
   The pages keep the rules and the last score sheet (static/js/site/keeping.js), which are shown while there is no
   connection. Nothing else personal is kept: tables and hands are fetched or they are not there. */
"use strict";

const STORE = "club-5";
const READABLE = ["club-rules", "club-sheet"];
const SUBSCRIPTION = "club-push"; // the address at which this browser was told last, for the club when it changes
const OFFLINE = "/static/offline.html";
const CACHED_PATHS = [OFFLINE, "/static/css/club.css", "/static/css/contrast.css", "/static/js/offline.js", "/static/img/icon.svg"];
// A name with a digest never changes its content: another release has another name.
const DIGEST = /\.[0-9a-f]{12}(?=\.)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(CACHED_PATHS)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => ![STORE, SUBSCRIPTION, ...READABLE].includes(name)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function kept(request) {
  const store = await caches.open(STORE);
  const found = await store.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) store.put(request, answer.clone()).then(() => dropOlder(store, request.url));
  return answer;
}

// This file stays the same from release to release, so it is not activated anew: the files of an old one go one by one,
// each when its successor is there.
async function dropOlder(store, url) {
  const versions = (await store.keys()).filter((each) => DIGEST.test(each.url) && plain(each.url) === plain(url));
  return Promise.all(versions.filter((each) => each.url !== url).map((each) => store.delete(each)));
}

function plain(url) {
  return new URL(url).pathname.replace(DIGEST, "");
}

async function freshOr(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) || caches.match(OFFLINE);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // Plain names are asked for again.
  if (url.pathname.startsWith("/static/") && DIGEST.test(url.pathname)) event.respondWith(kept(request));
  else if (request.mode === "navigate" || CACHED_PATHS.includes(url.pathname)) event.respondWith(freshOr(request));
});

// Push messages. Each shows a notice: a browser ends the subscription of a site that shows none (iOS after three). Where a
// page shows the place already, the notice is silent and goes again.
self.addEventListener("push", (event) => event.waitUntil(Promise.all([tell(read(event.data)), keepSubscription()])));

// A message that cannot be read still shows a notice.
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: "Kraken", url: "/me/notices/" };
  }
}

async function tell({ title, body, url, tag, lang, yes, answer }) {
  const pages = await self.clients.matchAll({ type: "window" });
  const seen = pages.some((page) => page.focused && new URL(page.url).pathname === url);
  await self.registration.showNotification(title, {
    body,
    lang,
    tag,
    silent: seen,
    renotify: Boolean(tag) && !seen,
    icon: "/static/img/icon-192.png",
    actions: yes ? [{ action: "yes", title: yes }] : [],
    data: { url, answer },
  });
  if (seen) await closeNotices(url);
}

async function closeNotices(url) {
  const notices = await self.registration.getNotifications();
  notices.filter((notice) => notice.data?.url === url).forEach((notice) => notice.close());
}

async function keepSubscription() {
  const now = await self.registration.pushManager.getSubscription();
  if (!now) return;
  const key = Array.from(new Uint8Array(now.options.applicationServerKey || []));
  const store = await caches.open(SUBSCRIPTION);
  await store.put("/push/changed/", new Response(JSON.stringify({ ...now.toJSON(), key })));
}

// The browser has ended the address or given another one. Without word the club would post to the old one for ever.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  const stored = await (await caches.open(SUBSCRIPTION)).match("/push/changed/");
  const old = (await stored?.json()) || oldSubscription?.toJSON();
  if (!old) return;
  const applicationServerKey = oldSubscription?.options?.applicationServerKey || new Uint8Array(old.key || []);
  const options = { userVisibleOnly: true, applicationServerKey };
  const given = (newSubscription || (await self.registration.pushManager.subscribe(options))).toJSON();
  const changed = { endpoint: given.endpoint, ...given.keys, old_endpoint: old.endpoint, old_auth: old.keys.auth };
  await fetch("/push/changed/", { method: "POST", body: new URLSearchParams(changed) });
  await keepSubscription();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url, answer } = event.notification.data;
  event.waitUntil(event.action === "yes" ? sayYes(answer, url) : show(url));
});

// The club says in a sentence what became of the answer. Without a connection the page of notices still asks.
async function sayYes(answer, url) {
  try {
    const told = await fetch("/push/answer/", { method: "POST", body: new URLSearchParams({ answer }) });
    await self.registration.showNotification(await told.text(), { icon: "/static/img/icon-192.png", data: { url } });
  } catch {
    await show("/me/notices/");
  }
}

async function show(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === url);
  return open ? open.focus() : self.clients.openWindow(url);
}
