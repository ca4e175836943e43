import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedMeeting } from './asked-meetings.ts';

const read = (query: string): [string, string | null] | null => {
  const asked = askedMeeting(query);
  return asked && [query.slice(asked.start, asked.end), asked.name];
};

test('the next meeting is a time in three languages, with the name that follows', () => {
  assert.deepEqual(read('What did I agree before my next meeting with Ana?'), [
    'before my next meeting',
    'Ana',
  ]);
  assert.deepEqual(read('Was habe ich vor meinem nächsten Treffen mit Zoë zugesagt?'), [
    'vor meinem nächsten Treffen',
    'Zoë',
  ]);
  assert.deepEqual(read('lo que dije antes de mi próxima reunión con José'), [
    'antes de mi próxima reunión',
    'José',
  ]);
  assert.deepEqual(read('tasks until our next call'), ['until our next call', null]);
});

test('other words about meetings are searched', () => {
  for (const query of [
    'the next meeting with Ana',
    'before the meeting',
    '"before my next meeting"',
    'before my next meetings',
  ]) {
    assert.equal(read(query), null, query);
  }
});
