/** Tests the accepted credentials, the wording of refusals, and the deadlines of answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import {
  Conflict,
  Forbidden,
  InsufficientScope,
  Invalid,
  NotFound,
  NotReady,
  RateLimited,
  Unauthenticated,
  Unavailable,
  Unrecognised,
} from '../../core/errors.ts';
import type { Actor } from '../../kit/context.ts';
import {
  authenticate,
  authenticateAssistant,
  credentialOf,
  deviceNoteOf,
} from './authentication.ts';
import type { Authenticator } from './authentication.ts';
import { challengeFor } from './challenge.ts';
import { Deadlines } from './deadlines.ts';
import { failureOf, sendError } from './errors.ts';
import { refuseLeaked } from './leaked-credential.ts';

const actor: Actor = { kind: 'session', user_id: 'ana', session_id: 's' };
const authenticator: Authenticator = {
  session: async (token) => (token === 'svc_ses_1' ? actor : null),
  key: async (key) => (key.endsWith('_1') ? actor : null),
  accessToken: async (token) => (token === 'svc_oat_1' ? actor : null),
  site: () => 'https://home.example',
};
type Headers = Record<string, string>;
const caller = (headers: Headers, method = 'GET') => ({
  method,
  headers,
  protocol: 'http',
  host: 'box:8080',
});
/** Returns "in" if the caller is accepted, otherwise the message of the refusal. */
async function entry(work: Promise<Actor>): Promise<string> {
  return work.then(
    (who) => (who === actor ? 'in' : who.kind),
    (error: Error) => error.message,
  );
}

test('a developer key opens its routes, and other credentials get an explanation', async () => {
  const enter = (authorization?: string) =>
    entry(
      authenticate(authenticator, caller(authorization ? { authorization } : {}), 'developer_key'),
    );
  assert.equal(await enter('Bearer svc_dev_1'), 'in');
  assert.equal(await enter('bearer  svc_dev_1'), 'in');
  assert.match(await enter(), /Must be 'Bearer API_KEY'/);
  assert.match(await enter('svc_dev_1'), /Must be 'Bearer API_KEY'/);
  assert.equal(await enter('Bearer svc_dev_2'), 'Invalid API Key');
  assert.equal(await enter('Bearer rubbish'), 'Invalid API Key');
  assert.equal(
    await enter('Bearer svc_ses_1'),
    'Invalid API Key. This endpoint needs a developer key (svc_dev_…).',
  );
  assert.match(
    await enter('Bearer svc_mcp_1'),
    /This is an MCP key \(svc_mcp_…\), which works on the MCP endpoint.* needs a developer key/,
  );
});

test('an assistant may use a key or a token, with or without the word Bearer', async () => {
  const enter = (authorization?: string) =>
    entry(
      authenticateAssistant(authenticator, { headers: authorization ? { authorization } : {} }),
    );
  for (const fine of ['Bearer svc_mcp_1', 'svc_mcp_1', ' svc_oat_1 ', 'Bearer svc_oat_1']) {
    assert.equal(await enter(fine), 'in', fine);
  }
  const missing = 'Invalid or missing API key. Provide via Authorization header.';
  for (const none of [undefined, ' ', 'Bearer rubbish', 'svc_mcp_2']) {
    assert.equal(await enter(none), missing, none);
  }
  assert.match(await enter('svc_oat_2'), /has expired or was revoked/);
  assert.match(await enter('svc_ort_1'), /This is a refresh token: exchange it/);
  assert.match(await enter('svc_code_1'), /This is an authorization code: exchange it/);
  assert.match(await enter('svc_dev_1'), /This is a developer key.* needs an MCP key/);
});

test('a session may come as a token, or as a cookie from our own pages', async () => {
  const enter = (headers: Headers, method = 'GET') =>
    entry(authenticate(authenticator, caller(headers, method), 'session'));
  assert.equal(await enter({ authorization: 'Bearer svc_ses_1' }), 'in');
  assert.match(await enter({ authorization: 'Bearer svc_ses_2' }), /Sign in again/);
  assert.match(await enter({ authorization: 'Bearer svc_dev_1' }), /This is a developer key/);
  assert.match(await enter({}), /Sign in first/);
  const cookie = 'a=b; svc_session=svc_ses_1; c=d';
  assert.equal(await enter({ cookie }), 'in');
  assert.match(await enter({ cookie: 'svc_session=svc_ses_2' }), /Sign in again/);
  assert.match(await enter({ cookie: 'my_svc_session=svc_ses_1' }), /Sign in first/);
  const foreign = /comes from another site/;
  const [origin, ours] = ['https://evil.example', 'http://box:8080'];
  assert.equal(await enter({ cookie, origin }), 'in');
  assert.equal(await enter({ cookie, origin }, 'HEAD'), 'in');
  assert.match(await enter({ cookie, origin }, 'POST'), foreign);
  assert.match(await enter({ cookie, origin, upgrade: 'websocket' }), foreign);
  assert.match(await enter({ cookie, origin: 'http://box:9090' }, 'POST'), foreign);
  assert.match(await enter({ cookie, origin: 'null' }, 'POST'), foreign);
  for (const page of [ours, 'https://home.example']) {
    assert.equal(await enter({ cookie, origin: page }, 'POST'), 'in');
  }
  assert.equal(await enter({ cookie }, 'POST'), 'in');
  // A token is sent on purpose, so its origin does not matter.
  assert.equal(await enter({ authorization: 'Bearer svc_ses_1', origin }, 'POST'), 'in');
  assert.deepEqual(await authenticate(authenticator, caller({}), 'none'), { kind: 'nobody' });
});

test('the credential and the device cookie are read from the headers', () => {
  const credential = (headers: Headers) => credentialOf({ headers });
  assert.equal(credential({ authorization: 'Bearer x', cookie: 'svc_session=y' }), 'x');
  assert.equal(credential({ cookie: 'svc_session=y' }), 'y');
  assert.equal(credential({}), '');
  const note = (cookie?: string) => deviceNoteOf({ headers: cookie ? { cookie } : {} });
  assert.equal(note('a=b; svc_device=n.1-_; c=d'), 'n.1-_');
  assert.equal(note(`svc_device=${'x'.repeat(301)}`), undefined);
  assert.equal(note(), undefined);
});

test('a refused assistant learns where to get a token and which scopes to request', () => {
  const headers = { host: 'home.example', authorization: 'x' };
  const base = { baseUrl: 'https://home.example', headers, actor: null };
  const document = 'https://home.example/.well-known/oauth-protected-resource/v1/mcp/sse';
  const refused = challengeFor(new Unauthenticated('No “such” key\\.'), base)!;
  assert.ok(refused.startsWith(`Bearer resource_metadata="${document}", scope="memories.read `));
  assert.ok(
    refused.endsWith(`, error="invalid_token", error_description="No ...such... key'."`),
    refused,
  );
  const unsent = challengeFor(new Unauthenticated('No'), { ...base, headers: {} })!;
  assert.ok(unsent.endsWith('chat.read"'));
  const held = { kind: 'mcp_key', key_id: 'k', user_id: 'u', scopes: ['goals:read'] } as const;
  const missing = new InsufficientScope('memories.write');
  assert.equal(
    challengeFor(missing, { ...base, actor: held, path: '/mcp' }),
    `Bearer resource_metadata="${document.replace('/v1/mcp/sse', '/mcp')}", ` +
      'scope="goals.read memories.write", error="insufficient_scope", ' +
      'error_description="Insufficient permissions. Required scope: memories.write"',
  );
  assert.match(challengeFor(missing, base)!, /scope="memories.write", error/);
  assert.equal(challengeFor(new Forbidden('no'), base), null);
});

/** Returns the answer that a client would receive for this error. */
function answerTo(error: unknown, headers: Record<string, unknown> = {}) {
  const answer = { status: 0, headers, body: null as unknown };
  const reply = {
    request: { routeOptions: { bodyLimit: 1024 * 1024 } },
    hasHeader: (name: string) => name in headers,
    header: (name: string, value: unknown) => ((headers[name] = value), reply),
    code: (status: number) => ((answer.status = status), reply),
    send: (body: unknown) => ((answer.body = body), reply),
  };
  const isKnown = sendError(reply as unknown as FastifyReply, error) !== null;
  return { ...answer, isKnown };
}

test('every error has its status, its message and its retry time', () => {
  const detail = (text: unknown) => ({ detail: text });
  const unknown = answerTo(new NotFound('none'));
  assert.deepEqual([unknown.status, unknown.body, unknown.headers], [404, detail('none'), {}]);
  const problems = [{ loc: ['body'], msg: 'x', type: 'y' }];
  assert.deepEqual(answerTo(new Invalid('no', problems)).body, detail(problems));
  assert.deepEqual(answerTo(new Invalid('no')).body, detail('no'));
  assert.equal(answerTo(new Invalid('no')).status, 422);
  const notReady = new NotReady('closed', { body: { code: 'held' }, notice: 'n' });
  assert.deepEqual(answerTo(notReady).body, detail({ code: 'held' }));
  assert.equal(answerTo(notReady).status, 403);
  const stranger = answerTo(new Unauthenticated('who'));
  assert.deepEqual([stranger.status, stranger.headers], [401, { 'WWW-Authenticate': 'Bearer' }]);
  const told = answerTo(new Unauthenticated('who'), { 'WWW-Authenticate': 'Bearer x' });
  assert.deepEqual(told.headers, { 'WWW-Authenticate': 'Bearer x' });
  assert.equal('WWW-Authenticate' in answerTo(new Forbidden('no')).headers, false);
  assert.deepEqual(answerTo(new Conflict('c', { retryAfterSeconds: 3 })).headers, {
    'Retry-After': 3,
  });
  assert.deepEqual(answerTo(new Conflict('c')).headers, {});
  assert.deepEqual(answerTo(new Unavailable('u')).headers, { 'Retry-After': 2 });
  const resetsAt = new Date(1_500);
  const limited = answerTo(new RateLimited('r', 9, { limit: 5, remaining: 0, resetsAt }));
  assert.equal(limited.status, 429);
  assert.deepEqual(limited.headers, {
    'X-RateLimit-Limit': 5,
    'X-RateLimit-Remaining': 0,
    'X-RateLimit-Reset': 2,
    'Retry-After': 9,
  });
  assert.deepEqual(answerTo(new RateLimited('r', 9)).headers, { 'Retry-After': 9 });
});

test('an error of a library reveals only what a client may read', () => {
  const failing = (statusCode?: number, code?: string) =>
    Object.assign(new Error('inside'), statusCode && { statusCode }, code && { code });
  const defect = { detail: 'Something went wrong on our side. It was logged.' };
  for (const [statusCode, status] of [
    [400, 400],
    [499, 499],
    [399, 500],
    [500, 500],
    [undefined, 500],
  ] as const) {
    const answer = answerTo(failing(statusCode));
    assert.equal(answer.status, status);
    assert.deepEqual(answer.body, status < 500 ? { detail: 'inside' } : defect);
    assert.equal(answer.isKnown, status < 500);
    const failure = failureOf(failing(statusCode));
    assert.deepEqual([failure.status, failure.retryAfterSeconds], [status, null]);
    assert.equal(failure.message, status < 500 ? 'inside' : defect.detail);
  }
  const large = answerTo(failing(413, 'FST_ERR_CTP_BODY_TOO_LARGE'));
  assert.deepEqual(
    [large.status, large.body],
    [413, { detail: 'The body is too large: at most 1 MiB.' }],
  );
  assert.deepEqual(failureOf(new Unavailable('later', { retryAfterSeconds: 7 })), {
    status: 503,
    message: 'later',
    retryAfterSeconds: 7,
  });
});

test('a credential in the address is refused', () => {
  refuseLeaked({ q: 'key' });
  for (const name of ['access_token', 'token', 'api_key', 'key']) {
    assert.throws(() => refuseLeaked({ [name]: 'x' }), Unrecognised);
  }
});

test('work has a deadline, a longer one for models, and ends when the service stops', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const deadlines = new Deadlines({ answerMs: 100, waitingAnswerMs: 200 });
  const begin = (waits: boolean) => {
    const refusals: string[] = [];
    const end = deadlines.begin((error) => refusals.push(error.message), { waits });
    return { refusals, end };
  };
  const [quick, slow, done] = [begin(false), begin(true), begin(false)];
  done.end();
  t.mock.timers.tick(99);
  assert.equal(quick.refusals.length, 0);
  t.mock.timers.tick(1);
  assert.match(quick.refusals[0]!, /takes too long.*Check before you send it again/);
  t.mock.timers.tick(99);
  assert.equal(slow.refusals.length, 0);
  t.mock.timers.tick(1);
  assert.deepEqual([slow.refusals.length, done.refusals.length], [1, 0]);
  for (const each of [quick, slow]) each.end();

  assert.equal(await deadlines.within(async () => 'done', { waits: false }), 'done');
  const late = deadlines.within(() => new Promise(() => {}), { waits: false });
  t.mock.timers.tick(100);
  await assert.rejects(late, Unavailable);

  assert.equal(deadlines.refusal, undefined);
  const longer = new Deadlines();
  const refusals: string[] = [];
  longer.begin((error) => refusals.push(error.message), { waits: false });
  const ended = longer.begin(() => refusals.push('after its end'), { waits: false });
  ended();
  longer.stop();
  assert.match(longer.refusal!.message, /being restarted/);
  t.mock.timers.tick(5_999);
  assert.deepEqual(refusals, []);
  t.mock.timers.tick(1);
  assert.equal(refusals.length, 1);
  assert.match(refusals[0]!, /being restarted/);
});
