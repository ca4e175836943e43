import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Credential, Route } from '../src/kit/route.ts';
import { request } from '../src/testing/clients/api-user.ts';
import { describedRoutes } from '../src/testing/described-routes.ts';
import { dotted } from '../src/core/scopes.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

const routes = describedRoutes();
let service: TestService;
let tokens: Record<Credential | 'wrong', string | undefined>;

before(async () => {
  service = await startService();
  const { owner } = service;
  tokens = {
    none: undefined,
    wrong: 'nonsense',
    session: owner.token,
    developer_key: (await owner.key([])).key,
    assistant: (await owner.key([], 'mcp')).key,
    listener: (await owner.key([], 'device')).key,
  };
});
after(() => service[Symbol.asyncDispose]());

/** The kinds of credentials that a route accepts. */
const accepted = (credential: Credential): string[] =>
  credential === 'listener' ? ['listener', 'session'] : [credential];

const call = ({ method, path }: Route, token: string | undefined, body?: unknown) =>
  request(service.url, method, path.replace(/\{\w+\}/g, 'unknown'), {
    ...(token && { token }),
    ...(body !== undefined && method !== 'GET' && { body }),
  });

for (const route of routes) {
  const title = `${route.method} ${route.path}`;

  if (route.credential !== 'none')
    test(`${title} refuses callers without its kind of credential`, async () => {
      for (const [kind, token] of Object.entries(tokens)) {
        if (accepted(route.credential).includes(kind)) continue;
        const { status, body, headers } = await call(route, token, {});
        assert.equal(status, 401, `with ${kind}`);
        assert.equal(typeof body.detail, 'string');
        assert.match(headers.get('www-authenticate') ?? '', /^Bearer/);
      }
    });

  test(`${title} answers invalid bodies of every kind with JSON`, async () => {
    if (route.method === 'GET' || route.method === 'DELETE') return;
    for (const body of ['{', '[]', '"text"', 'null', '7', '{"__proto__":{"admin":true}}']) {
      const { status, body: answer } = await call(route, tokens[route.credential], body);
      assert.ok(status >= 400 && status < 500, `${body} → ${status}`);
      assert.ok(answer.detail);
    }
  });

  // A session has all permissions of its user. Only keys have scopes.
  if (route.operation.scope === null || accepted(route.credential).includes('session')) continue;
  const scope =
    route.credential === 'assistant' ? dotted(route.operation.scope) : route.operation.scope;
  test(`${title} needs ${scope}`, async () => {
    const { status, body } = await call(route, tokens[route.credential], {});
    assert.deepEqual(
      [status, body],
      [403, { detail: `Insufficient permissions. Required scope: ${scope}` }],
    );
  });
}
