/** Strangers cannot sign in, and cannot lock the owner out. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { ManualClock } from '../../core/clock.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { Answer } from '../../testing/clients/api-user.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { openHashing } from './hashing.ts';
import { knownDevices } from './known-devices.ts';
import { networkOf } from './network.ts';

/** The service trusts its proxy's header about the network of a client. */
const PROXIED = { SVC_TRUSTED_PROXIES: '127.0.0.1' };
const WRONG = 'a wrong password';

const signIn = (
  { service }: TestService,
  body: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<Answer> => request(service.url, 'POST', '/v1/auth/sign-in', { body, headers });
const from = (ip: string) => ({ 'X-Forwarded-For': ip });

function cookieOf({ headers }: Answer, name: string): string {
  const found = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  return found?.split(';')[0] ?? assert.fail(`no cookie ${name}`);
}

async function upgrade(url: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(url, { headers });
  const [status] = await Promise.race([
    once(socket, 'open').then(() => [101]),
    once(socket, 'unexpected-response').then(([, { statusCode }]) => [statusCode as number]),
  ]);
  socket.on('error', () => {});
  socket.terminate();
  return status!;
}

test('a page from another origin cannot open the live socket with the cookie', async () => {
  await using service = await startService();
  const { url } = service.service;
  const Cookie = cookieOf(await signIn(service, OWNER), 'svc_session');
  const address = `${url.replace('http', 'ws')}/v4/listen?uid=${service.owner.id}`;
  const { hostname, port, host } = new URL(url);
  for (const Origin of [
    `http://${hostname}:${Number(port) + 1}`,
    `http://${hostname}`,
    `https://${host}`,
    'https://evil.example',
    'null',
    'nonsense',
  ]) {
    assert.equal(await upgrade(address, { Cookie, Origin }), 403, Origin);
  }
  assert.equal(await upgrade(address, { Cookie, Origin: url }), 101);
  assert.equal(await upgrade(address, { Cookie }), 101, 'a program sends no origin');
  const Authorization = `Bearer ${service.owner.token}`;
  const elsewhere = { Authorization, Origin: 'https://evil.example' };
  assert.equal(await upgrade(address, elsewhere), 101, 'a token was given to the page');
});

test('the origin of our own pages comes from the setting or from a trusted proxy', async () => {
  const environment = { SVC_BASE_URL: 'https://me.example.org', ...PROXIED };
  await using service = await startService({ environment });
  const Cookie = cookieOf(await signIn(service, OWNER), 'svc_session');
  const rename = (Origin: string, more: Record<string, string> = {}) =>
    request(service.service.url, 'POST', '/v1/dev/keys', {
      body: { name: 'x' },
      headers: { Cookie, Origin, ...more },
    });
  assert.equal((await rename('https://me.example.org')).status, 200);
  assert.equal((await rename('http://me.example.org')).status, 403, 'the scheme counts');
  assert.equal((await rename('https://me.example.org:8443')).status, 403, 'the port counts');
  const proxied = { 'X-Forwarded-Host': 'home.example', 'X-Forwarded-Proto': 'https' };
  assert.equal((await rename('https://home.example', proxied)).status, 200);
  assert.equal((await rename('http://home.example', proxied)).status, 403);
});

test('wrong passwords from one network are limited across all addresses', async () => {
  const clock = new ManualClock(new Date().toISOString());
  await using service = await startService({ clock, environment: PROXIED });
  const guess = (count: number, ip: string) =>
    signIn(service, { email: `someone${count}@example.org`, password: WRONG }, from(ip));
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    statuses.push((await guess(count, `2001:db8:1:2::${count}`)).status);
  }
  assert.equal(statuses.indexOf(429), 31);
  assert.equal((await guess(99, '2001:db8:1:2:ffff::1')).status, 429, 'the same /64');
  assert.equal((await guess(99, '2001:db8:1:3::1')).status, 401, 'another network');
  assert.equal((await signIn(service, OWNER, from('2001:db8:1:3::1'))).status, 200);
});

test('simultaneous guesses are limited like consecutive ones', async () => {
  const clock = new ManualClock(new Date().toISOString());
  await using service = await startService({ clock });
  const guesses = Array.from({ length: 30 }, () => signIn(service, { ...OWNER, password: WRONG }));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, 6);
});

test('sign-ins at once do not block each other, in whatever order they read their clocks', async () => {
  const clock = new ManualClock(new Date().toISOString());
  await using service = await startService({ clock });
  assert.equal((await signIn(service, { ...OWNER, password: WRONG })).status, 401);
  clock.advance(-5);
  assert.equal((await signIn(service, OWNER)).status, 200);
});

test('strangers cannot lock the owner out on a known device', async () => {
  const clock = new ManualClock(new Date().toISOString());
  await using service = await startService({ clock, environment: PROXIED });
  const first = await signIn(service, OWNER, from('192.0.2.1'));
  const device = { Cookie: cookieOf(first, 'svc_device') };
  for (let tries = 0; tries < 80; tries += 1) {
    await signIn(service, { ...OWNER, password: WRONG }, from(`198.51.100.${tries % 60}`));
    await signIn(service, { ...OWNER, password: WRONG }, from('192.0.2.1'));
  }
  const locked = await signIn(service, OWNER, from('192.0.2.1'));
  assert.equal(locked.status, 429, 'a device that nobody knows waits');
  const known = { ...device, ...from('192.0.2.1') };
  assert.equal((await signIn(service, OWNER, known)).status, 200);

  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    statuses.push((await signIn(service, { ...OWNER, password: WRONG }, known)).status);
  }
  assert.equal(statuses.at(-1), 429, 'a known device has a bound of its own');
});

test('the sign-in page for assistants has the same limits and known devices', async () => {
  const clock = new ManualClock(new Date().toISOString());
  const environment = { ...PROXIED, SVC_OAUTH_UNKNOWN_CLIENTS: 'on' };
  await using service = await startService({ clock, environment });
  const page = async (password: string, ip: string, cookie = '') => {
    const headers = { ...from(ip), ...(cookie && { Cookie: cookie }) };
    const shown = await request(service.service.url, 'GET', '/connect/unknown', { headers });
    const proof = /name="proof" value="([^"]+)"/.exec(String(shown.body))![1]!;
    const form = shown.headers.getSetCookie().map((each) => each.split(';')[0]);
    const body = new URLSearchParams({ action: 'sign-in', proof, email: OWNER.email, password });
    return fetch(`${service.service.url}/connect/unknown`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { ...headers, Cookie: [...form, cookie].filter(Boolean).join('; ') },
    });
  };
  const signedIn = await page(OWNER.password, '192.0.2.1');
  assert.equal(signedIn.status, 303);
  const device = signedIn.headers
    .getSetCookie()
    .find((each) => each.startsWith('svc_device='))!
    .split(';')[0]!;
  for (let tries = 0; tries < 8; tries += 1) await page(WRONG, '192.0.2.1');
  assert.equal((await page(OWNER.password, '192.0.2.1')).status, 429);
  assert.equal((await signIn(service, OWNER, from('192.0.2.1'))).status, 429, 'over HTTP as well');
  assert.equal((await page(OWNER.password, '192.0.2.1', device)).status, 303);
});

test('few hashes run at once, and callers beyond the queue are told when to retry', async () => {
  const hashed = openHashing();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  const strangers = Array.from({ length: 100 }, () => hashed(false, work));
  const known = hashed(true, work);
  const outcomes = await Promise.allSettled(strangers);
  await known;
  assert.equal(most, 2);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 100 - 2 - 32);
  assert.equal((refused[0] as PromiseRejectedResult).reason.retryAfterSeconds, 2);
  await hashed(false, work);
});

test('too many simultaneous sign-ins get a 503 with Retry-After', async () => {
  await using service = await startService({ environment: PROXIED });
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, count) =>
      signIn(
        service,
        { email: `a${count}@example.org`, password: WRONG },
        from(`192.0.2.${count}`),
      ),
    ),
  );
  const busy = all.filter(({ status }) => status === 503);
  assert.ok(busy.length > 0 && all.every(({ status }) => status === 503 || status === 401));
  assert.ok(Number(busy[0]!.headers.get('retry-after')) >= 1);
  assert.match(busy[0]!.body.detail, /Try again/);
});

test('a device cookie is valid for one address and for a year', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const devices = knownDevices('secret');
  const note = devices.note('Owner@example.org', now);
  assert.match(devices.idOf(note, 'owner@example.org', now)!, /^[\da-f-]{36}$/);
  assert.equal(devices.idOf(note, 'other@example.org', now), null);
  assert.equal(devices.idOf(note, 'owner@example.org', new Date('2027-03-02T00:00:00Z')), null);
  assert.equal(knownDevices('other').idOf(note, 'owner@example.org', now), null);
  for (const forged of [undefined, '', 'a.b.c', note.slice(0, -2), `x${note}`]) {
    assert.equal(devices.idOf(forged, 'owner@example.org', now), null);
  }
});

test('IPv4 is counted by address, IPv6 by its first 64 bits', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('2001:db8::1'), networkOf('2001:0db8:0:0:ffff::2'));
  assert.notEqual(networkOf('2001:db8:0:1::1'), networkOf('2001:db8::1'));
  assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2'));
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf(null), 'unknown');
});
