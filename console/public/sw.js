/**
 * Keeps the files of the console, so that it opens without the network, and what other apps share,
 * until the user has imported it. Answers of the service are never kept here.
 */
const CACHE = 'console';
/** The path of the service, with a slash at its end. */
const BASE = new URL('.', location.href).pathname;
const DOCUMENT = BASE;
/** More files than one version of the console has. */
const MAX_FILES = 300;
/** In a tunnel, a network passes nothing for minutes. Then the pages that one reads open from here. */
const PATIENCE_MS = 1500;
const READ = /^(?:ask|conversations|goals|import|memories|people|search|talk|tasks|)(?:\/|$)/;
/** Other apps share to this address. Its page asks the user, because any site can send such a form. */
const IMPORT = `${BASE}import`;
const SHARED = 'shared';
/** A site that sends forms again and again does not fill the disk. */
const MAX_SHARED = 50;
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

/** A browser that gets a message must show something. */
addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data?.json() ?? { title: 'Commonplace' };
  const icon = `${BASE}icon-192.png`;
  event.waitUntil(registration.showNotification(title, { body, tag, icon, data: path }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data ?? ''));
});

/** The browser has replaced its subscription. The choices of the user stay. */
addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === IMPORT) event.respondWith(receive(request));
  if (request.method !== 'GET') return;
  if (pathname.startsWith(`${BASE}assets/`)) event.respondWith(keptFile(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
});

/** Long enough for a page that is busy. */
const ANSWER_MS = 1000;

/** Shows a page of the console in a window that has one, so that a talk goes on, or in a new window. */
async function openPage(path) {
  const url = BASE + path;
  const windows = await clients.matchAll({ type: 'window' });
  for (const each of windows) {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => {
      port1.onmessage = () => resolve(true);
      setTimeout(resolve, ANSWER_MS);
    });
    each.postMessage({ open: url }, [port2]);
    if (await answer) return each.focus().catch(() => {});
  }
  return clients.openWindow(url);
}

async function renewSubscription({ oldSubscription, newSubscription }) {
  const renewed =
    newSubscription ?? (await registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = renewed.toJSON();
  await fetch(`${BASE}v1/users/me/push-subscriptions`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

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

/** Keeps what was shared, and opens the page that imports it. All parts are kept, or none. */
async function receive(request) {
  const cache = await caches.open(SHARED);
  const added = [];
  try {
    const parts = partsOf(await request.formData());
    if ((await cache.keys()).length + parts.length > MAX_SHARED) return openImport('full');
    for (const part of parts) {
      const path = `${IMPORT}/${crypto.randomUUID()}`;
      added.push(path);
      const headers = { 'X-Name': encodeURIComponent(part.name), 'X-At': Date.now() };
      await cache.put(path, new Response(part, { headers }));
    }
    return openImport();
  } catch (error) {
    await Promise.all(added.map((path) => cache.delete(path)));
    return openImport(error.name === 'QuotaExceededError' ? 'full' : 'not_kept');
  }
}

const openImport = (problem) =>
  Response.redirect(problem ? `${IMPORT}?problem=${problem}` : IMPORT, 303);

/** The title of a text is its first line. Apps often repeat the address in the text. */
function partsOf(form) {
  // A form without a file sends an empty one.
  const files = form.getAll('files').filter(({ name, size }) => name || size > 0);
  const [title, text, url] = ['title', 'text', 'url'].map((name) => form.get(name)?.trim() ?? '');
  const body = text.includes(url) ? text : `${text}\n${url}`.trim();
  // Beside files, a title alone repeats their names.
  if (!body && (files.length > 0 || !title)) return files;
  const whole = body.includes(title) ? body : `${title}\n\n${body}`.trim();
  return [...files, new File([whole], '', { type: 'text/plain' })];
}

async function dropOldest(cache) {
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== DOCUMENT);
  for (const request of requests.slice(0, Math.max(0, requests.length - MAX_FILES))) {
    await cache.delete(request);
  }
}
