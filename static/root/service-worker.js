/* Keeps pictures, styles and scripts at hand, and says so plainly when the club cannot be reached.
   Nothing personal is ever kept: pages, tables and hands are fetched or they are not there. */
"use strict";

const STORE = "club-3";
const OFFLINE = "/static/offline.html";
const KEPT = [OFFLINE, "/static/css/club.css", "/static/img/icon.svg"];
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
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
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
