/**
 * Names the pinned Node and the pinned packages of all manifests that are older than the newest
 * stable release, and for how long: `npm run outdated`. Fails when the Node is behind within its
 * major version. `--core` looks only at the packages on which the security of the service rests,
 * once a day, and fails when one of them has been behind for more than 30 days; a part of
 * `npm run check`. Needs a network: without one, it says so.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const MANIFESTS = ['.', 'client', 'mcp', 'console'];
/** They read what strangers send, or decide who somebody is. */
const CORE = new Set(
  (
    'better-auth oidc-provider openid-client @simplewebauthn/server @simplewebauthn/browser ' +
    'fastify @fastify/cookie @fastify/websocket @fastify/multipart @fastify/static helmet ws ' +
    'pg kysely zod age-encryption @tus/server ipaddr.js yauzl tar-stream @modelcontextprotocol/server'
  ).split(' '),
);
const MOST_DAYS = 30;
const DAY_MS = 86_400_000;
const isCore = process.argv.includes('--core');
/** Kept for a day, so that `npm run check` does not ask each time. */
const SEEN = 'node_modules/.cache/check/core-packages.json';

const registry = execFileSync('npm', ['config', 'get', 'registry']).toString().trim();
const pinned = new Map(
  MANIFESTS.flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  }).filter(([name, version]) => /^\d/.test(version) && (!isCore || CORE.has(name))),
);

if (isCore && isFresh()) process.exit();
const answers = [];
const waiting = [...pinned];
// More at once than a busy machine and registry serve.
await Promise.all(
  Array.from({ length: 6 }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) answers.push(await look(...next));
  }),
);
const unread = answers.filter(({ problem }) => problem);
if (unread.length > 0) {
  console.log(
    `Not looked up: ${unread.map(({ name }) => name).join(', ')} (${unread[0].problem}).`,
  );
}
const behind = answers.filter(({ days }) => days !== undefined);
for (const { name, version, newest, days } of behind) {
  const since = days === 1 ? '1 day' : `${days} days`;
  console.log(`${name} ${version}: ${newest} is there, and a newer one has been for ${since}.`);
}
if (isCore) {
  const late = behind.filter(({ days }) => days > MOST_DAYS);
  for (const { name, newest } of late) {
    console.log(`Security rests on ${name}: npm install --save-exact ${name}@${newest}`);
  }
  if (late.length > 0) process.exitCode = 1;
  else if (unread.length === 0) keep();
} else if (behind.some(({ name }) => name === 'node')) {
  process.exitCode = 1;
} else if (behind.length === 0 && unread.length === 0) {
  console.log(`${pinned.size} packages are the newest.`);
}

/** Compares a version with the newest stable one; the Node only within its major version. */
async function look(name, version) {
  try {
    const { 'dist-tags': tags } = await read(name, 'application/vnd.npm.install-v1+json');
    if (tags.latest === version) return { name };
    const { time } = await read(name, 'application/json');
    const isWanted = (other) =>
      /^\d+\.\d+\.\d+$/.test(other) &&
      compare(other, version) > 0 &&
      (name === 'node' || name === '@types/node'
        ? major(other) === major(version)
        : compare(other, tags.latest) <= 0);
    const newer = Object.keys(time).filter(isWanted).toSorted(compare);
    if (newer.length === 0) return { name };
    const days = Math.floor((Date.now() - Date.parse(time[newer[0]])) / DAY_MS);
    return { name, version, newest: newer.at(-1), days };
  } catch (error) {
    return { name, problem: error.cause?.code ?? error.message };
  }
}

async function read(name, accept) {
  const address = new URL(name.replace('/', '%2f'), registry);
  const response = await fetch(address, {
    headers: { accept },
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`the registry answered ${response.status}`);
  return response.json();
}

function compare(one, other) {
  return one.localeCompare(other, 'en', { numeric: true });
}

function major(version) {
  return version.split('.')[0];
}

/** Whether the same versions were found to be new enough within the last day. */
function isFresh() {
  try {
    const isSame = readFileSync(SEEN, 'utf8') === JSON.stringify([...pinned]);
    return isSame && Date.now() - statSync(SEEN).mtimeMs < DAY_MS;
  } catch {
    return false;
  }
}

function keep() {
  mkdirSync('node_modules/.cache/check', { recursive: true });
  writeFileSync(SEEN, JSON.stringify([...pinned]));
}
