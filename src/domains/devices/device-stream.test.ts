import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speak } from '../../engines/audio/testing-speech.ts';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { PatientDevice } from '../../testing/clients/patient-device.ts';
import { startService } from '../../testing/start-service.ts';

const FRAME_SECONDS = 0.02;

test('a newer connection of the same stream takes over, and stored messages are not requested again', async () => {
  await using service = await startService();
  const { url, owner } = service;
  const parameters = {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    stream_id: 'pendant',
  };
  const acknowledged = (listener: Listener, sequence: number) =>
    listener.event('audio_ack', (ack) => ack.sequence === sequence);
  await using first = await Listener.open(url, parameters);
  await acknowledged(first, 0);
  await first.stream(silence(50 * FRAME_SECONDS), { speed: 10 });
  await acknowledged(first, 50);
  // The shortest messages keep the socket alive and are not counted.
  first.socket.send(new Uint8Array(2));

  await using second = await Listener.open(url, { ...parameters, sequence: 20 });
  assert.equal((await first.closed).code, 4006);
  const { sequence, stream_id } = await second.event('audio_ack');
  assert.deepEqual({ sequence, stream_id }, { sequence: 50, stream_id: 'pendant' });
  await second.stream(silence(40 * FRAME_SECONDS), { speed: 10 });
  await acknowledged(second, 60);

  // A second stream of the same user comes from a second device.
  await using other = await Listener.open(url, { ...parameters, stream_id: 'phone' });
  await acknowledged(other, 0);
  await second.stream(silence(10 * FRAME_SECONDS), { speed: 10 });
  await acknowledged(second, 70);

  // If the device itself has lost messages, they are counted, and the service does not wait for
  // them.
  await using third = await Listener.open(url, { ...parameters, sequence: 100 });
  await acknowledged(third, 70);
  await third.stream(silence(10 * FRAME_SECONDS), { speed: 10 });
  await acknowledged(third, 110);
});

test('a stream that is unused for a week starts again', async () => {
  let now = new Date('2026-03-02T09:00:00Z');
  await using service = await startService({ clock: { now: () => now } });
  const { url, owner } = service;
  const listen = () =>
    Listener.open(url, {
      token: owner.token,
      uid: owner.id,
      codec: 'pcm16',
      sample_rate: 16_000,
      stream_id: 'pendant',
    });
  const begun = async (): Promise<number> => {
    await using device = await listen();
    return (await device.event('audio_ack')).sequence;
  };
  {
    await using device = await listen();
    await device.stream(silence(50 * FRAME_SECONDS), { speed: 10 });
    await device.event('audio_ack', ({ sequence }) => sequence === 50);
  }
  now = new Date('2026-03-09T08:00:00Z');
  assert.equal(await begun(), 50);
  now = new Date('2026-03-17T08:00:00Z');
  assert.equal(await begun(), 0);
});

test('sound from a time without a network is transcribed later, with its original times', async () => {
  await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
  const { url, owner } = service;
  const device = new PatientDevice({ token: owner.token, uid: owner.id }, 'pendant');
  const before = await device.connect(url);
  const sentences = [
    'I live in Boston with my two children.',
    'I need to call my sister tomorrow morning.',
    'He works as a teacher at a small school.',
  ];
  const spoken = [];
  for (const sentence of sentences) spoken.push(await speak(sentence), silence(1.3));
  const [first, pause, ...rest] = spoken as [Int16Array, ...Int16Array[]];
  const started = performance.now();
  await device.record(joinedSound(first, pause!));
  await before.until(() => /children/i.test(before.text));
  before.socket.terminate();
  await before.closed;
  // Between the two, the device records nothing: how long depends on the machine.
  const [least, most] = [
    joinedSound(first, pause!).length / 16_000,
    (performance.now() - started) / 1_000,
  ];
  await device.record(joinedSound(...rest.slice(0, 2)));
  const after = await device.connect(url);
  await device.record(joinedSound(...rest.slice(2)));
  await device.delivered();
  await after.until(() => /teacher/i.test(after.text));

  const { body } = await owner.call('POST', '/v1/conversations', {});
  const segments: Json[] = body.conversation.transcript_segments;
  assert.match(segments.map(({ text }) => text).join(' '), /children.*sister.*teacher/i);
  // Second 0 is the time of the first word.
  const sister = segments.find(({ text }) => /sister/i.test(text)).start;
  assert.ok(sister > least - 1.5 && sister < most + 1.5, `${sister} s, not ${least} to ${most}`);
});
