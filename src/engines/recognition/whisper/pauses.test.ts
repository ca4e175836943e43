import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinedSound, silence, tone } from '../../audio/testing.ts';
import { withoutPauses } from './pauses.ts';

const spoken = (seconds: number) => tone({ frequency: 300, seconds });
const word = (text: string, start: number, end: number) => ({ text, start, end });
/** Both words are spoken from 1 to 2 s and from 3 to 4 s; the sound has 5 s. */
const SOUND = joinedSound(silence(1), spoken(1), silence(1), spoken(1), silence(1));

test('a pause belongs to neither of the words around it', () => {
  const early = [word('one', 0, 1.7), word('two', 1.7, 5)];
  const late = [word('one', 0.4, 2.8), word('two', 2.8, 4.5)];
  for (const words of [early, late]) {
    assert.deepEqual(withoutPauses(words, SOUND), [word('one', 1, 2), word('two', 3, 4)]);
  }
});

test('words without a pause between them keep their times', () => {
  const words = [word('one', 1, 1.4), word('two', 1.4, 2), word('three', 3, 4)];
  assert.deepEqual(withoutPauses(words, SOUND), words);
  const short = joinedSound(spoken(1), silence(0.2), spoken(1));
  const two = [word('one', 0, 0.9), word('two', 0.9, 2.2)];
  assert.deepEqual(withoutPauses(two, short), two);
  const even = [word('one', 0, 0.5), word('two', 0.5, 1)];
  assert.deepEqual(withoutPauses(even, spoken(1)), even);
});

test('noise between words is a pause', () => {
  let state = 1;
  const noisy = SOUND.map((sample) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return sample + (state / 2 ** 31 - 1) * 3_000;
  });
  const words = withoutPauses([word('one', 0, 1.7), word('two', 1.7, 5)], noisy);
  assert.deepEqual(words, [word('one', 1, 2), word('two', 3, 4)]);
});

test('without words or sound there is nothing to move', () => {
  assert.deepEqual(withoutPauses([], SOUND), []);
  const one = [word('one', 0, 0)];
  assert.deepEqual(withoutPauses(one, new Int16Array(0)), one);
});

test('words stay in order', () => {
  const lengths = fc.array(fc.nat(100), { minLength: 2, maxLength: 12 });
  const times = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 4 });
  fc.assert(
    fc.property(lengths, times, (parts, unsorted) => {
      const sound = joinedSound(
        ...parts.map((hundredths, i) => (i % 2 ? spoken : silence)(hundredths / 100)),
      );
      const sorted = unsorted.toSorted((a, b) => a - b);
      const words = sorted.slice(1).map((end, i) => word(`${i}`, sorted[i]!, end));
      let clock = 0;
      for (const { start, end } of withoutPauses(words, sound)) {
        assert.ok(clock <= start && start <= end);
        clock = end;
      }
    }),
    { numRuns: 300 },
  );
});
