/** Tests uploads in pieces, as the tus protocol sends them. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { silence } from '../../engines/audio/testing.ts';
import { writeWav } from '../../engines/audio/wav.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { copyTemplate, removeFolder } from '../../testing/template.ts';

const UPLOAD = '/v1/conversations/upload';
const TUS = { 'Tus-Resumable': '1.0.0' };
const file = Buffer.from(writeWav(silence(6)));
const folder = copyTemplate('owned');
let service: TestService;
let headers: Record<string, string>;

before(async () => {
  const utterances = [{ text: 'I live in Boston.', start: 0.5, end: 1.5 }];
  const recogniser = scriptedRecogniser({ utterances });
  const environment = { SVC_DATA_DIR: folder, SVC_SIGN_UP: 'open' };
  service = await startService({ recogniser, environment });
  headers = { Authorization: `Bearer ${service.owner.token}`, ...TUS };
});
after(async () => {
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
});

async function finished(id: string): Promise<Json> {
  const until = Date.now() + 15_000;
  for (;;) {
    const { body } = await service.owner.call('GET', `/v1/conversations/${id}/upload`);
    if (body.stage === 'done' || body.stage === 'failed') return body;
    assert.ok(Date.now() < until, `The recording was not written down: ${JSON.stringify(body)}`);
    await wait(50);
  }
}
const words = async (id: string): Promise<string> => {
  const { body } = await service.owner.call('GET', `/v1/conversations/${id}`);
  return body.transcript_segments.map(({ text }: Json) => text).join(' ');
};
const begin = (more: Record<string, string>) =>
  fetch(`${service.service.url}${UPLOAD}`, { method: 'POST', headers: { ...headers, ...more } });
const metadata = (facts: Record<string, string>) => ({
  'Upload-Metadata': Object.entries(facts)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(','),
});

test('a large recording is sent in pieces and resumed after a network failure', async () => {
  const url = service.service.url;
  const credential = { Authorization: `Bearer ${service.owner.token}` };
  let breaks = 0;
  let location = '';
  const send = (uploadUrl?: string) =>
    new Promise<string>((resolve, reject) => {
      const tus = new Upload(file, {
        endpoint: `${url}${UPLOAD}`,
        ...(uploadUrl && { uploadUrl }),
        headers: credential,
        chunkSize: 64 * 1024,
        metadata: { filename: 'talk.wav', started_at: '2026-03-02T08:30:00Z' },
        onError: reject,
        onChunkComplete: (_size, sent) => {
          if (uploadUrl || sent < 100_000) return;
          breaks += 1;
          location = tus.url!;
          void tus.abort().then(() => resolve(''));
        },
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('X-Svc-Conversation-Id')!),
      });
      tus.start();
    });
  await send();
  assert.equal(breaks, 1);
  const asStranger = await fetch(location, {
    method: 'HEAD',
    headers: { 'Tus-Resumable': '1.0.0' },
  });
  assert.equal(asStranger.status, 401);
  const id = await send(location);
  await finished(id);
  assert.match(await words(id), /Boston/);

  const { body: conversation } = await service.owner.call('GET', `/v1/conversations/${id}`);
  assert.match(conversation.started_at, /^2026-03-02T08:30:00/);
});

test('an upload that cannot be processed now gets a retry time, and continues then', async () => {
  const created = await begin({ 'Upload-Length': String(file.length) });
  const location = new URL(created.headers.get('Location')!, service.service.url);
  const patch = (offset: number) =>
    fetch(location, {
      method: 'PATCH',
      headers: {
        ...headers,
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(file.subarray(offset)),
    });
  const path = process.env['PATH'];
  process.env['PATH'] = '';
  const refused = await patch(0).finally(() => (process.env['PATH'] = path));
  assert.equal(refused.status, 503);
  assert.match(((await refused.json()) as Json).detail, /ffmpeg/);
  assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/);
  const whole = await patch(file.length);
  assert.equal(whole.status, 204, await whole.text());
  await finished(whole.headers.get('X-Svc-Conversation-Id')!);
});

test('a refused upload has a reason, and an upload belongs to its sender', async () => {
  const refusal = async (answer: Response) =>
    [answer.status, ((await answer.json()) as Json).detail] as const;
  const length = { 'Upload-Length': '100' };
  const [status, detail] = await refusal(
    await begin({ ...length, ...metadata({ started_at: 'yesterday', more: 'x' }) }),
  );
  assert.equal(status, 422);
  assert.match(detail, /^Upload-Metadata: started_at: /);
  // More bytes than any test machine has free.
  const [large] = await refusal(await begin({ 'Upload-Length': String(8 * 1024 ** 3 + 1) }));
  assert.equal(large, 413);
  const anonymous = await begin({ ...length, Authorization: '' });
  assert.equal(anonymous.status, 401);

  const created = await begin({ ...length, ...metadata({ filename: 'a.wav' }) });
  assert.equal(created.status, 201);
  const location = new URL(created.headers.get('location')!, service.service.url);
  const look = (place: URL | string, token: string) =>
    fetch(place, { method: 'HEAD', headers: { ...TUS, Authorization: `Bearer ${token}` } });
  const own = await look(location, service.owner.token);
  assert.deepEqual([own.status, own.headers.get('upload-offset')], [200, '0']);
  assert.equal((await look(`${location}x`, service.owner.token)).status, 404);
  const patch = (place: URL | string, offset: string) =>
    fetch(place, {
      method: 'PATCH',
      headers: {
        ...headers,
        'Upload-Offset': offset,
        'Content-Type': 'application/offset+octet-stream',
      },
      body: 'x',
    });
  assert.deepEqual(await refusal(await patch(`${location}x`, '0')), [404, 'Upload not found']);
  const [conflict, sentence] = await refusal(await patch(location, '50'));
  assert.equal(conflict, 409);
  assert.match(sentence, /offset/i);
  // Without the header of the protocol, the address accepts plain uploads.
  const { status: plain } = await service.owner.call('POST', UPLOAD, {});
  assert.equal(plain, 415);
});

test('with an account, its unfinished uploads are deleted, and those of others stay', async () => {
  const user = await ApiUser.signUp(service.url, 'friend@example.org');
  const length = { 'Upload-Length': '100' };
  const nameOf = (answer: Response) => answer.headers.get('Location')!.split('/').at(-1)!;
  const stays = nameOf(await begin(length));
  const goes = nameOf(await begin({ ...length, Authorization: `Bearer ${user.token}` }));
  const names = async () => {
    const { db } = service.service.parts;
    const { rows } = await sql<{ id: string }>`SELECT id FROM waiting_files`.execute(db);
    return [...readdirSync(join(folder, 'uploads')), ...rows.map(({ id }) => id)];
  };
  const before = await names();
  assert.ok([stays, goes].every((name) => before.includes(name)));
  const { status } = await user.call('POST', '/v1/users/me/delete', {
    current_password: 'a long enough passphrase',
  });
  assert.equal(status, 200);
  const isGone = async () => !(await names()).some((name) => name.startsWith(goes));
  await eventually('the deletion', isGone);
  assert.ok((await names()).includes(stays));
});
