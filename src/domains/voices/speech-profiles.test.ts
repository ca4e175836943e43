import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { joinedSound, silence, tone, wav } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import type { FliteVoice } from '../../engines/audio/testing-speech.ts';
import { readWav } from '../../engines/audio/wav.ts';
import { noisy } from '../../engines/voices/testing.ts';
import { VOICE_MODEL } from '../../engines/voices/encoder/voice-model.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { queueRemaking } from './voiceprint-remaking.ts';
import { eventually } from '../../testing/eventually.ts';

const UPLOAD = '/v3/upload-audio';
const SENTENCES = [
  'I live in Porto with my sister and her two children, and I work as a nurse.',
  'On Monday I have to call the bank, because the card was lost on the train.',
  'We will meet at the station at nine, and then go to the market together.',
];
let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

async function talk(...voices: FliteVoice[]): Promise<Int16Array> {
  const parts = SENTENCES.map((text, at) => speak(text, voices[at % voices.length]));
  return joinedSound(...(await Promise.all(parts)).flatMap((part) => [silence(1), part]));
}
const upload = (file: Uint8Array | Int16Array) => {
  const bytes = file instanceof Int16Array ? wav({ samples: file }) : file;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'me.wav');
  return own('POST', UPLOAD, form);
};
const own = (method: string, path: string, body?: unknown) =>
  service.owner.call(method, path, body);
const kinds = ({ body }: { body: Json }): string[] => body.problems.map(({ kind }: Json) => kind);
const pathOf = (url: string): string => new URL(url).pathname;
async function hear(url: string): Promise<Int16Array> {
  const headers = { Authorization: `Bearer ${service.owner.token}` };
  const answer = await fetch(new URL(pathOf(url), service.url), { headers });
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'audio/wav']);
  return readWav(new Uint8Array(await answer.arrayBuffer()));
}

test('a recording becomes the profile without its silence, and can be downloaded, replaced and deleted', async () => {
  assert.deepEqual((await own('GET', '/v3/speech-profile')).body, { has_profile: false });
  assert.deepEqual((await own('GET', '/v4/speech-profile')).body, { url: null });
  const pcm = await talk('slt');
  const made = await upload(pcm);
  assert.equal(made.status, 200);
  assert.deepEqual([made.body.quality, made.body.problems], ['good', []]);
  const { url, duration_seconds } = made.body;
  const kept = await hear(url);
  assert.ok(Math.abs(kept.length / 16_000 - duration_seconds) < 0.01);
  assert.ok(kept.length < pcm.length - 2 * 16_000, 'two of three seconds of silence are gone');
  assert.deepEqual((await own('GET', '/v3/speech-profile')).body, { has_profile: true });
  assert.deepEqual((await own('GET', '/v4/speech-profile')).body, { url });
  const { body: status } = await own('GET', '/v3/speech-profile/status');
  assert.deepEqual(
    [status.has_profile, status.duration_seconds, status.sample_count, status.url, status.model],
    [true, duration_seconds, 1, url, VOICE_MODEL],
  );
  const again = await upload(await talk('rms'));
  assert.notEqual(again.body.url, url);
  assert.equal((await own('GET', pathOf(url))).status, 404, 'the former is gone');
  assert.deepEqual((await own('DELETE', '/v3/speech-profile')).body, { success: true });
  assert.equal((await own('DELETE', '/v3/speech-profile')).status, 404);
  assert.equal((await own('GET', pathOf(again.body.url))).status, 404);
  assert.equal((await own('GET', '/v3/speech-profile/status')).body.has_profile, false);
});

test('other users cannot access the recording', async () => {
  const { url } = (await upload(await talk('slt'))).body;
  const { db } = service.service.parts;
  const id = crypto.randomUUID();
  await db
    .insertInto('users')
    .values({ id, email: `${id}@example.org`, name: 'Rui' })
    .execute();
  await db.updateTable('speech_profiles').set({ user_id: id }).execute();
  assert.equal((await own('GET', pathOf(url))).status, 404);
  assert.equal((await own('GET', '/v3/speech-profile')).body.has_profile, false);
  assert.equal((await own('DELETE', '/v3/speech-profile')).status, 404);
  assert.equal((await request(service.url, 'GET', pathOf(url))).status, 401);
  await db.deleteFrom('users').where('id', '=', id).execute();
  const left = await db.selectFrom('speech_profiles').select('id').execute();
  assert.deepEqual(left, [], 'it goes with its user');
});

test('the problems of a recording are explained', async () => {
  const pcm = await talk('slt');
  const louder = (factor: number) =>
    pcm.map((sample) => Math.max(-32_768, Math.min(32_767, sample * factor)));
  assert.deepEqual(kinds(await upload(louder(0.02))), ['too_quiet']);
  assert.ok(kinds(await upload(louder(40))).includes('clipped'));
  assert.ok(kinds(await upload(noisy(pcm, { decibels: 5, seed: 3 }))).includes('too_noisy'));
  assert.deepEqual(kinds(await upload(await talk('slt', 'rms'))), ['two_voices']);
  const short = joinedSound(silence(2), await speak(SENTENCES[0]!));
  const { body } = await upload(short);
  assert.deepEqual([body.quality, kinds({ body })], ['poor', ['too_little_speech']]);
  assert.match(body.problems[0].message, /less than 10 seconds/);
});

test('an unusable recording is refused, and the previous one is kept', async () => {
  const { url } = (await upload(await talk('slt'))).body;
  const refusals: [Uint8Array | Int16Array, RegExp][] = [
    [tone({ frequency: 200, seconds: 4.9 }), /5 to 180 seconds/],
    [silence(181), /5 to 180 seconds/],
    [silence(6), /^Audio is empty$/],
    [joinedSound(silence(5), await speak('Yes.')), /too little speech/],
    [Buffer.from('this is no sound at all, whatever its name'), /not a recording/],
    [new Uint8Array(0), /not a recording/],
  ];
  for (const [file, reason] of refusals) {
    const { status, body } = await upload(file);
    assert.equal(status, 400, body.detail);
    assert.match(body.detail, reason);
  }
  assert.deepEqual((await own('GET', '/v4/speech-profile')).body, { url });
});

test('other sample rates, channels and formats are accepted', async () => {
  const pcm = await talk('slt');
  const converted = (...output: string[]) =>
    execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', ...output, 'pipe:1'], {
      input: wav({ samples: pcm }),
      maxBuffer: 10_000_000,
    });
  for (const file of [
    converted('-ar', '44100', '-ac', '2', '-f', 'wav'),
    converted('-c:a', 'pcm_f32le', '-f', 'wav'),
    converted('-f', 'mp3'),
    converted('-c:a', 'libopus', '-f', 'ogg'),
  ]) {
    const { status, body } = await upload(new Uint8Array(file));
    assert.deepEqual([status, body.quality], [200, 'good']);
  }
});

test('a recording is compared with the profile, and nothing of it is stored', async () => {
  const attempt = (file: Int16Array) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(wav({ samples: file }))]), 'try.wav');
    return own('POST', '/v1/users/speech-profile/try', form);
  };
  const text = 'I would like to know whether you can hear who is speaking here.';
  const spoken = (voice: FliteVoice) => speak(text, voice);
  await own('DELETE', '/v3/speech-profile');
  assert.equal((await attempt(await spoken('slt'))).status, 404);
  const { url } = (await upload(await talk('slt'))).body;
  const verdict = async (file: Int16Array) => (await attempt(file)).body;
  assert.deepEqual(await verdict(await spoken('slt')), { verdict: 'you' });
  assert.deepEqual(await verdict(await spoken('rms')), { verdict: 'somebody_else' });
  for (const file of [silence(3), joinedSound(silence(3), await speak('Yes.'))]) {
    assert.deepEqual(await verdict(file), { verdict: 'too_little_speech' });
  }
  assert.deepEqual((await own('GET', '/v4/speech-profile')).body, { url });

  const { db } = service.service.parts;
  await db.updateTable('speech_profiles').set({ model: 'older' }).execute();
  assert.equal((await attempt(await spoken('slt'))).status, 503, 'the voiceprint is too old');
});

test('another model makes its own voiceprint from the recording in the background', async () => {
  await upload(await talk('slt'));
  const { parts } = service.service;
  const { db } = parts;
  const before = await db.selectFrom('speech_profiles').selectAll().executeTakeFirstOrThrow();
  await db
    .updateTable('speech_profiles')
    .set({ model: 'mfcc-gmm-1', statistics: Buffer.alloc(8) })
    .execute();
  await queueRemaking(parts, { model: VOICE_MODEL });
  const model = async () => (await own('GET', '/v3/speech-profile/status')).body.model;
  await eventually('the print of the newer model', async () => (await model()) === VOICE_MODEL);
  const remade = await db.selectFrom('speech_profiles').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(remade.statistics, before.statistics);
});

test('a recording that is too short for another model is asked for once more', async () => {
  await upload(await talk('slt'));
  const { parts } = service.service;
  const audio = Buffer.from(wav({ samples: await speak('Yes.') }));
  await parts.db.updateTable('speech_profiles').set({ model: 'mfcc-gmm-1', audio }).execute();
  await queueRemaking(parts, { model: VOICE_MODEL });
  const status = async () => (await own('GET', '/v3/speech-profile/status')).body;
  await eventually('the request', async () => (await status()).quality === 'poor');
  const { has_profile, problems } = await status();
  assert.deepEqual([has_profile, problems[0].kind], [true, 'too_little_speech']);
});
