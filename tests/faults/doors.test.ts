/** What programs and assistants send in their own way, and codes that are searched by their characters. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { request } from '../../src/testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../src/testing/clients/api-user.ts';
import { FormBrowser, OAuthClient } from '../../src/testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

/** A talk with a task is worth keeping. */
const KEPT = 'I have to paint the fence on Friday.';
const SEGMENTS = '/v1/dev/user/conversations/from-segments';
let service: TestService;
/** Without the proxy that refuses what the OpenAPI document does not describe. */
let url: string;
let key: ApiKey;
let mcpKey: string;

before(async () => {
  service = await startService();
  ({ url } = service.service);
  const { owner } = service;
  key = await owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
    'action_items:read',
    'action_items:write',
  ]);
  ({ key: mcpKey } = await owner.key(
    ['memories.read', 'memories.write', 'action_items.read', 'action_items.write', 'goals.write'],
    'mcp',
  ));
});
after(() => service[Symbol.asyncDispose]());

const ok = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await key.call(method, path, body);
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const found = async (query: string): Promise<Json[]> =>
  (await ok('POST', '/v1/dev/user/search', { query, limit: 50 })).items;

test('an account whose only task consists of common words is searched', async () => {
  await ok('POST', '/v1/dev/user/action-items', { description: 'Do it' });
  const items = await found('do it');
  assert.deepEqual(
    items.map(({ title }) => title),
    ['Do it'],
  );
  await ok('POST', SEGMENTS, { transcript_segments: [{ text: 'It is so.', start: 0, end: 1 }] });
  for (const query of ['it is so', 'so', 'do']) {
    for (const { score } of await found(query)) assert.ok(score >= 0 && score <= 1, query);
  }
});

/** Each code as it is stored, and other ways to write it. */
const CODES: Record<string, string[]> = {
  '+1 (415) 555-0132': [
    '4155550132',
    '415.555.0132',
    '+14155550132',
    '14155550132',
    '"4155550132"',
  ],
  '03034590182': ['030 345 90 182', '030/34590182', '+49 30 34590182'],
  '0049 170 9876543': ['+49 170 9876543', '01709876543', '0170 987 65 43'],
  'PT50 0002 0123 5678 9015 4': ['PT5000020123567890154', 'pt50 0002 0123 5678 9015 4'],
  GB29NWBK60161331926819: ['GB29 NWBK 6016 1331 9268 19', 'gb29-nwbk-6016-1331-9268-19'],
  'AB-12 34': ['AB1234', 'ab 12-34', 'AB 1234'],
  CD5678: ['CD-56 78', 'cd 5678', 'C D 5678'],
  'XK4F-99QT': ['xk4f99qt', 'XK4F 99QT'],
  'four seven one one two two': ['471122', '47 11 22'],
};

test('a code is found by its characters in every search', async () => {
  const talks = new Map<string, string>();
  for (const code of Object.keys(CODES)) {
    const said = `It is ${code} over there`;
    await ok('POST', '/v1/dev/user/memories', { content: `${said}, a memory.` });
    await ok('POST', '/v1/dev/user/action-items', { description: `${said}, a task.` });
    const { id } = await ok('POST', SEGMENTS, {
      transcript_segments: [
        { text: KEPT, start: 0, end: 2, is_user: true },
        { text: `${said}.`, start: 2, end: 5, is_user: true },
      ],
    });
    talks.set(code, id);
    await service.owner.call('POST', '/v1/users/people', { name: `Unit ${code}`.slice(0, 40) });
  }
  for (const [code, spellings] of Object.entries(CODES)) {
    for (const query of [code, ...spellings]) {
      const items = await found(query);
      for (const kind of ['memory', 'action_item']) {
        const isFound = items.some((item) => item.kind === kind && item.title.includes(code));
        assert.ok(isFound, `${kind} with ${code} by ${query}`);
      }
      const id = talks.get(code);
      assert.ok(
        items.some((item) => item.id === id),
        `conversation with ${code} by ${query}`,
      );
      const { items: memories } = await ok('POST', '/v1/dev/user/memories/search', { query });
      assert.ok(memories[0].memory.content.includes(code), `${code} by ${query}`);
      const { items: heard } = await ok('POST', '/v1/dev/user/conversations/search', { query });
      assert.equal(heard[0].conversation.id, id, `${code} by ${query}`);
      // The turn that says it; an IBAN is masked.
      assert.match(heard[0].matches[0].text, /^It is /, `${code} by ${query}`);
    }
  }
  const [person] = (await found('4155550132')).filter(({ kind }) => kind === 'person');
  assert.equal(person.title, 'Unit +1 (415) 555-0132');
  const { start, end } = person.snippet.marks[0];
  assert.equal(person.snippet.text.slice(start, end).replace(/\D/g, ''), '4155550132');
});

test('a number with another digit is another number', async () => {
  await ok('POST', '/v1/dev/user/memories', { content: 'The boat is number 7755331.' });
  for (const query of ['7755332', '7755339', '77553']) {
    const items = (await found(query)).filter(({ title }) => title.includes('7755331'));
    // The beginning of a number finds it.
    assert.equal(items.length, query === '77553' ? 1 : 0, query);
  }
});

test('a list filters by a number however it is written', async () => {
  const path = '/v1/dev/user/action-items?text=4155550132';
  const items = await ok('GET', path);
  assert.ok(items.some(({ description }: Json) => description.includes('+1 (415) 555-0132')));
});

test('the same request in another order of fields is a repetition', async () => {
  const send = async (body: string, name = 'Idempotency-Key', id = 'order-1') => {
    const answer = await fetch(`${url}/v1/dev/user/memories?b=2&a=1`.replace('?b=2&a=1', ''), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key.key}`,
        'Content-Type': 'application/json',
        [name]: id,
      },
      body,
    });
    const { id: made } = (await answer.json()) as Json;
    return { status: answer.status, made, replayed: answer.headers.get('idempotent-replayed') };
  };
  const first = await send(
    '{"content":"Collects old maps","tags":["a","b"],"visibility":"private"}',
  );
  assert.deepEqual([first.status, first.replayed], [200, null]);
  for (const [body, name] of [
    ['{"visibility":"private","tags":["a","b"],"content":"Collects old maps"}', undefined],
    [
      '{ "tags" : [ "a" ,\n"b" ], "content":"Collects old m\\u0061ps", "visibility":"private" }',
      'idempotency-key',
    ],
  ] as const) {
    const again = await send(body, name);
    assert.deepEqual(again, { status: 200, made: first.made, replayed: 'true' });
  }
  // The order of a list counts, and so does each value.
  for (const body of [
    '{"content":"Collects old maps","tags":["b","a"],"visibility":"private"}',
    '{"content":"Collects old maps","tags":["a","b"],"visibility":"public"}',
    '{"content":"Collects old maps","tags":["a","b"]}',
  ]) {
    assert.equal((await send(body)).status, 422, body);
  }
});

test('any order of the fields of any request is the same request', async () => {
  const send = (id: number, body: object) =>
    request(url, 'POST', '/v1/dev/user/memories', {
      token: key.key,
      headers: { 'Idempotency-Key': `property-${id}` },
      body,
    });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.integer(), fc.boolean()), {
        minKeys: 2,
        maxKeys: 6,
        noNullPrototype: true,
      }),
      async (metadata) => {
        count += 1;
        const content = `Fact number ${count} of the orders`;
        const shuffled = Object.fromEntries(Object.entries(metadata).toReversed());
        const one = await send(count, { content, metadata });
        const other = await send(count, { metadata: shuffled, content });
        assert.deepEqual([other.status, other.body.id], [one.status, one.body.id]);
        assert.equal(other.headers.get('idempotent-replayed'), 'true');
      },
    ),
    { numRuns: 20 },
  );
});

test('a recording may come from any device', async () => {
  const segments = [{ text: 'We will paint the fence.', start: 0, end: 2 }];
  for (const source of ['omi', 'phone', 'glasses_2', 'x'.repeat(64)]) {
    const { id } = await ok('POST', SEGMENTS, { transcript_segments: segments, source });
    assert.equal((await ok('GET', `/v1/dev/user/conversations/${id}`)).source, source);
  }
  for (const source of ['', 'My Phone', 'x'.repeat(65), 'a-b', 7]) {
    const { status, body } = await request(url, 'POST', SEGMENTS, {
      token: key.key,
      body: { transcript_segments: segments, source },
    });
    assert.equal(status, 422, `${source}`);
    assert.deepEqual(body.detail[0].loc, ['body', 'source']);
  }
});

const post = async (body: unknown): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${mcpKey}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const call = async (name: string, given: unknown): Promise<Json> => {
  const params = { name, arguments: given };
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return ((await answer.json()) as Json).result;
};

test('what clients add to the arguments of tools is ignored, and a mistyped name is refused', async () => {
  const added = {
    toolCallId: 'call_x',
    tool: 'search_memories',
    sessionId: '1',
    action: 'sendMessage',
    chatInput: 'tea?',
    task_progress: '- [ ] search',
    wait_for_previous: true,
    run_manager: null,
    config: {},
    tool_call_id: 'x',
    _meta: { progressToken: 1 },
  };
  for (const [name, value] of Object.entries(added)) {
    const { isError } = await call('search_memories', { query: 'tea', [name]: value });
    assert.notEqual(isError, true, name);
  }
  assert.notEqual((await call('get_memories', added)).isError, true);
  for (const name of ['qeury', 'Limit', 'limits', 'tool_id']) {
    const { isError, content } = await call('search_memories', { query: 'tea', [name]: 1 });
    assert.equal(isError, true);
    assert.match(content[0].text, new RegExp(`no argument ${name}.* It has query`));
  }
});

test('arguments of tools may be JSON text, and an empty text is not given', async () => {
  for (const given of [
    { categories: '["system"]' },
    { categories: '[]', closed: 'false', limit: '5' },
    { categories: '', closed: '', limit: '', cursor: '', filter: ' ' },
    { categories: 'null', closed: 'None' },
    { closed: 'True', limit: ' 7 ' },
  ]) {
    const { isError, content } = await call('get_memories', given);
    assert.notEqual(isError, true, `${JSON.stringify(given)}: ${content[0].text}`);
  }
  const { structuredContent: made } = await call('create_memories', {
    memories: '[{"content":"Keeps a heron","category":""},"{\\"content\\":\\"Keeps a stork\\"}"]',
  });
  assert.equal(made.created_count, 2);
  const { structuredContent: task } = await call('create_action_item', {
    description: 'Feed the heron',
    due_at: '',
    completed: 'true',
  });
  assert.equal(task.completed, true);
  const { structuredContent: goal } = await call('create_goal', {
    title: 'Read',
    target_value: '12.5',
    current_value: '0',
    unit: '',
  });
  assert.equal(goal.target_value, 12.5);
  // Words stay words, also if they are valid JSON.
  const { structuredContent: words } = await call('create_memory', { content: '["not a list"]' });
  assert.equal(words.memory.content, '["not a list"]');
  for (const [given, complaint] of [
    [{ categories: '["system"' }, /categories/],
    [{ closed: 'perhaps' }, /closed/],
    [{ limit: '[1]' }, /limit/],
  ] as const) {
    const { isError, content } = await call('get_memories', given);
    assert.equal(isError, true, JSON.stringify(given));
    assert.match(content[0].text, complaint);
  }
  const { isError } = await call('search_memories', { query: '' });
  assert.equal(isError, true);
});

test('parameters that are null are none, and a refused message has its id', async () => {
  for (const method of ['tools/list', 'ping', 'resources/list', 'initialize']) {
    const answer = await post({ jsonrpc: '2.0', id: 'a-1', method, params: null });
    const body = (await answer.json()) as Json;
    assert.deepEqual([answer.status, body.id], [200, 'a-1'], method);
    assert.ok(body.result, JSON.stringify(body));
  }
  for (const [message, id] of [
    [{ jsonrpc: '2.0', id: 'a-2', method: 'tools/list', params: [] }, 'a-2'],
    [{ jsonrpc: '2.0', id: 3, method: 'tools/list', params: 'x' }, 3],
    [{ id: 'a-4', method: 'tools/list' }, 'a-4'],
    [{ jsonrpc: '2.0', id: 'a-5', method: 7 }, 'a-5'],
    [{ jsonrpc: '2.0', id: [6], method: 'tools/list' }, null],
    [{ jsonrpc: '2.0', method: 'tools/list', params: 1 }, null],
    ['{', null],
    [
      [
        { jsonrpc: '2.0', id: 'b-1', method: 'ping' },
        { id: 'b-2', method: 'ping' },
      ],
      'b-2',
    ],
    [
      [
        { jsonrpc: '2.0', id: 'b-3', method: 'ping' },
        { jsonrpc: '2.0', id: 'b-3', method: 'ping' },
      ],
      'b-3',
    ],
  ] as const) {
    const answer = await post(message);
    const body = (await answer.json()) as Json;
    assert.deepEqual([answer.status, body.id], [400, id], JSON.stringify(message));
    assert.ok(body.error.message.length > 10);
  }
});

test('spellings of one address are one resource', async () => {
  const browser = new FormBrowser();
  await new OAuthClient(url).allow(OWNER, { browser });
  const { port } = new URL(url);
  for (const resource of [
    `HTTP://127.0.0.1:${port}/mcp`,
    `http://LOCALHOST:${port}/v1/mcp/`,
    `Http://127.0.0.1:0${port}/v1/mcp/sse`,
    `${url}/mcp/`,
  ]) {
    const client = new OAuthClient(url);
    const sent = await client.allow(OWNER, {
      browser,
      changes: { resource },
      scope: ['memories.read'],
    });
    const code = sent.searchParams.get('code');
    assert.ok(code, `${resource}: ${sent}`);
    const { body } = await client.exchange(code, { resource });
    assert.match(body.access_token, /^svc_oat_/, resource);
  }
  for (const resource of [`${url}/MCP`, `${url}/mcp?x=1`, `https://127.0.0.1:${port}/mcp`]) {
    const page = await browser.open(new OAuthClient(url).authorizeUrl({ resource }));
    assert.match(`${page.url}${page.text}`, /invalid_target|resource must be/, resource);
  }
});

test('a page of another origin cannot use the cookie for uploads', async () => {
  const headers = {
    Origin: 'https://stranger.example',
    Cookie: `svc_session=${service.owner.token}`,
    'Tus-Resumable': '1.0.0',
  };
  for (const method of ['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE']) {
    for (const path of ['/v1/conversations/upload', '/v1/conversations/upload/some-id']) {
      const { status } = await fetch(`${url}${path}`, { method, headers });
      // A HEAD request changes nothing, and no page can read its answer.
      assert.equal(status, method === 'HEAD' ? 404 : 403, `${method} ${path}`);
    }
  }
});

test('no copy of a user’s data is kept on the way', async () => {
  const { body: made } = await key.call('POST', '/v1/dev/user/memories', { content: 'Swims' });
  const paths = [
    '/v1/dev/user/memories',
    `/v1/dev/user/memories/${made.id}`,
    '/v1/dev/user/conversations',
    '/v1/dev/user/memories/unknown',
    '/v1/dev/user/nothing',
  ];
  for (const path of paths) {
    const { headers } = await request(url, 'GET', path, { token: key.key });
    assert.equal(headers.get('cache-control'), 'no-store', path);
  }
  for (const path of ['/v1/auth/me', '/v1/conversations', '/v3/memories', '/v1/users/me']) {
    const { headers } = await request(url, 'GET', path, { token: service.owner.token });
    assert.equal(headers.get('cache-control'), 'no-store', path);
  }
  const leave = new AbortController();
  const stream = await fetch(`${url}/v1/dev/user/events`, {
    headers: { Authorization: `Bearer ${key.key}` },
    signal: leave.signal,
  });
  assert.equal(stream.headers.get('cache-control'), 'no-store');
  leave.abort();
});

test('the pages for assistants name our own address, whatever the browser says', async () => {
  const own = new URL(url).host;
  for (const path of ['/connect', '/connect/x', '/authorize']) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { Host: 'stranger.example', Accept: 'text/html' };
      get(`${url}${path}`, { headers }, resolve).on('error', reject);
    });
    const page = await text(answer);
    assert.doesNotMatch(page + (answer.headers.location ?? ''), /stranger/, path);
    if (answer.headers['content-type']?.startsWith('text/html'))
      assert.ok(page.includes(own), path);
  }
});
