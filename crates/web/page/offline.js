// The service worker: the page without a network. A new version is fetched as a whole, and takes
// over when the page is next opened (`app.js`).

/** Hash of the page's files, and their names. `xtask` writes them. */
const VERSION = "";
const FILES = /** @type {string[]} */ ([]);

const worker = /** @type {any} */ (self);
/** The folder of the page. @type {string} */
const SCOPE = worker.registration.scope;
const CACHE = `gambol ${SCOPE} ${VERSION}`;

/** Fetches all files. @returns {Promise<void>} */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

/** Deletes the files of earlier versions, and serves the page that is already open. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(`gambol ${SCOPE} `) && name !== CACHE).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * A file of this version from the cache. Learned weights are fetched when a player needs them, and
 * kept: their names contain their hashes.
 * @param {string} name
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(name, request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(name);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(name, response.clone());
  return response;
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => { if (event.data === "take over") worker.skipWaiting(); });
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  url.search = url.hash = "";
  if (event.request.method !== "GET" || !url.href.startsWith(SCOPE)) return;
  const name = url.href.slice(SCOPE.length) || "index.html";
  if (FILES.includes(name) || name.startsWith("weights/")) event.respondWith(answer(name, event.request));
});
