import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/memories';
let service: TestService;
let key: ApiKey;
before(async () => {
  service = await startService();
  key = await service.owner.key(['memories:read', 'memories:write']);
});
after(() => service[Symbol.asyncDispose]());

test('the health routes report whether the process lives and can serve', async () => {
  assert.deepEqual((await request(service.url, 'GET', '/healthz')).body, { status: 'ok' });
  const { status, body } = await request(service.url, 'GET', '/readyz');
  assert.equal(status, 200);
  assert.equal(body.ready, true);
  assert.equal(body.durable, true);
});

test('an unknown path gets a JSON error', async () => {
  const { status, body } = await request(service.url, 'GET', '/v1/nothing');
  assert.deepEqual([status, body], [404, { detail: 'Not Found' }]);
});

test('a wrong method gets the list of allowed ones', async () => {
  for (const method of ['PUT', 'DELETE']) {
    const { status, body, headers } = await key.call(method, PATH);
    assert.equal(status, 405);
    assert.equal(headers.get('allow'), 'GET, HEAD, POST');
    assert.match(body.detail, /Use GET, HEAD, POST/);
  }
});

test('invalid HTTP gets a JSON error', async () => {
  const { hostname, port } = new URL(service.service.url);
  const socket = connect(Number(port), hostname);
  socket.end('\u0001 not http\r\n\r\n');
  const answer = Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString();
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.ok(JSON.parse(answer.slice(answer.indexOf('{'))).detail);
});

test('a body over its limit is a 413', async () => {
  const { status, body } = await key.call('POST', PATH, { content: 'x'.repeat(1_100_000) });
  assert.equal(status, 413);
  assert.match(body.detail, /1 MiB/);
});

test('broken, deeply nested or non-UTF-8 JSON is a 4xx', async () => {
  const send = async (body: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(new URL(PATH, service.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key.key}` },
      body,
    });
    return { status: response.status, body: (await response.json()) as { detail: unknown } };
  };
  const bodies = ['{"content":', '['.repeat(200_000), `{"content":${'['.repeat(100_000)}`];
  for (const body of [...bodies, new Uint8Array([0x22, 0xff, 0x22])]) {
    const answer = await send(body);
    assert.equal(answer.status, 422);
    assert.ok(answer.body.detail);
  }
});

test('a wrong content type is refused with the right one', async () => {
  const { status, body } = await request(service.url, 'POST', PATH, {
    token: key.key,
    body: 'content=x',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(status, 415);
  assert.match(body.detail, /application\/json/);
});

test('text in place of a number is reported with its location', async () => {
  const { status, body } = await key.call('GET', `${PATH}?limit=many&offset=-1`);
  assert.equal(status, 422);
  assert.deepEqual(
    body.detail.map(({ loc }: { loc: string[] }) => loc),
    [
      ['query', 'limit'],
      ['query', 'offset'],
    ],
  );
});

test('garbage on one connection does not affect others', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.resume();
  socket.end('\x16\x03\x01 not http at all\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  assert.equal((await request(service.url, 'GET', '/healthz')).status, 200);
});

const unknownIn = ({ headers }: { headers: Headers }) => headers.get('x-unknown-parameters');

test('an answer names the query parameters that its route does not know', async () => {
  await key.call('POST', PATH, { content: 'Keeps bees' });
  const plain = await key.call('GET', `${PATH}?limit=1`);
  assert.equal(unknownIn(plain), null);
  const misspelt = await key.call('GET', `${PATH}?limit=1&catgories=work&page=2&page=3`);
  assert.deepEqual(misspelt.body, plain.body);
  assert.equal(unknownIn(misspelt), 'catgories, page');
  const { id } = plain.body[0];
  assert.equal(unknownIn(await key.call('GET', `${PATH}/${id}?memory_id=x`)), 'memory_id');
  const changed = await key.call('PATCH', `${PATH}/${id}?content=Lost`, { content: 'Kept' });
  assert.deepEqual([changed.body.content, unknownIn(changed)], ['Kept', 'content']);
});

test('a refusal names unknown query parameters', async () => {
  const { status, headers } = await key.call('GET', `${PATH}?limit=x&limt=1`);
  assert.deepEqual([status, headers.get('x-unknown-parameters')], [422, 'limt']);
});

test('names of unknown parameters are encoded and limited', async () => {
  const odd = await key.call('GET', `${PATH}?a%0d%0aSet-Cookie:x=1&%F0%9F%90%9D=1`);
  assert.equal(odd.status, 200);
  assert.equal(unknownIn(odd), 'a%0D%0ASet-Cookie%3Ax, %F0%9F%90%9D');
  const names = Array.from({ length: 400 }, (_, index) => `unknown_${index}=1`);
  const many = unknownIn(await key.call('GET', `${PATH}?${names.join('&')}`))!;
  assert.ok(many.startsWith('unknown_0, unknown_1, ') && many.length <= 1000, many);
  assert.match(many, /unknown_\d+$/);
  const long = unknownIn(await key.call('GET', `${PATH}?a${'%C3%BC'.repeat(30)}=1`))!;
  assert.equal(long, `a${'%C3%BC'.repeat(7)}%C3`);
});

test('the document describes the header for unknown parameters at every route', async () => {
  const { body } = await request(service.url, 'GET', '/v1/dev/openapi.json');
  assert.ok(body.components.headers.XUnknownParameters.description);
  for (const item of Object.values<Json>(body.paths)) {
    for (const { responses } of Object.values<Json>(item)) {
      const { headers } = responses[200] ?? responses[204];
      assert.ok(headers['X-Unknown-Parameters']);
    }
  }
});
