/** Tests words that are stored after their session, while their conversation changes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import type { Context } from '../../kit/context.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { contextOf } from '../../testing/context-of.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { beginRecording } from '../conversations/lifecycle.ts';
import { ExpectedWords } from './expected-words.ts';
import { JournalEnds } from './journal-ends.ts';
import { LateWords } from './late-words.ts';
import type { LeftSound } from './left-sound.ts';
import { WritingProgress } from './writing-progress.ts';

const BEAT_MS = 20_000;
const ZERO = Date.parse('2026-03-02T08:30:00Z');
let service: TestService;
let context: Context;

before(async () => {
  service = await startService();
  context = contextOf(service, []);
});
after(() => service[Symbol.asyncDispose]());

let devices = 0;

/** Begins a live conversation, and prepares words for it. */
async function openLate() {
  const id = crypto.randomUUID();
  const live = {
    id,
    language: 'en',
    source: 'phone',
    geolocation: null,
    device: `device ${(devices += 1)}`,
    timeout_seconds: 600,
    session: id,
  };
  await beginRecording(context, live);
  const words = await LateWords.open(context, {
    conversation_id: id,
    language: 'en',
    only: false,
    printer: {} as never,
    journal: `journal of ${id}`,
    others: [],
    within: null,
    goesOn: false,
  });
  const say = (text: string) =>
    words.add({
      text,
      start: ZERO,
      end: ZERO + 1_000,
      words: [{ text, start: ZERO, end: ZERO + 1_000 }],
      speaker_id: 0,
      is_user: true,
      person_id: null,
      person_name: null,
      stt_provider: 'test',
      voice_checked: false,
      voice_verdict: null,
      print: null,
    });
  return { id, words, say };
}
const read = async (id: string): Promise<Json> =>
  (await service.owner.call('GET', `/v1/conversations/${id}`)).body;
const textsOf = async (id: string): Promise<string[]> =>
  (await read(id)).transcript_segments.map(({ text }: Json) => text);

test('late words for a conversation that has just ended become a conversation of their own', async () => {
  const { id, words, say } = await openLate();
  say('In time.');
  assert.equal(await words.save(), id);
  const { db } = service.service.parts;
  await db.updateTable('conversations').set({ status: 'completed' }).where('id', '=', id).execute();
  say('Too late.');
  const other = await words.save();
  assert.ok(other !== null && other !== id);
  assert.deepEqual([await textsOf(id), await textsOf(other)], [['In time.'], ['Too late.']]);
  assert.equal(words.isGone, false);
  assert.equal(await words.finish(), other);
});

test('late words for a conversation that the user has just deleted are dropped', async () => {
  const { id, words, say } = await openLate();
  say('In time.');
  await words.save();
  const { db } = service.service.parts;
  const count = async () => (await db.selectFrom('conversations').select('id').execute()).length;
  await db.deleteFrom('conversations').where('id', '=', id).execute();
  const before = await count();
  say('Not wanted.');
  assert.deepEqual([await words.save(), words.isGone, await count()], [null, true, before]);
});

test('a conversation with all words of one journal still waits for its other journals', async () => {
  const [done, open] = [crypto.randomUUID(), crypto.randomUUID()];
  await using expected = new ExpectedWords(service.service.parts);
  const ends = new JournalEnds({
    db: service.service.parts.db,
    expected,
    progress: { ended() {} } as never,
    waiting: null,
  });
  for (const id of [done, done, open]) expected.add(service.owner.id, id);
  const span = [{ from: ZERO, until: ZERO + 1_000 }];
  const sound = (ids: string[]) =>
    ({ name: 'journal', spans: new Map(ids.map((id) => [id, span])) }) as unknown as LeftSound;
  assert.equal(expected.isLast(done), false);
  await ends.narrow(context, {
    before: sound([done, open]),
    now: sound([open]),
    places: new Set(),
  });
  assert.equal(expected.isLast(done), true);
});

test('a waiting conversation is noted three times a minute, and its wait begins anew with new words', async (t) => {
  // The service itself ends the wait of conversations that nothing has noted for a while.
  const clock = new ManualClock(new Date().toISOString());
  const { owner } = service;
  const { db } = service.service.parts;
  const transcript_segments = [{ text: 'I live in Porto.', start: 0, end: 2 }];
  const path = '/v1/conversations/from-segments';
  const { id } = (await owner.call('POST', path, { transcript_segments })).body;
  const begun = clock.now();
  const waits = { words_pending: true, words_since: begun, words_expected_at: begun };
  await db.updateTable('conversations').set(waits).where('id', '=', id).execute();
  const noted = async () => {
    const row = await db
      .selectFrom('conversations')
      .select(['words_since', 'words_expected_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [row.words_since?.getTime(), row.words_expected_at?.getTime()];
  };
  // Only the beats of this test are controlled: the service has begun its own before.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const expected = new ExpectedWords({ ...service.service.parts, clock });
  const progress = new WritingProgress(expected);
  const beat = async (since: Date) => {
    clock.advance(BEAT_MS);
    t.mock.timers.tick(BEAT_MS);
    const now = clock.now().getTime();
    await eventually('the beat', async () => (await noted())[1] === now);
    assert.deepEqual(await noted(), [since.getTime(), now]);
    return new Date(now);
  };
  expected.add(owner.id, id);
  progress.awaits(id);
  await beat(begun);
  expected.moved('another');
  progress.moved(id, 1);
  const moved = await beat(new Date(clock.now().getTime() + BEAT_MS));
  progress.moved(id, 1);
  await beat(moved);
  progress.ended(id);
  progress.moved(id, 2);
  const last = await beat(moved);

  expected.drop(id);
  clock.advance(BEAT_MS);
  t.mock.timers.tick(BEAT_MS);
  // Waits for the beat that has begun.
  await expected[Symbol.asyncDispose]();
  expected.add(owner.id, id);
  t.mock.timers.tick(BEAT_MS);
  assert.deepEqual(await noted(), [moved.getTime(), last.getTime()]);
});
