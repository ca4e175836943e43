import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pino } from 'pino';
import { Unrecognised } from '../../../core/errors.ts';
import { openRateLimiter } from '../../../domains/requests/rate-limits.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { route } from '../../../kit/route.ts';
import { FileInMemory, FileOnDisk, uploaded } from '../../../kit/upload.ts';
import { request } from '../../../testing/clients/api-user.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../../testing/template.ts';
import { Deadlines } from '../deadlines.ts';
import { buildApp } from '../app.ts';
import { openApiDocument } from '../openapi/openapi.ts';

/** Routes that accept a file in different ways, on one server. */
const MAX_BYTES = 1024 * 1024;
let service: TestService;
let app: FastifyInstance;
let url: string;
let lastPath = '';

const common = { scope: null, effect: 'write', output: z.unknown() } as const;
const fields = { count: z.int().optional(), names: z.array(z.string()).optional() };
const inMemory = defineOperation({
  ...common,
  name: 'takeInMemory',
  summary: 'Takes a file',
  input: z.object({ file: uploaded(FileInMemory), ...fields }),
  run: async (_context, { file, ...rest }) => ({
    name: file.name,
    type: file.content_type,
    size: file.bytes.length,
    sha256: file.sha256,
    ...rest,
  }),
});
const onDisk = defineOperation({
  ...common,
  name: 'takeOnDisk',
  summary: 'Takes a large file',
  input: z.object({ file: uploaded(FileOnDisk), fail: z.boolean().default(false) }),
  run: async (_context, { file, fail }) => {
    lastPath = file.path;
    if (fail) throw new Unrecognised('No.');
    const content = await readFile(file.path);
    return { size: file.size, same: sha256(content) === file.sha256 };
  },
});
const upload = { field: 'file', maxBytes: MAX_BYTES } as const;
const post = { method: 'POST', credential: 'none' } as const;
const routes = [
  route(inMemory, { ...post, path: '/v1/conversations/a', upload: { ...upload, keep: 'memory' } }),
  route(onDisk, { ...post, path: '/v1/conversations/b', upload: { ...upload, keep: 'disk' } }),
];

before(async () => {
  service = await startService();
  const { parts } = service.service;
  const nobody = async () => null;
  const door = {
    parts,
    rateLimiter: openRateLimiter({ ...parts, limits: null }),
    deadlines: new Deadlines(),
    site: () => url,
    authenticator: { session: nobody, key: nobody, accessToken: nobody, site: () => url },
  };
  app = await buildApp({ door, routes, logger: pino({ level: 'silent' }), trustedProxies: [] });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await app.close();
  await service[Symbol.asyncDispose]();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
function form(parts: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') made.append(name, value);
    else made.append(name, new Blob([value], { type: 'audio/wav' }), 'me.wav');
  }
  return made;
}
const send = (path: 'a' | 'b', body: unknown) =>
  request(url, 'POST', `/v1/conversations/${path}`, { body });
const noise = (bytes: number) => new Uint8Array(bytes).map((_, at) => at % 251);

test('a file arrives with its name, its digest and the other fields', async () => {
  const file = noise(300_000);
  const { status, body } = await send('a', form({ count: '3', names: 'a,b', file }));
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        name: 'me.wav',
        type: 'audio/wav',
        size: 300_000,
        sha256: sha256(file),
        count: 3,
        names: ['a', 'b'],
      },
    ],
  );
});

test('a large file is on the disk during the request, and not afterwards', async () => {
  const { status, body } = await send('b', form({ file: noise(MAX_BYTES) }));
  assert.deepEqual([status, body], [200, { size: MAX_BYTES, same: true }]);
  assert.equal(existsSync(lastPath), false);
  const failed = await send('b', form({ fail: 'true', file: noise(10) }));
  assert.equal(failed.status, 400);
  assert.equal(existsSync(lastPath), false);
});

test('a request that is not a form with one file is refused in our shape', async () => {
  const none = await send('a', form({ count: 'many' }));
  assert.equal(none.status, 422);
  assert.deepEqual(
    none.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [...loc, type]),
    [
      ['body', 'file', 'missing'],
      ['body', 'count', 'number_type'],
    ],
  );
  const other = form({});
  other.append('sound', new Blob([noise(500_000)]), 'me.wav');
  assert.equal((await send('a', other)).body.detail[0].loc[1], 'sound');
  const two = form({ file: noise(10) });
  two.append('file', new Blob([noise(10)]), 'again.wav');
  const twoFiles = await send('a', two);
  assert.deepEqual([twoFiles.status, twoFiles.body.detail[0].msg], [422, 'Send one file']);
  const text = await send('a', form({ file: 'not a file' }));
  assert.equal(text.status, 422);
  for (const body of ['{', '{"file":"AAAA"}']) {
    const json = await send('a', body);
    assert.deepEqual(
      [json.status, json.body.detail],
      [415, "Send the file as multipart/form-data, in the field 'file'."],
    );
  }
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  for (const body of ['', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n']) {
    const cut = await request(url, 'POST', '/v1/conversations/a', { body, headers });
    assert.equal(cut.status, 422, body);
  }
  const nowhere = await request(url, 'POST', '/v1/conversations/a', {
    body: 'x',
    headers: { 'Content-Type': 'multipart/form-data' },
  });
  assert.equal(nowhere.status, 422);
});

test('a file over the limit is a 413, with or without a declared size', async () => {
  for (const path of ['a', 'b'] as const) {
    const said = await send(path, form({ file: noise(MAX_BYTES + 1) }));
    assert.deepEqual(
      [said.status, said.body],
      [413, { detail: 'The file is too large: at most 1 MiB.' }],
    );
    assert.equal((await send(path, form({ file: noise(5 * MAX_BYTES) }))).status, 413);
    assert.equal(await chunked(`/v1/conversations/${path}`, 3), 413);
  }
});

test('a body may have 64 KiB more than its file, for the other parts of the form', async () => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const rest = MAX_BYTES + 64 * 1024 - head.length - '\r\n--x--'.length;
  const sent = (more: number) => {
    const body = `${head}${'a'.repeat(1_000)}\r\n--x--${' '.repeat(rest - 1_000 + more)}`;
    return request(url, 'POST', '/v1/conversations/a', { body, headers });
  };
  const fits = await sent(0);
  assert.deepEqual([fits.status, fits.body.size], [200, 1_000]);
  assert.equal((await sent(1)).status, 413);
});

/** Sends a form of this many MiB without declaring its length. */
async function chunked(path: string, mebibytes: number): Promise<number> {
  const { port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const asking = httpRequest({
    port,
    path,
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  });
  asking.on('response', (answer) => {
    answer.resume();
    resolve(answer.statusCode!);
  });
  asking.on('error', reject);
  asking.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
  for (let sent = 0; sent < mebibytes; sent += 1) asking.write(noise(1024 * 1024));
  asking.end('\r\n--x--\r\n');
  return promise;
}

test('a client that disconnects during an upload leaves no files', async () => {
  const folder = temporaryFolder();
  const usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  const { port } = app.server.address() as AddressInfo;
  const asking = httpRequest({
    port,
    path: '/v1/conversations/b',
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  });
  asking.on('error', () => {});
  asking.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
  asking.write(noise(500_000));
  while (readdirSync(folder).length === 0) await setImmediate();
  asking.destroy();
  while (readdirSync(folder).length > 0) await setImmediate();
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  removeFolder(folder);
});

test('a disk that refuses the file is an error of the service, not of the client', async () => {
  const usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = join(temporaryFolder(), 'missing');
  try {
    assert.equal((await send('b', form({ file: noise(10) }))).status, 500);
  } finally {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  }
});

test('the document describes the form and its fields', () => {
  const { paths } = openApiDocument(routes, '/') as { paths: Record<string, { post: never }> };
  const { requestBody } = paths['/v1/conversations/a']!.post as {
    requestBody: { content: Record<string, { schema: object }> };
  };
  assert.deepEqual(Object.keys(requestBody.content), ['multipart/form-data']);
  assert.partialDeepStrictEqual(requestBody.content['multipart/form-data']!.schema, {
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' }, count: { type: 'integer' } },
  });
});
