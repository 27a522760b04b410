// The service worker: the page without a network. A new version is fetched as a whole, and takes
// over when the page is next opened (`app.js`).

/** Hash of the page's files, and their names. `xtask` writes them. */
const VERSION = "";
const FILES = /** @type {string[]} */ ([]);

const worker = /** @type {any} */ (self);
/** The folder of the page. @type {string} */
const SCOPE = worker.registration.scope;
const CACHE = `gambol ${SCOPE} ${VERSION}`;
/** Learned weights, which outlive a version: their names contain their hashes. */
const WEIGHTS = `gambol ${SCOPE} weights`;

/** Fetches all files. @returns {Promise<void>} */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

/** Deletes what only earlier versions use, and serves the page that is already open. */
async function activate() {
  const names = await caches.keys(), weights = await caches.open(WEIGHTS);
  await Promise.all(names.filter((name) => name.startsWith(`gambol ${SCOPE} `) && ![CACHE, WEIGHTS].includes(name)).map((name) => caches.delete(name)));
  const list = await (await (await caches.open(CACHE)).match("weights.json"))?.json() ?? [];
  const used = new Set(list.map((/** @type {{url: string}} */ { url }) => new URL(url, SCOPE).href));
  await Promise.all((await weights.keys()).filter(({ url }) => !used.has(url)).map((request) => weights.delete(request)));
  await worker.clients.claim();
}

/**
 * A file of this version from the cache. Learned weights are fetched when a player needs them, and
 * kept.
 * @param {string} name
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(name, request) {
  const cache = await caches.open(name.startsWith("weights/") ? WEIGHTS : CACHE);
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
