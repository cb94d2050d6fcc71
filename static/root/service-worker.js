/* Keeps pictures, styles and scripts at hand, and says so plainly when the club cannot be reached.
   Nothing personal is ever kept: pages, tables and hands are fetched or they are not there. */
"use strict";

const STORE = "club-2";
const OFFLINE = "/static/offline.html";
const KEPT = [OFFLINE, "/static/css/club.css", "/static/img/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(KEPT)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function kept(request) {
  const store = await caches.open(STORE);
  const found = await store.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) store.put(request, answer.clone());
  return answer;
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
  // A name with a digest never changes its content; plain names are asked for again.
  if (/^\/static\/.*\.[0-9a-f]{12}\./.test(url.pathname)) event.respondWith(kept(request));
  else if (request.mode === "navigate" || KEPT.includes(url.pathname)) event.respondWith(freshOr(request));
});
