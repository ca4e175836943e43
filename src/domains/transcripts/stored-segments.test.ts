/** Tests the stored segments at the end of a recording. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userOf } from '../../kit/context.ts';
import { contextOf } from '../../testing/context-of.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import { removeDoubledSegments } from './repeated/doubled-segments.ts';
import { segmentsChanged } from './segments.ts';
import { selectSegments } from './named-segments.ts';

test('words that two devices stored are removed once, and clients are told', async () => {
  await using service = await startService();
  const { db, outbox } = service.service.parts;
  const said = ['The roof is red.', 'The roof is red.', 'It is late.'];
  const { body } = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: said.map((text, n) => ({ text, start: n === 2 ? 9 : n / 10, end: 10 })),
  });
  const rows = await db
    .selectFrom('segments')
    .select(['id', 'text', 'start_seconds'])
    .where('conversation_id', '=', body.id)
    .orderBy('start_seconds')
    .execute();
  for (const { id, text, start_seconds } of rows) {
    const words = text.split(' ').map((word) => ({ text: word, start: start_seconds, end: 10 }));
    await db
      .updateTable('segments')
      .set({ words: JSON.stringify(words) })
      .where('id', '=', id)
      .execute();
  }
  const told: string[][] = [];
  outbox.subscribe(segmentsChanged, ({ payload }) => void told.push(payload.deleted));
  const context = contextOf(service, []);
  for (let times = 0; times < 2; times += 1) await removeDoubledSegments(context, body.id);
  const kept = await selectSegments(db, userOf(context), [body.id]);
  assert.deepEqual(
    kept.map(({ text }) => text),
    ['The roof is red.', 'It is late.'],
  );
  await eventually('the news', () => told.length > 0);
  assert.deepEqual(told, [[rows[1]!.id]]);
});
