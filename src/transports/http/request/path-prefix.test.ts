/** Tests which addresses get the prefix of a proxy, and which lose it. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import fastify from 'fastify';
import { addPrefix, changeUrl, prefixOf, withoutPrefix } from './path-prefix.ts';

test('the prefix is the path of an address, without a slash at its end', () => {
  for (const [address, prefix] of [
    [undefined, ''],
    ['https://example.org', ''],
    ['https://example.org/', ''],
    ['https://example.org/me/', '/me'],
    ['https://example.org/a/b', '/a/b'],
  ] as const)
    assert.equal(prefixOf(address), prefix);
});

const requestOf = (url: string | undefined) =>
  ({ url }) as IncomingMessage & { originalUrl?: string };

test('a request loses the prefix, and keeps its public address', () => {
  for (const [url, inner] of [
    ['/me/v1/memories?limit=1', '/v1/memories?limit=1'],
    ['/v1/memories', '/v1/memories'],
    ['/me', '/'],
    ['/me/', '/'],
    ['/me?x=1', '/?x=1'],
    ['/me#top', '/#top'],
    ['/menu', '/menu'],
    ['/.well-known/oauth-protected-resource/me/mcp', '/.well-known/oauth-protected-resource/mcp'],
    ['/.well-known/oauth-authorization-server/me', '/.well-known/oauth-authorization-server'],
    [
      '/.well-known/oauth-authorization-server/menu',
      '/.well-known/oauth-authorization-server/menu',
    ],
    ['/.well-known/other/me', '/.well-known/other/me'],
    [undefined, '/'],
  ] as const) {
    const request = requestOf(url);
    assert.equal(withoutPrefix(request, '/me'), inner, url);
    assert.equal(request.originalUrl, `/me${inner}`);
  }
});

test('without a prefix, a request stays as it is', () => {
  const request = requestOf('/me/v1');
  assert.equal(withoutPrefix(request, ''), '/me/v1');
  changeUrl(request, '/v2');
  assert.deepEqual(request, { url: '/v2' });
});

test('a changed address keeps its prefix', () => {
  const request = requestOf('/me/v1');
  request.url = withoutPrefix(request, '/me');
  changeUrl(request, '/v2?x=1');
  assert.deepEqual(request, { url: '/v2?x=1', originalUrl: '/me/v2?x=1' });
});

/** Returns the header with this name of an answer below `/me`, and the body. */
async function answered(
  {
    headers = {},
    type = 'text/html',
    body = '',
  }: { headers?: Record<string, string | string[]>; type?: string; body?: string },
  prefix = '/me',
) {
  await using stack = new AsyncDisposableStack();
  const app = fastify();
  stack.defer(() => app.close());
  addPrefix(app, prefix);
  app.get('/', (_request, reply) => reply.headers(headers).type(type).send(body));
  return await app.inject('/');
}

test('redirects, links and cookies from the root get the prefix', async () => {
  for (const [name, given, expected] of [
    ['location', '/sign-in', '/me/sign-in'],
    ['location', '/me/sign-in', '/me/sign-in'],
    ['location', '//other.org/', '//other.org/'],
    ['location', 'https://other.org/', 'https://other.org/'],
    ['link', '</a>; rel="next", <//b>', '</me/a>; rel="next", <//b>'],
    ['set-cookie', 'a=1; Path=/; Secure', 'a=1; Path=/me/; Secure'],
    ['set-cookie', 'a=1; path=/v1', 'a=1; Path=/me/v1'],
    ['set-cookie', 'a=1; Path=/me/v1', 'a=1; Path=/me/v1'],
    ['x-other', '/sign-in', '/sign-in'],
  ] as const) {
    const { headers } = await answered({ headers: { [name]: given } });
    assert.equal(String(headers[name]), expected);
    const plain = await answered({ headers: { [name]: given } }, '');
    assert.equal(String(plain.headers[name]), given);
  }
  const { headers } = await answered({
    headers: { 'set-cookie': ['a=1; Path=/', 'b=2; Path=/v1'] },
  });
  assert.deepEqual(headers['set-cookie'], ['a=1; Path=/me/', 'b=2; Path=/me/v1']);
});

test('addresses from the root in pages and styles get the prefix', async () => {
  const page = '<a href="/a"> <img src="/me/b"> <form action="/c"> <a href="//x"> <a href="d">';
  const html = await answered({ body: page });
  assert.equal(
    html.body,
    '<a href="/me/a"> <img src="/me/b"> <form action="/me/c"> <a href="//x"> <a href="d">',
  );
  const css = await answered({ type: 'text/css', body: "url(/a) url('/b') url(c)" });
  assert.equal(css.body, "url(/me/a) url('/me/b') url(c)");
  const text = await answered({ type: 'text/plain', body: page });
  assert.equal(text.body, page);
});

test('headers that a library writes by itself get the prefix, in each form', async () => {
  await using stack = new AsyncDisposableStack();
  const app = fastify();
  stack.defer(() => app.close());
  addPrefix(app, '/me');
  const forms: Record<string, unknown> = {
    object: { Location: '/a', 'Set-Cookie': ['a=1; Path=/', 'b=2; Path=/'] },
    pairs: [
      ['Location', '/a'],
      ['Set-Cookie', 'a=1; Path=/'],
      ['set-cookie', 'b=2; Path=/'],
    ],
    list: ['Location', '/a', 'Set-Cookie', 'a=1; Path=/', 'set-cookie', 'b=2; Path=/'],
  };
  for (const [name, headers] of Object.entries(forms))
    app.get(`/${name}`, (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(302, headers as never).end();
    });
  app.get('/none', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(204).end();
  });
  for (const name of Object.keys(forms)) {
    const { statusCode, headers } = await app.inject(`/${name}`);
    assert.deepEqual(
      [statusCode, headers.location, headers['set-cookie']],
      [302, '/me/a', ['a=1; Path=/me/', 'b=2; Path=/me/']],
      name,
    );
  }
  assert.equal((await app.inject('/none')).statusCode, 204);
});
