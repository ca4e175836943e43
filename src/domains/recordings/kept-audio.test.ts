import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { speak } from '../../engines/audio/testing-speech.ts';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { writeWav } from '../../engines/audio/wav.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { deleteAudioOf } from './audio.ts';
import { eventually } from '../../testing/eventually.ts';

const CHOICE = '/v1/users/audio';
const SPOKEN = 'I live in Boston with my two children.';

/** Speaks the text; returns the resulting conversation. */
async function talk({ url, owner }: TestService): Promise<string> {
  await using device = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  await device.stream(joinedSound(await speak(SPOKEN), silence(4)), { speed: 4 });
  await device.until(() => device.text !== '');
  const { body } = await owner.call('POST', '/v1/conversations', {});
  return body.conversation.id;
}

async function filesOf({ owner }: TestService, id: string) {
  return (await owner.call('GET', `/v1/conversations/${id}/audio`)).body.files;
}

async function durationOf(bytes: ArrayBuffer): Promise<number> {
  const folder = temporaryFolder();
  try {
    const path = join(folder, 'talk.ogg');
    writeFileSync(path, new Uint8Array(bytes));
    const words = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path];
    return Number(execFileSync('ffprobe', words).toString());
  } finally {
    removeFolder(folder);
  }
}

test('sound is kept on request, can be downloaded in parts, and is deleted with its conversation', async () => {
  await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
  const { owner } = service;
  const before = await talk(service);
  assert.deepEqual(await filesOf(service, before), []);
  assert.equal((await owner.call('GET', CHOICE)).body.keep, false);

  assert.equal((await owner.call('PUT', CHOICE, { keep: true })).body.keep, true);
  const id = await talk(service);
  const [file, ...more] = await filesOf(service, id);
  assert.deepEqual(more, []);
  assert.equal(
    (await owner.call('GET', `/v1/conversations/${id}/recording`)).body.has_recording,
    true,
  );
  assert.ok((await owner.call('GET', CHOICE)).body.kept_bytes >= file.size);
  assert.ok(
    Math.abs(file.start) < 2,
    `second 0 is the first word, the sound begins at ${file.start}`,
  );

  const headers = { Authorization: `Bearer ${owner.token}` };
  const whole = await fetch(`${owner.url}${file.url}`, { headers });
  assert.equal(whole.headers.get('content-type'), 'audio/ogg');
  const bytes = await whole.arrayBuffer();
  assert.equal(bytes.byteLength, file.size);
  assert.ok(Math.abs((await durationOf(bytes)) - file.seconds) < 0.1);
  const part = await fetch(`${service.service.url}${file.url}`, {
    headers: { ...headers, Range: 'bytes=100-199' },
  });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), `bytes 100-199/${file.size}`);
  assert.deepEqual(new Uint8Array(await part.arrayBuffer()), new Uint8Array(bytes.slice(100, 200)));

  assert.equal(
    (await owner.call('GET', `/v1/conversations/${before}/audio/${file.id}`)).status,
    404,
  );
  await owner.call('DELETE', `/v1/conversations/${id}`);
  assert.equal((await owner.call('GET', file.url)).status, 404);
  assert.equal((await owner.call('GET', CHOICE)).body.kept_bytes, 0);
});

test('old and surplus sound is deleted without the words, and uploaded recordings are kept too', async () => {
  await using service = await startService({
    environment: { SVC_RECOGNISER: 'builtin', SVC_KEEP_AUDIO: 'on' },
  });
  const { owner } = service;
  const older = await talk(service);
  const form = new FormData();
  const wav = writeWav(joinedSound(await speak(SPOKEN), silence(1)));
  form.append('started_at', new Date(Date.now() + 60_000).toISOString());
  form.append('file', new Blob([wav]), 'talk.wav');
  const { body } = await owner.call('POST', '/v1/conversations/upload', form);
  const newer = body.conversation_id;
  await eventually('the end of the upload', async () => {
    const { body } = await owner.call('GET', `/v1/conversations/${newer}/upload`);
    return body.stage === 'done';
  });
  const [kept] = await filesOf(service, newer);
  assert.ok(Math.abs(kept.seconds - body.seconds) < 0.1);

  const gib = (kept.size + 1) / 1024 ** 3;
  await deleteAudioOf(service.service.parts, { keep: 'on', days: 90, gib });
  assert.deepEqual(await filesOf(service, older), []);
  assert.equal((await filesOf(service, newer)).length, 1);
  const later = {
    ...service.service.parts,
    clock: { now: () => new Date(Date.now() + 91 * 86_400_000) },
  };
  await deleteAudioOf(later, { keep: 'on', days: 90, gib: 10 });
  assert.deepEqual(await filesOf(service, newer), []);
  const words = await owner.call('GET', `/v1/conversations/${older}`);
  assert.match(words.body.transcript_segments[0].text, /boston|children/i);
});

test('if the operator keeps no sound, users cannot request it', async () => {
  await using service = await startService({ environment: { SVC_KEEP_AUDIO: 'off' } });
  const { status, body } = await service.owner.call('PUT', CHOICE, { keep: true });
  assert.equal(status, 409);
  assert.match(body.detail, /SVC_KEEP_AUDIO/);
  assert.equal((await service.owner.call('PUT', CHOICE, { keep: null })).body.keep, false);
});
