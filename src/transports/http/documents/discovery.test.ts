/** Tests what browsers, assistants and testers look for at the same place of every site. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const CONTACT = 'mailto:security@example.org';
let service: TestService;
let url: string;

before(async () => {
  service = await startService({ environment: { SVC_SECURITY_CONTACT: CONTACT } });
  ({ url } = service.service);
});
after(() => service[Symbol.asyncDispose]());

const get = (path: string): Promise<Response> => fetch(new URL(path, url), { redirect: 'manual' });

test('password managers find where to change a password and a passkey', async () => {
  const moved = await get('/.well-known/change-password');
  assert.deepEqual([moved.status, moved.headers.get('location')], [302, '/settings#password']);
  const { enroll, manage } = (await (await get('/.well-known/passkey-endpoints')).json()) as {
    enroll: string;
    manage: string;
  };
  assert.equal(enroll, manage);
  assert.match(enroll, /^http.*\/settings#passkeys$/);
});

test('the security contact is that of the operator, and expires within a year', async () => {
  const text = await (await get('/.well-known/security.txt')).text();
  assert.match(text, new RegExp(`^Contact: ${CONTACT}$`, 'm'));
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)![1]!);
  assert.ok(expires > Date.now() && expires < Date.now() + 365 * 86_400_000);
  await using without = await startService();
  const missing = await fetch(new URL('/.well-known/security.txt', without.service.url));
  assert.equal(missing.status, 404);
  assert.match(((await missing.json()) as { detail: string }).detail, /SVC_SECURITY_CONTACT/);
});

test('the document is at the usual place, too, and every address of llms.txt exists', async () => {
  const [usual, own] = await Promise.all(['/openapi.json', '/v1/dev/openapi.json'].map(get));
  assert.equal(await usual!.text(), await own!.text());
  const text = await (await get('/llms.txt')).text();
  assert.match(text, /^# Commonplace\n\n> /);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => new URL(link!).pathname);
  assert.ok(links.length >= 5);
  for (const path of links) assert.notEqual((await get(path)).status, 404, path);
});
