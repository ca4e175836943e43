/** Tests how conversations that wait for words are noted in the database. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { ExpectedWords } from './expected-words.ts';
import { WritingProgress } from './writing-progress.ts';

const BEAT_MS = 20_000;
// The service itself ends the wait of conversations that nothing has noted for a while.
const clock = new ManualClock(new Date().toISOString());
let service: TestService;
before(async () => void (service = await startService()));
after(() => service[Symbol.asyncDispose]());

test('a waiting conversation is noted three times a minute, and its wait begins anew with new words', async (t) => {
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
