import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MakerResult } from '../../engines/understanding/maker.ts';
import type { ConversationRow } from './conversations.sql.ts';
import { withWritten } from './written-fields.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour));
const event = (title: string, hour: number) => ({ title, start: at(hour), created: false });

test('an event that is in the calendar of the user is not offered again', () => {
  const stored = [
    { ...event('Regatta', 9), created: true },
    { ...event('Dinner', 19), created: true },
    event('Walk', 15),
  ].map((each) => ({ ...each, start: each.start.toISOString() }));
  const made = [
    event('Regatta', 10),
    event('Dinner at the harbour', 19),
    event('Walk', 15),
    event('Concert', 20),
  ];
  const { understanding } = withWritten(
    { understanding: { title: 'A day', overview: '', events: made } } as unknown as MakerResult,
    { written: [], events: stored } as unknown as ConversationRow,
  );
  const marked = understanding.events.map((each) => [
    each.title,
    'created' in each && each.created,
  ]);
  assert.deepEqual(marked, [
    ['Regatta', true],
    ['Dinner at the harbour', true],
    ['Walk', false],
    ['Concert', false],
  ]);
});
