import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SegmentRow } from '../segments.ts';
import { offsetOfSameTalk, withoutShared, wordsOnClock } from './same-talk.ts';

const START = new Date('2026-03-02T10:00:00Z');

/** A segment with a word every 400 ms. */
function segmentOf(text: string, start = 0): SegmentRow {
  const words = text
    .split(' ')
    .map((word, at) => ({ text: word, start: start + at * 0.4, end: start + at * 0.4 + 0.3 }));
  const end_seconds = words.at(-1)!.end;
  return { id: 'a', text, words, start_seconds: start, end_seconds } as unknown as SegmentRow;
}

const saidAt = (text: string, start = 0) => wordsOnClock([segmentOf(text, start)], START);

const TALK =
  'the boat needs a new sail before the summer regatta begins in june and ana will sew it';

test('a talk is recognised although the clocks of two devices differ by six seconds', () => {
  const misheard = TALK.replace('regatta', 'vendetta');
  const offset = offsetOfSameTalk(saidAt(TALK), saidAt(misheard, 6));
  assert.ok(offset !== null && Math.abs(offset + 6_000) < 50, String(offset));
});

test('different talks at the same time, and short ones, are not the same', () => {
  const meal =
    'we should cook the lentil soup tonight because the carrots in the basket are old and it is late';
  assert.equal(offsetOfSameTalk(saidAt(TALK), saidAt(meal)), null);
  assert.equal(offsetOfSameTalk(saidAt('good morning'), saidAt('good morning')), null);
  // The same words an hour later are another talk.
  assert.equal(offsetOfSameTalk(saidAt(TALK), saidAt(TALK, 3_600)), null);
  assert.equal(offsetOfSameTalk([], []), null);
});

test('only the words that one device missed are left of the other recording', () => {
  const heard = { said: saidAt(TALK), startedAt: START };
  assert.equal(withoutShared(segmentOf(TALK.replace('regatta', 'vendetta')), heard), null);
  const longer = segmentOf(`${TALK} goodbye see you on monday`);
  const left = withoutShared(longer, heard)!;
  assert.equal(left.text, 'goodbye see you on monday');
  assert.equal(left.start_seconds, (longer.words as { start: number }[])[18]!.start);
  const other = segmentOf('somebody else talks about lentils and carrots', 2);
  assert.equal(withoutShared(other, heard), other);
});
