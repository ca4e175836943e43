/** Tests the conversation into which a session writes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../core/clock.ts';
import type { Context } from '../../kit/context.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { contextOf } from '../../testing/context-of.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { endRecording } from '../conversations/lifecycle.ts';
import { recordGap } from '../conversations/recording/pending-words.ts';
import { Recording } from './recording.ts';

const clock = new ManualClock('2026-03-01T12:00:00Z');
const ZERO = clock.now().getTime();
let service: TestService;
let context: Context;

before(async () => {
  service = await startService({ clock });
  context = contextOf(service, []);
});
after(() => service[Symbol.asyncDispose]());

const open = (more: object = {}) =>
  Recording.open(context, {
    device: '',
    language: 'en',
    timeout_seconds: 60,
    source: 'phone',
    ...more,
  });
const read = async (id: string): Promise<Json> =>
  (await service.owner.call('GET', `/v1/conversations/${id}`)).body;
const heard = (text: string, from: number, more: object = {}) => ({
  text,
  start: from,
  end: from + 1_000,
  words: [{ text, start: from, end: from + 1_000 }],
  speaker_id: 0,
  is_user: true,
  person_id: null,
  person_name: null,
  stt_provider: 'test',
  voice_checked: false,
  voice_verdict: null,
  print: null,
  ...more,
});

test('a recording is resumed until its silence reaches the timeout, and then another begins', async () => {
  const first = await open({ source: 'a toaster' });
  first.add(heard('One.', ZERO));
  await first.save();
  assert.equal((await read(first.id)).source, 'unknown');
  clock.advance(59_999);
  const geolocation = { latitude: 38.7, longitude: -9.1 };
  const same = await open({ geolocation });
  assert.equal(same.id, first.id);
  assert.partialDeepStrictEqual((await read(first.id)).geolocation, geolocation);
  clock.advance(1);
  const next = await open({ geolocation });
  assert.notEqual(next.id, first.id);
  const { source, status, geolocation: place } = await read(next.id);
  assert.deepEqual([source, status], ['phone', 'in_progress']);
  assert.partialDeepStrictEqual(place, geolocation);
  assert.notEqual((await read(first.id)).status, 'in_progress');
  await endRecording(context, { id: next.id, forced: false });
});

test('speech keeps a recording from ending', async () => {
  const first = await open();
  first.add(heard('One.', ZERO));
  await first.save();
  clock.advance(40_000);
  await first.touch();
  assert.equal(first.heardAt, clock.now().getTime());
  clock.advance(59_999);
  assert.equal((await open()).id, first.id);
  await endRecording(context, { id: first.id, forced: true });
});

test('words are stored once, with times from second 0 of the first word', async () => {
  const recording = await open({ secondZero: (_: string, at: number) => at - 2_000 });
  assert.deepEqual([recording.hasUnsaved, await recording.save()], [false, []]);
  const preview = recording.preview(heard('Maybe', ZERO + 500));
  assert.equal(recording.hasUnsaved, false);
  recording.add(heard('Hello.', ZERO + 500));
  assert.equal(recording.hasUnsaved, true);
  const [row, ...others] = (await recording.save())!;
  assert.deepEqual([row!.id, row!.start_seconds, others], [preview.id, 2, []]);
  assert.deepEqual([recording.hasUnsaved, await recording.save()], [false, []]);
  recording.add(heard('Again.', ZERO + 3_500));
  assert.equal((await recording.save())![0]!.text, 'Hello. Again.');
  const segments = (await read(recording.id)).transcript_segments;
  assert.deepEqual(
    segments.map(({ text, start, end }: Json) => [text, start, end]),
    [['Hello. Again.', 2, 6]],
  );
  await endRecording(context, { id: recording.id, forced: true });
});

test('words that were said earlier stand earlier, whichever session stores them first', async () => {
  const [quick, slow] = [await open(), await open()];
  quick.add(heard('Second.', ZERO + 3_400, { speaker_id: 1, is_user: false }));
  assert.equal((await quick.save())![0]!.start_seconds, 0);
  slow.add(heard('First.', ZERO));
  const [first] = (await slow.save())!;
  assert.deepEqual([first!.start_seconds, first!.end_seconds], [0, 1]);
  quick.add(heard('Third.', ZERO + 6_000, { speaker_id: 1, is_user: false }));
  assert.deepEqual(
    (await quick.save())!.map(({ text, start_seconds }) => [text, start_seconds]),
    [['Second. Third.', 3.4]],
  );
  // Sessions that know the new start show interim words accordingly.
  quick.movedTo(ZERO);
  assert.equal(quick.preview(heard('Fo', ZERO + 50_000)).start_seconds, 50);
  const whole = await read(quick.id);
  assert.equal(whole.started_at, new Date(ZERO).toISOString());
  assert.deepEqual(
    whole.transcript_segments.map(({ text, start, end }: Json) => [text, start, end]),
    [
      ['First.', 0, 1],
      ['Second. Third.', 3.4, 7],
    ],
  );
  const { db } = service.service.parts;
  const rows = await db.selectFrom('segments').select(['words']).execute();
  const starts = rows.flatMap(({ words }) => (words as { start: number }[]).map((w) => w.start));
  assert.ok([0, 3.4, 6].every((start) => starts.includes(start)));
  await endRecording(context, { id: quick.id, forced: true });
});

test('gaps keep their time when earlier words arrive', async () => {
  const recording = await open();
  recording.add(heard('Words.', ZERO + 2_000));
  await recording.save();
  const { id } = recording;
  const span = { from: ZERO + 4_000, until: ZERO + 5_000 };
  await recordGap(context, { id, span, reason: 'lost' });
  recording.add(heard('Earlier words.', ZERO - 40_000));
  await recording.save();
  const earlier = { from: ZERO - 41_000, until: ZERO - 40_000 };
  await recordGap(context, { id, span: earlier, reason: 'unclear' });
  const whole = await read(id);
  assert.deepEqual(
    whole.gaps.map(({ start, end }: Json) => [start, end]),
    [
      [0, 1],
      [45, 46],
    ],
  );
  assert.deepEqual(
    whole.transcript_segments.map(({ start }: Json) => start),
    [1, 43],
  );
  await endRecording(context, { id, forced: true });
});

test('words that are taken back or join others leave no segment behind', async () => {
  const recording = await open();
  const named = (text: string, from: number, more: object = {}) =>
    heard(text, from, { utterance_id: text || 'Between.', ...more });
  recording.add(named('One.', ZERO));
  recording.add(named('Between.', ZERO + 2_000, { speaker_id: 1, is_user: false }));
  recording.add(named('Two.', ZERO + 4_000));
  assert.equal((await recording.save())!.length, 3);
  recording.add({ ...named('', ZERO), words: [] });
  assert.equal(recording.hasUnsaved, true);
  await recording.save();
  const { transcript_segments } = await read(recording.id);
  assert.deepEqual(
    transcript_segments.map(({ text }: Json) => text),
    ['One. Two.'],
  );
  await endRecording(context, { id: recording.id, forced: true });
});

test('words for an ended recording begin the next one', async () => {
  const recording = await open();
  recording.startsBy(ZERO - 1_000);
  recording.add(heard('Stored.', ZERO));
  assert.equal((await recording.save())![0]!.start_seconds, 1);
  recording.startsBy(ZERO - 9_000);
  await endRecording(context, { id: recording.id, forced: true });
  recording.add(heard('Too late.', ZERO + 60_000));
  assert.equal(await recording.save(), null);
  const rest = recording.takeUnsaved();
  assert.deepEqual(
    rest.map(({ text, start }) => [text, start]),
    [['Too late.', ZERO + 60_000]],
  );
  assert.deepEqual([recording.hasUnsaved, recording.takeUnsaved()], [false, []]);
});

test('words of an unknown person are stored without the name', async () => {
  const recording = await open();
  const person_id = crypto.randomUUID();
  recording.add(heard('Hello.', ZERO, { is_user: false, person_id, person_name: 'Nobody' }));
  const [row] = (await recording.save())!;
  assert.deepEqual([row!.person_id, row!.person_name], [null, null]);
  recording.add(heard('More.', ZERO + 1_500, { is_user: false }));
  assert.equal((await recording.save())![0]!.person_id, null);
  await endRecording(context, { id: recording.id, forced: true });
});

test('the voiceprint of words is stored with them', async () => {
  const recording = await open();
  const print = { model: 'test', seconds: 2.5, statistics: Float32Array.from([1, 2]) };
  recording.add(heard('With a voice.', ZERO, { print }));
  const [row] = (await recording.save())!;
  const { db } = service.service.parts;
  const stored = await db.selectFrom('segment_prints').selectAll().execute();
  assert.deepEqual(
    stored.map(({ segment_id, model, print_seconds }) => [segment_id, model, print_seconds]),
    [[row!.id, 'test', 2.5]],
  );
  await endRecording(context, { id: recording.id, forced: true });
});

test('a process that was replaced stores no words', async () => {
  const processId = crypto.randomUUID();
  const replaced = { ...context, processId };
  const options = { device: 'replaced', language: 'en', timeout_seconds: 60, source: 'phone' };
  const recording = await Recording.open(replaced, options);
  recording.add(heard('One.', ZERO));
  await recording.save();
  await sql`
    INSERT INTO waiting_holders (id, seen_at, replaced) VALUES (${processId}, now(), true)
  `.execute(service.service.parts.db);
  recording.add(heard('Two.', ZERO + 2_000));
  await assert.rejects(recording.save(), /has taken over/);
  assert.equal((await read(recording.id)).transcript_segments.length, 1);
});
