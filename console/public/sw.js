/**
 * Keeps the files of the console, so that it opens without the network. Answers of the service are
 * never kept here.
 */
const CACHE = 'console';
/** The path of the service, with a slash at its end. */
const BASE = new URL('.', location.href).pathname;
const DOCUMENT = BASE;
/** More files than one version of the console has. */
const MAX_FILES = 300;
/** In a tunnel, a network passes nothing for minutes. Then the pages that one reads open from here. */
const PATIENCE_MS = 1500;
const READ = /^(?:ask|conversations|goals|memories|people|search|talk|tasks|)(?:\/|$)/;
/** The scripts and styles of this version, which the build puts here. */
const FILES = [];

addEventListener('install', (event) => {
  // Requests to the service must not pass through this worker: Chromium loses half of those that a
  // page sends while it closes. A Chromium without such routes removes the worker.
  if (event.addRoutes) {
    event.addRoutes({
      condition: { urlPattern: new URLPattern({ pathname: `${BASE}v:version/*` }) },
      source: 'network',
    });
  } else if (navigator.userAgentData) {
    return void event.waitUntil(registration.unregister());
  }
  event.waitUntil(keepVersion());
  skipWaiting();
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith(`${BASE}assets/`)) event.respondWith(keptFile(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
});

/** Without the network, a page may need a dialog or a notice that it has not shown before. */
async function keepVersion() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = FILES.map((path) => BASE + path).filter((path) => !kept.has(path));
  await cache.addAll([DOCUMENT, ...missing]);
  await dropOldest(cache);
}

/** The name of a file contains the hash of its content, so a kept file never changes. */
async function keptFile(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await dropOldest(cache);
  }
  return answer;
}

/** Every page of the console is the same document; other pages are only passed on. */
async function page(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(DOCUMENT);
  const answer = fetchPage(request, cache);
  if (!kept) return answer;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, kept));
  const isRead = READ.test(new URL(request.url).pathname.slice(BASE.length));
  return Promise.race([answer.catch(() => kept), ...(isRead ? [late] : [])]);
}

async function fetchPage(request, cache) {
  const answer = await fetch(request);
  const isConsole = answer.headers.get('Content-Security-Policy')?.includes('trusted-types');
  if (answer.ok && isConsole) await cache.put(DOCUMENT, answer.clone());
  return answer;
}

async function dropOldest(cache) {
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== DOCUMENT);
  for (const request of requests.slice(0, Math.max(0, requests.length - MAX_FILES))) {
    await cache.delete(request);
  }
}
