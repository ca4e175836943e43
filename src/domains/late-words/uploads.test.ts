import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { writeWav } from '../../engines/audio/wav.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { spawnService } from '../../testing/service-process.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../testing/template.ts';
import { eventually } from '../../testing/eventually.ts';

const UPLOAD = '/v1/conversations/upload';
let service: TestService;
let folder: string;
let wav: string;

before(async () => {
  service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
  folder = temporaryFolder();
  wav = join(folder, 'talk.wav');
  const talk = joinedSound(
    await speak('I live in Boston with my two children.'),
    silence(1.3),
    await speak('I need to call my sister tomorrow morning.'),
  );
  writeFileSync(wav, writeWav(talk));
});

after(async () => {
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
});

/** The same talk in another format. */
function as(format: string, ...options: string[]): string {
  const path = join(folder, `talk.${format}`);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...options, path]);
  return path;
}

async function upload(path: string, fields: Record<string, string> = {}, user = service.owner) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([await readFile(path)]), path.split('/').at(-1));
  return user.call('POST', UPLOAD, form);
}

async function finished(id: string, user = service.owner): Promise<Json> {
  return eventually(
    'the end of the upload',
    async () => {
      const { status, body } = await user.call('GET', `/v1/conversations/${id}/upload`);
      assert.equal(status, 200);
      return (body.stage === 'done' || body.stage === 'failed') && body;
    },
    { seconds: 30 },
  );
}

async function words(id: string, user = service.owner): Promise<string> {
  const { body } = await user.call('GET', `/v1/conversations/${id}`);
  return body.transcript_segments.map(({ text }: Json) => text).join(' ');
}

for (const [format, ...options] of [
  ['wav', '-ar', '44100', '-ac', '2'],
  ['mp3', '-b:a', '64k'],
  ['m4a', '-c:a', 'aac'],
  ['ogg', '-c:a', 'libopus'],
  ['flac'],
  ['webm', '-c:a', 'libopus'],
] as const) {
  test(`an uploaded ${format} recording becomes a conversation with the recording's time`, async () => {
    const path = format === 'wav' ? as('stereo.wav', ...options) : as(format, ...options);
    const { status, body } = await upload(path, { started_at: '2026-03-02T08:30:00Z' });
    assert.equal(status, 200);
    assert.ok(Math.abs(body.seconds - 6) < 2, `${body.seconds} s`);
    const end = await finished(body.conversation_id);
    assert.deepEqual([end.stage, end.status, end.progress], ['done', 'completed', 1]);
    assert.match(await words(body.conversation_id), /Boston.*(sister|tomorrow)/i);
    const conversation = await service.owner.call(
      'GET',
      `/v1/conversations/${body.conversation_id}`,
    );
    assert.match(conversation.body.started_at, /^2026-03-02T08:30:00/);
    assert.match(conversation.body.finished_at, /^2026-03-02T08:30:0/);
    assert.equal(conversation.body.discarded, false);
  });
}

for (const [format, ...options] of [
  // The format in which the MediaRecorder of a browser writes.
  ['webm', '-c:a', 'libopus'],
  ['flac'],
] as const) {
  test(`the duration of an uploaded ${format} recording without a length is measured`, async () => {
    const path = join(folder, `streamed.${format}`);
    const command = ['-v', 'error', '-i', wav, ...options, '-f', format, 'pipe:1'];
    writeFileSync(path, execFileSync('ffmpeg', command));
    const { status, body } = await upload(path, { started_at: '2026-03-02T08:30:00Z' });
    assert.equal(status, 200);
    const { seconds } = (await upload(wav)).body;
    assert.ok(Math.abs(body.seconds - seconds) < 0.1, `${body.seconds} s of ${seconds}`);
    const end = await finished(body.conversation_id);
    assert.deepEqual([end.stage, end.progress], ['done', 1]);
    assert.match(await words(body.conversation_id), /Boston.*(sister|tomorrow)/i);
  });
}

test('a recording that is resent under the same id is uploaded once', async () => {
  const fields = { client_session_id: 'dictaphone 7' };
  const first = await upload(wav, fields);
  const second = await upload(wav, fields);
  assert.equal(second.body.conversation_id, first.body.conversation_id);
  await finished(first.body.conversation_id);
  const again = await upload(wav, fields);
  assert.equal(again.body.stage, 'done');
});

test('an upload that is not a recording is refused with a message and leaves no data', async () => {
  const before = (await service.owner.call('GET', '/v1/conversations/count')).body.count;
  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'Not a sound.');
  const playlist = join(folder, 'list.m3u8');
  writeFileSync(playlist, `#EXTM3U\n#EXTINF:6,\n${wav}\n`);
  const picture = as('png', '-filter_complex', 'showspectrumpic');
  for (const path of [text, playlist, picture]) {
    const { status, body } = await upload(path);
    assert.equal(status, 400, path);
    assert.match(body.detail, /no sound/);
  }
  assert.equal((await upload(wav, { started_at: 'yesterday' })).status, 422);
  assert.equal((await service.owner.call('GET', '/v1/conversations/nobody/upload')).status, 404);
  const { body } = await service.owner.call('GET', '/v1/conversations/count');
  assert.equal(body.count, before);
});

test('a silent recording becomes a discarded conversation without words', async () => {
  const path = join(folder, 'silence.wav');
  writeFileSync(path, writeWav(silence(3)));
  const { body } = await upload(path);
  await finished(body.conversation_id);
  const conversation = await service.owner.call('GET', `/v1/conversations/${body.conversation_id}`);
  assert.deepEqual(conversation.body.transcript_segments, []);
  assert.equal(conversation.body.discarded, true);
});

test('the progress of a recording is the transcribed share', { timeout: 30_000 }, async () => {
  // The words begin in the middle of the sound, where the recogniser still is.
  const utterances = [{ text: 'never over', start: 30, end: 1_000 }];
  await using busy = await startService({ recogniser: scriptedRecogniser({ utterances }) });
  const path = join(folder, 'minute.wav');
  writeFileSync(path, writeWav(silence(60)));
  const { body } = await upload(path, {}, busy.owner);
  const read = async () =>
    (await busy.owner.call('GET', `/v1/conversations/${body.conversation_id}/upload`)).body;
  let now = await read();
  for (; now.stage === 'waiting' || now.seconds_written_down < 30; now = await read()) {
    assert.ok(now.progress < 0.5);
    await wait(50);
  }
  assert.deepEqual(
    [now.stage, now.seconds, now.seconds_written_down, now.progress],
    ['writing_down', 60, 30, 0.5],
  );
});

test('a conversation that is deleted during transcription stays deleted', async () => {
  const { body } = await upload(wav);
  const path = `/v1/conversations/${body.conversation_id}`;
  assert.equal((await service.owner.call('DELETE', path)).status, 200);
  const before = (await service.owner.call('GET', '/v1/conversations/count')).body.count;
  // The next one is transcribed afterwards.
  await finished((await upload(wav)).body.conversation_id);
  assert.equal((await service.owner.call('GET', path)).status, 404);
  const { body: after } = await service.owner.call('GET', '/v1/conversations/count');
  assert.equal(after.count, before + 1);
});

test('a service that is killed during the transcription of a recording continues it after a restart', async () => {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  await using database = serverUrl ? await createTestDatabase(serverUrl) : null;
  const home = copyTemplate('owned');
  const environment: Record<string, string> = {
    SVC_RECOGNISER: 'builtin',
    ...(database && { DATABASE_URL: database.url }),
  };
  let running = await spawnService({ folder: home, environment });
  try {
    const owner = await ApiUser.signIn(running.url, OWNER);
    const { body } = await upload(wav, {}, owner);
    await running.kill();
    running = await spawnService({ folder: home, environment });
    const there = new ApiUser(running.url, owner.token, owner.id);
    await finished(body.conversation_id, there);
    assert.match(await words(body.conversation_id, there), /Boston.*(sister|tomorrow)/i);
  } finally {
    await running.kill();
    removeFolder(home);
  }
});
