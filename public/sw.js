/** Keeps one page for when there is no line. Nothing else is kept: prices and codes are never shown from yesterday. */
const KEPT = "offline-3";
const OFFLINE = "/offline";
const WITH_IT = ["/fonts/vazirmatn.woff2", "/theme.js", "/seldom.css", "/favicon.svg"];

self.addEventListener("install", (event) => {
  const keep = caches.open(KEPT).then((cache) => cache.addAll([OFFLINE, ...WITH_IT]));
  event.waitUntil(keep.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (WITH_IT.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
});
