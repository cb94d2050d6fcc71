/* Keeps pictures, styles and scripts at hand, and says so plainly when the club cannot be reached.
   The pages keep the rules and the last score sheet (static/js/site/keeping.js), which are shown while there is no
   connection. Nothing else personal is kept: tables and hands are fetched or they are not there. */
"use strict";

const STORE = "club-5";
const READABLE = ["club-rules", "club-sheet"];
const OFFLINE = "/static/offline.html";
const KEPT = [OFFLINE, "/static/css/club.css", "/static/css/contrast.css", "/static/js/offline.js", "/static/img/icon.svg"];
// A name with a digest never changes its content: another release has another name.
const DIGEST = /\.[0-9a-f]{12}(?=\.)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(KEPT)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => ![STORE, ...READABLE].includes(name)).map((name) => caches.delete(name))))
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
  else if (request.mode === "navigate" || KEPT.includes(url.pathname)) event.respondWith(freshOr(request));
});

// Push messages. A page that shows the place already needs none.
self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

async function tell({ title, body, url, tag, lang, yes, answer }) {
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.focused && new URL(page.url).pathname === url)) return;
  await self.registration.showNotification(title, {
    body,
    lang,
    tag,
    renotify: Boolean(tag),
    icon: "/static/img/icon-192.png",
    actions: yes ? [{ action: "yes", title: yes }] : [],
    data: { url, answer },
  });
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
