import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SegmentRow } from '../named-segments.ts';
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

/** Words that are said every 100 ms from a time on. */
const words = (text: string, from = 0) =>
  text.split(' ').map((word, at) => ({ text: word, at: from + at * 100 }));

/** Different words, such as "k1 k2 k3". */
const different = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${letter}${at}`).join(' ');

test('two recordings of a talk share at least twelve words', () => {
  const talk = words(different('k', 12));
  assert.equal(offsetOfSameTalk(talk, talk), 0);
  assert.equal(offsetOfSameTalk(talk.slice(1), talk.slice(1)), null);
});

test('two recordings of a talk share at least three fifths of the words of the shorter one', () => {
  const shared = different('k', 12);
  const offset = (others: number) =>
    offsetOfSameTalk(
      words(`${shared} ${different('a', others)}`),
      words(`${shared} ${different('b', 20)}`),
    );
  assert.deepEqual([offset(8), offset(9)], [0, null]);
});

test('words that are said more than two seconds outside the other recording do not count', () => {
  // Twelve of twenty words are shared; one more word that counts would be too many.
  const one = words(`${different('k', 12)} ${different('a', 8)}`);
  const other = words(`${different('k', 12)} ${different('b', 12)}`);
  const before = (ms: number) => offsetOfSameTalk([{ text: 'x', at: -ms }, ...one], other);
  assert.deepEqual([before(2_000), before(2_001)], [null, 0]);
  const after = (ms: number) =>
    offsetOfSameTalk([...one, { text: 'x', at: other.at(-1)!.at + ms }], other);
  assert.deepEqual([after(2_000), after(2_001)], [null, 0]);
});

test('with the offset, a shared word is less than two seconds apart', () => {
  const eleven = words(different('k', 11));
  const apart = (ms: number) =>
    offsetOfSameTalk(
      [...eleven, { text: 'x', at: 1_000 }],
      [...eleven, { text: 'x', at: 1_000 + ms }],
    );
  assert.deepEqual([apart(1_999), apart(2_000)], [0, null]);
});

test('each word of the other recording is shared once', () => {
  const rows = (count: number) => words('row '.repeat(count).trim());
  assert.notEqual(offsetOfSameTalk(rows(12), rows(12)), null);
  assert.equal(offsetOfSameTalk(rows(12), [...rows(11), ...words('a b c', 1_100)]), null);
});

test('the clocks of two devices differ by at most fifteen seconds', () => {
  const offset = (ms: number) =>
    offsetOfSameTalk(words(different('k', 12)), words(different('k', 12), ms));
  assert.deepEqual([offset(15_000), offset(15_001)], [-15_000, null]);
  assert.deepEqual([offset(-15_000), offset(-15_001)], [15_000, null]);
});

test('a word that one recording contains more than two hundred times does not tell the offset', () => {
  const rows = (count: number) => words('row '.repeat(count).trim());
  assert.notEqual(offsetOfSameTalk(rows(200), rows(12)), null);
  assert.equal(offsetOfSameTalk(rows(201), rows(12)), null);
});

test('only words less than five seconds before or after a segment can be in it too', () => {
  const hello = { ...segmentOf('hello', 10), end_seconds: 11 };
  const isKept = (at: number) => {
    const said = [{ text: 'hello', at: START.getTime() + at }];
    return withoutShared(hello, { said, startedAt: START }) === hello;
  };
  assert.deepEqual([5_000, 5_001, 15_999, 16_000].map(isKept), [true, false, false, true]);
});

const leftOf = (text: string, said: string) =>
  withoutShared(segmentOf(text), { said: words(said, START.getTime()), startedAt: START })?.text;

test('the longest sequence that both recordings share is removed', () => {
  assert.equal(leftOf('a', 'x a'), undefined);
  assert.equal(leftOf('x a b', 'a b'), 'x');
  assert.equal(leftOf('a b', 'a'), 'a b');
  // When two sequences have the same length, the later one is removed.
  assert.equal(leftOf('a b c x y d e f', 'd e f a b c'), 'a b c x y');
});

test('a text without times has none after words of it are removed', () => {
  const timed = segmentOf(`${TALK} goodbye see you on monday`);
  const heard = { said: saidAt(TALK), startedAt: START };
  assert.equal((withoutShared(timed, heard)!.words as unknown[]).length, 5);
  const left = withoutShared({ ...timed, words: [] }, heard)!;
  assert.deepEqual([left.text, left.words], ['goodbye see you on monday', []]);
});

test('texts with more than four million pairs of words keep their words', () => {
  const left = (own: number, others: number) => {
    const said = Array.from({ length: others }, () => ({ text: 'k', at: START.getTime() }));
    const segment = segmentOf('k '.repeat(own).trim());
    return withoutShared({ ...segment, end_seconds: 1 }, { said, startedAt: START });
  };
  assert.equal(left(2_000, 2_000), null);
  assert.ok(left(41, 97_561));
});
