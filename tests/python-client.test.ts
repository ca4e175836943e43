// One database: it is about the Python client.
/** The Python client against the service, and where the network is bad. It needs Python with httpx. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Json } from '../src/testing/clients/api-user.ts';
import { ROOT } from '../src/testing/clients/packed.ts';
import { findPython, NO_PYTHON, PYTHON_CLIENT } from '../src/testing/docs/python.ts';
import { openBadNetwork } from '../src/testing/servers/bad-network.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const KINDS = ['sync', 'async'];
/** Examples that need no other packages. */
const EXAMPLES = ['tour.py', 'tour_async.py', 'mem0_programs.py'];
/** Operations of the first start, before there is a user; no client has them. */
const FIRST_START = ['setUpOwner', 'describeSetUp'];
const run = promisify(execFile);

const python = findPython();
const skip = python === null && NO_PYTHON;
let service: TestService;

before(async () => {
  if (!skip) service = await startService();
});
after(() => service?.[Symbol.asyncDispose]());

async function runs(words: string[], environment: Record<string, string>): Promise<string> {
  const env = { PATH: process.env['PATH'], PYTHONPATH: PYTHON_CLIENT, ...environment };
  const { stdout } = await run(python!, words, { cwd: PYTHON_CLIENT, env, timeout: 60_000 });
  return stdout;
}

/** Returns what a journey of python-client.py prints. */
async function journey(name: string, kind: string, url: string, key = ''): Promise<Json> {
  const program = join(ROOT, 'tests/python-client.py');
  const environment = { SVC_API_BASE_URL: url, SVC_API_KEY: key };
  return JSON.parse(await runs([program, name, kind], environment)) as Json;
}

test('the examples run', { skip }, async () => {
  const scopes = ['memories:read', 'memories:write', 'conversations:read'];
  const { key } = await service.owner.key(scopes);
  for (const example of ['tour.py', 'tour_async.py']) {
    const environment = { SVC_API_BASE_URL: service.url, SVC_API_KEY: key };
    const printed = await runs([join('examples', example)], environment);
    assert.equal(
      printed,
      `first page: 3 more: True
memories: 7
found: [True]
answer: Is allergic to peanuts.
refused: 412 precondition_failed
refused: 404 not_found Memory not found
refused: 422 string_too_short body.content: String should have at least 1 character
changed: 7 {'memory'}
heard: memory
`,
      example,
    );
  }
});

test('a program that was written for mem0 runs', { skip }, async () => {
  const { key } = await service.owner.key(['memories:read', 'memories:write']);
  const environment = { SVC_API_BASE_URL: service.url, SVC_API_KEY: key };
  assert.equal(
    await runs(['examples/mem0_programs.py'], environment),
    `Plays the cello ana {'from': 'chat'}
['Plays chess on Sundays']
Plays chess on Mondays
{'results': []} {'results': []}
`,
  );
});

/** Runs mypy; says so when it is missing. */
async function checkTypes(context: TestContext, paths: string[]): Promise<void> {
  try {
    await runs(['-c', 'import mypy'], {});
  } catch {
    context.skip('mypy is missing, and pip could not install it.');
    return;
  }
  const cache = join(ROOT, 'node_modules/.cache/mypy');
  await runs(['-m', 'mypy', '--strict', '--cache-dir', cache, ...paths], {});
}

test('the types of the package and of its examples are strict', { skip }, (context) =>
  checkTypes(context, ['commonplace', ...EXAMPLES.map((name) => join('examples', name))]),
);

test(
  'the types of the plug-in for Hermes are strict, but for the class of Hermes',
  { skip },
  (context) =>
    checkTypes(context, [
      '--ignore-missing-imports',
      '--allow-subclassing-any',
      join(ROOT, 'clients/hermes/__init__.py'),
    ]),
);

test('the samples in the reference fit the client', { skip }, async (context) => {
  const { paths } = (await (await fetch(`${service.url}/v1/dev/openapi.json`)).json()) as Json;
  const samples = Object.values<Json>(paths)
    .flatMap((item) => Object.values<Json>(item))
    .filter(({ operationId }) => !FIRST_START.includes(operationId))
    .flatMap((operation) => operation['x-codeSamples'])
    .filter(({ lang }) => lang === 'Python');
  assert.ok(samples.length > 300);
  const functions = samples.map(
    ({ source }, index) =>
      `def sample_${index}() -> None:\n${source.replaceAll(/^(?=.)/gm, '    ')}\n`,
  );
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'samples.py'), functions.join('\n'));
  await checkTypes(context, [join(folder, 'samples.py')]);
  removeFolder(folder);
});

test('the version of the package is that of the project', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  assert.match(
    readFileSync(join(PYTHON_CLIENT, 'pyproject.toml'), 'utf8'),
    new RegExp(`^version = "${version}"$`, 'm'),
  );
});

test('a write whose answer was lost is done once', { skip }, async () => {
  const { key } = await service.owner.key(['action_items:read', 'action_items:write']);
  for (const kind of KINDS) {
    await using network = await openBadNetwork(service.url, { loses: 1 });
    const { id, listed } = await journey('repeats', kind, network.url, key);
    assert.deepEqual([network.lost, listed], [1, [id]]);
  }
});

interface Place extends Disposable {
  url: string;
  requests: IncomingMessage[];
}

/** Answers each request with the next answer, and breaks the connection when there is none. */
async function openPlace(...answers: ((response: ServerResponse) => void)[]): Promise<Place> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answers[requests.length - 1] ?? (() => response.destroy());
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`;
  return { url, requests, [Symbol.dispose]: () => void server.close() };
}

const streamed = (text: string) => (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(text);

test('a POST is repeated with the same key, as late as the service asks', { skip }, async () => {
  for (const kind of KINDS) {
    using place = await openPlace(
      (response) => response.writeHead(429, { 'Retry-After': '7' }).end(),
      (response) => response.writeHead(503).end(),
      (response) => response.end('{"id":"1"}'),
    );
    assert.deepEqual(await journey('patient', kind, place.url), {
      id: '1',
      error: `No service answers at ${place.url}. Is the service running?`,
      waits: [7, 0.5],
    });
    const keys = place.requests.slice(0, 3).map(({ headers }) => headers['idempotency-key']);
    assert.equal(new Set(keys).size, 1);
    assert.ok(keys[0]);
    assert.equal(place.requests.length, 3 + 4);
  }
});

test('events continue after a lost connection, until the service refuses', { skip }, async () => {
  const change = 'event: change\ndata: {"kind":"memory",\ndata: "id":"é\u2028"}\n\n';
  for (const kind of KINDS) {
    using place = await openPlace(
      streamed(`retry: 2000\n\nid: a\n\n:\n\nid: b\n${change}`),
      streamed('event: words\ndata: {"conversation_id":"1"}\n\nevent: half'),
      streamed('event: error\ndata: {"status":503,"detail":"restarting"}\n\n'),
      streamed('event: error\ndata: {"status":401,"detail":"The key was revoked."}\n\n'),
    );
    assert.deepEqual(await journey('watches', kind, place.url), {
      seen: [
        { type: 'position', value: { cursor: 'a' } },
        { type: 'change', value: { kind: 'memory', id: 'é\u2028' } },
        { type: 'words', value: { conversation_id: '1' } },
      ],
      status: 401,
    });
    const asked = '/below/v1/dev/user/events?kinds=memory';
    assert.deepEqual(
      place.requests.map(({ url }) => url),
      [asked, ...Array.from({ length: 3 }, () => `${asked}&cursor=b`)],
    );
  }
});

test('an answer arrives in parts, and an incomplete one is an error', { skip }, async () => {
  const record = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  for (const kind of KINDS) {
    using place = await openPlace(
      streamed(`think: Looking\n\ndata: Bees__CRLF__ü\n\ndone: ${record({ text: 'ü' })}\n\n`),
      streamed('data: Bees\n\n'),
      streamed('error: No more.\n\n'),
    );
    assert.deepEqual(await journey('streams', kind, place.url), {
      seen: [
        ['think', 'Looking', null],
        ['data', 'Bees\nü', null],
        ['done', '', { text: 'ü' }],
        ['data', 'Bees', null],
      ],
      errors: ['The connection ended before the answer was complete.', 'No more.'],
    });
  }
});
