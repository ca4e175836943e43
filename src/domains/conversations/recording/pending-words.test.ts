/** Tests conversations whose sound has no words yet, and conversations that nobody ends. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ManualClock } from '../../../core/clock.ts';
import type { Context } from '../../../kit/context.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { contextOf } from '../../../testing/context-of.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { insertSegments } from '../../transcripts/segments.ts';
import { beginRecording, completeProcessing, endRecording } from '../lifecycle.ts';
import * as words from './pending-words.ts';
import { startSweeper } from '../sweeper.ts';

const clock = new ManualClock('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
let service: TestService;
let context: Context;

before(async () => {
  service = await startService({ clock, environment: { SVC_LOG_LEVEL: 'silent' } });
  context = contextOf(service, []);
});
after(() => service[Symbol.asyncDispose]());

const rows = () => service.service.parts.db.selectFrom('conversations');
const read = async (id: string): Promise<Json> =>
  rows().selectAll().where('id', '=', id).executeTakeFirst();
const is = (id: string, status: string) =>
  eventually(`the status ${status}`, async () => (await read(id))?.status === status);

/** A conversation that has just begun, with one segment that ends at second 2. */
async function talk(set: Record<string, unknown> = {}): Promise<string> {
  const id = crypto.randomUUID();
  const recording = {
    id,
    language: 'en',
    source: 'phone',
    geolocation: null,
    device: '',
    timeout_seconds: 60,
    session: id,
  };
  await beginRecording(context, recording);
  const segment = {
    id: crypto.randomUUID(),
    text: 'I need to call my sister.',
    speaker_id: 0,
    is_user: true,
    person_id: null,
    start_seconds: 0,
    end_seconds: 2,
  };
  await insertSegments(context.db, service.owner.id, id, [segment]);
  await service.service.parts.db
    .updateTable('conversations')
    .set({ started_at: clock.now(), ...set } as object)
    .where('id', '=', id)
    .execute();
  return id;
}
const ended = { status: 'completed', attempt: 1 };
const waiting = { status: 'processing', attempt: 1, words_pending: true };
const gap = (start: number, journal: string | null = 'j', reason = 'waiting') => ({
  journal,
  start,
  end: start + 1,
  reason,
});
const gaps = (...list: object[]) => ({ gaps: JSON.stringify(list) });
const span = (second: number) => ({
  from: clock.now().getTime() + second * 1_000,
  until: clock.now().getTime() + second * 1_000 + 1_000,
});

test('sound without words is shown as gaps, once for each journal', async () => {
  const id = await talk(ended);
  const record = (journal: string, seconds: number[], replace = false) =>
    words.recordGaps(context, { id, journal, spans: seconds.map(span), replace });
  assert.equal(await record('j', []), true);
  assert.deepEqual((await read(id)).gaps, []);
  assert.equal(await record('j', [7, 3]), true);
  await record('j', [20]);
  await record('other', [5]);
  assert.deepEqual((await read(id)).gaps, [gap(3), gap(5, 'other'), gap(7)]);
  assert.equal((await read(id)).finished_at.getTime(), span(7).until);
  await record('j', [9], true);
  await words.recordGap(context, { id, span: span(1), reason: 'lost' });
  await words.recordGap(context, { id, span: span(11), reason: 'lost' });
  const lost = [gap(1, null, 'lost'), gap(11, null, 'lost')];
  assert.deepEqual((await read(id)).gaps, [lost[0], gap(5, 'other'), gap(9), lost[1]]);
  const unknown = { id: crypto.randomUUID(), journal: 'j', spans: [span(1)], replace: false };
  assert.equal(await words.recordGaps(context, unknown), false);
  await words.recordGap(context, { ...unknown, span: span(1), reason: 'lost' });
});

test('the first gap sets second 0 of a conversation without words', async () => {
  const id = await talk({ ...ended, started_at: null });
  const spans = [span(9), span(4)];
  await words.recordGaps(context, { id, journal: 'j', spans, replace: false });
  const { started_at, gaps: shown } = await read(id);
  assert.deepEqual([started_at.getTime(), shown], [span(4).from, [gap(0), gap(5)]]);
});

test('the end of a journal removes its gaps or sets their reason', async () => {
  const id = await talk({ ...ended, ...gaps(gap(1), gap(2, 'other')) });
  const unknown = { id: '00000000-0000-4000-8000-000000000000', isLast: true, hasNewWords: true };
  const end = (outcome: 'heard' | 'failed', hasNewWords = false, isGone = false) => {
    const ends = [{ id, isLast: true, hasNewWords }, unknown];
    return words.endJournal(context, { journal: 'j', ends, outcome, isGone });
  };
  await end('failed');
  const failed = await read(id);
  assert.deepEqual(failed.gaps, [gap(1, 'j', 'failed'), gap(2, 'other')]);
  assert.equal(failed.attempt, 1, 'nothing new to understand');
  assert.equal(await words.hasHeardJournal(context.db, service.owner.id, 'j'), false);
  await end('heard', false, true);
  await eventually('it to be understood again', async () => (await read(id)).attempt === 2);
  assert.deepEqual((await read(id)).gaps, [gap(2, 'other')]);
  assert.equal(await words.hasHeardJournal(context.db, service.owner.id, 'j'), true);
  await is(id, 'completed');
  await end('heard', true);
  await eventually('new words to be understood', async () => (await read(id)).attempt === 3);
  await is(id, 'completed');
});

test('words that arrive during processing are processed too', async () => {
  const id = await talk({ status: 'processing', attempt: 1 });
  const ends = [{ id, isLast: true, hasNewWords: true }];
  await words.endJournal(context, { journal: 'j', ends, outcome: 'heard', isGone: false });
  assert.equal((await read(id)).attempt, 2);
  await is(id, 'completed');
  const live = await talk();
  const now = [{ id: live, isLast: true, hasNewWords: true }];
  await words.endJournal(context, { journal: 'j', ends: now, outcome: 'heard', isGone: false });
  assert.deepEqual([(await read(live)).status, (await read(live)).attempt], ['in_progress', 0]);
  await endRecording(context, { id: live, forced: true });
});

test('a wait ends with its last journal, and the conversation is then processed', async () => {
  const id = await talk({ ...waiting, ...gaps(gap(1)) });
  const end = (isLast: boolean) => {
    const ends = [{ id, isLast, hasNewWords: true }];
    return words.endJournal(context, { journal: 'j', ends, outcome: 'heard', isGone: false });
  };
  await end(false);
  const { status, words_pending, gaps: left } = await read(id);
  assert.deepEqual([status, words_pending, left], ['processing', true, []]);
  await end(true);
  await is(id, 'completed');
  assert.equal((await read(id)).words_pending, false);
});

test('a wait can be ended before its words arrive', async () => {
  const id = await talk(waiting);
  assert.equal(await words.stopWaiting(context, id), true);
  await is(id, 'completed');
  assert.equal(await words.stopWaiting(context, id), false);
  const other = await talk(waiting);
  await words.releaseWords(context, other);
  await is(other, 'completed');
  await words.releaseWords(context, other);
  assert.equal((await read(other)).attempt, 1, 'it waited no more');
  const live = await talk({ words_pending: true });
  assert.equal(await words.stopWaiting(context, live), false, 'its sound may still come');
  await words.releaseWords(context, live);
  const { status, words_pending } = await read(live);
  assert.deepEqual([status, words_pending], ['in_progress', false]);
  await endRecording(context, { id: live, forced: true });
});

test('a live or waiting conversation can wait for words, but an ended one cannot', async () => {
  const since = new Date(clock.now().getTime() - 5_000);
  const live = await talk({ started_at: null });
  assert.equal(await words.awaitWords(context, { id: live, since }), true);
  const { words_pending, started_at } = await read(live);
  assert.deepEqual([words_pending, started_at], [true, since]);
  await words.releaseWords(context, live);
  await endRecording(context, { id: live, forced: true });
  await is(live, 'completed');
  assert.equal(await words.awaitWords(context, { id: live, since }), false);
});

test('sound that no process holds counts as lost, from the last word to the last heard sound', async () => {
  const heard = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000);
  const orphan = async (set: object) => {
    const id = await talk({ ...waiting, ...set });
    await words.releaseOrphan(context, id);
    await is(id, 'completed');
    return (await read(id)).gaps;
  };
  const lost = { journal: null, start: 2, end: 7.5, reason: 'lost' };
  assert.deepEqual(await orphan({ last_heard_at: heard(7.5) }), [lost]);
  assert.deepEqual(await orphan({ last_heard_at: heard(2) }), []);
  assert.deepEqual(await orphan({ last_heard_at: heard(9), ...gaps(gap(4)) }), [gap(4)]);
  const done = await talk({ ...ended, last_heard_at: heard(9) });
  await words.releaseOrphan(context, done);
  assert.deepEqual((await read(done)).gaps, []);
});

/** Runs one sweep, as the service does every two seconds. */
async function sweep(): Promise<void> {
  await using sweeper = startSweeper(service.service.parts, { wordsWaitMinutes: 10 });
  sweeper.nudge();
  await setImmediate();
}

test('a recording is ended three seconds after its silence exceeds the limit', async () => {
  const id = await talk();
  clock.advance(63_000);
  await sweep();
  assert.equal((await read(id)).status, 'in_progress');
  clock.advance(1);
  await sweep();
  assert.notEqual((await read(id)).status, 'in_progress');
  await is(id, 'completed');
});

test('stalled processing is tried three times and then fails', async () => {
  const again = await talk({ status: 'processing', attempt: 2, updated_at: clock.now() });
  clock.advance(30 * MINUTE);
  await sweep();
  assert.equal((await read(again)).attempt, 2);
  clock.advance(1);
  await sweep();
  assert.equal((await read(again)).attempt, 3);
  await is(again, 'completed');
  const last = await talk({ status: 'processing', attempt: 3, updated_at: clock.now() });
  clock.advance(30 * MINUTE + 1);
  await sweep();
  const { status, failure } = await read(last);
  assert.deepEqual([status, failure], ['failed', 'Processing did not end in time.']);
});

test('the sweeper waits ten minutes for words, and one minute for sound that no process holds', async () => {
  const since = { words_since: clock.now(), last_heard_at: clock.now() };
  const later = { words_expected_at: new Date(clock.now().getTime() + 60 * MINUTE) };
  const overdue = await talk({ ...waiting, ...since, ...later });
  const orphan = await talk({ ...waiting, ...since, words_expected_at: clock.now() });
  clock.advance(MINUTE - 1);
  await sweep();
  assert.equal((await read(orphan)).words_pending, true);
  clock.advance(1);
  await sweep();
  assert.equal((await read(orphan)).words_pending, false);
  clock.advance(9 * MINUTE - 1);
  await sweep();
  assert.equal((await read(overdue)).words_pending, true);
  clock.advance(1);
  await sweep();
  assert.equal((await read(overdue)).words_pending, false);
});

test('a recording ends for silence only if nothing was heard since the silence began', async () => {
  const silentSince = clock.now();
  const later = new Date(silentSince.getTime() + 1);
  const busy = await talk({ last_heard_at: later });
  const end = (id: string) => endRecording(context, { id, forced: false, silentSince });
  assert.equal(await end(busy), null);
  assert.equal(await endRecording(context, { id: busy, forced: false }), 'processing');
  assert.equal(await end(await talk({ last_heard_at: silentSince })), 'processing');
});

test('a recording that ends beside another of the same time is compared with it', async () => {
  const queued: unknown[] = [];
  const jobs: Context['jobs'] = {
    ...context.jobs,
    enqueue: async (_db, _job, payload) => void queued.push(payload),
  };
  const heard = async (device: string) => {
    const now = clock.now();
    return talk({ ...waiting, words_pending: false, device, last_heard_at: now, finished_at: now });
  };
  const complete = (id: string) =>
    completeProcessing({ ...context, jobs }, { id, attempt: 1, set: {} });
  clock.advance(48 * 60 * MINUTE);
  assert.equal(await complete(await heard('glasses')), true);
  assert.deepEqual(queued, [], 'it is alone');
  clock.advance(48 * 60 * MINUTE);
  const conversation_id = await heard('glasses');
  await heard('pendant');
  assert.equal(await complete(conversation_id), true);
  assert.deepEqual(queued, [{ user_id: service.owner.id, conversation_id }]);
});
