import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SegmentAssembler } from './segment-assembler.ts';
import type { AssembledSegment, Heard } from './segment-assembler.ts';
import type { Speech } from './named-segments.ts';

function heard(text: string, start: number, end: number, speaker_id = 0): Heard {
  const words = [{ text, start, end, confidence: 0.5 }];
  return {
    text,
    start,
    end,
    words,
    speaker_id,
    is_user: false,
    person_id: null,
    person_name: null,
    voice_checked: false,
    voice_verdict: null,
    print: null,
    stt_provider: 'x',
  };
}

/** Returns the assembler, with an `add` that returns the segment of the words. */
function assembler() {
  let count = 0;
  const made = new SegmentAssembler(() => `segment-${count++}`);
  return {
    add: (words: Heard) => made.add(words).segment!,
    addAll: (words: Heard) => made.add(words),
    preview: (words: Heard) => made.preview(words),
    assigned: (id: string, speech: Speech) => made.assigned(id, speech),
    takeOutdated: () => made.takeOutdated(),
  };
}

/** Returns the transcript after these words arrived in this order, and was sent change by change. */
function transcriptOf(arriving: readonly Heard[]) {
  const made = assembler();
  const shown = new Map<string, AssembledSegment>();
  for (const words of arriving) {
    const { changed, removed } = made.addAll(words);
    for (const id of removed) assert.ok(shown.delete(id), id);
    for (const segment of changed) shown.set(segment.id, segment);
  }
  return [...shown.values()]
    .map(({ text, start_seconds, end_seconds, speaker_id }) => [
      start_seconds,
      end_seconds,
      speaker_id,
      text,
    ])
    .toSorted((one, other) => Number(one[0]) - Number(other[0]));
}

test('words of the same speaker within 30 seconds extend the same segment', () => {
  const made = assembler();
  made.add(heard('one', 0, 1));
  const grown = made.add(heard('two', 30.9, 32));
  assert.deepEqual([grown.id, grown.text, grown.end_seconds], ['segment-0', 'one two', 32]);
  assert.equal(made.add(heard('three', 62, 63)).id, 'segment-1', 'a gap of 30 s begins another');
});

test('a lecture becomes many segments, even with few pauses', () => {
  const made = assembler();
  const ids = Array.from({ length: 20 }, (_, n) => made.add(heard('x'.repeat(999), n, n + 1)).id);
  assert.equal(new Set(ids).size, 4);
});

test('another speaker begins another segment, and the user is one speaker under any label', () => {
  const made = assembler();
  made.add(heard('one', 0, 1, 0));
  assert.equal(made.add(heard('two', 1, 2, 1)).id, 'segment-1');
  made.add({ ...heard('three', 2, 3, 2), is_user: true });
  assert.equal(made.add({ ...heard('four', 3, 4, 3), is_user: true }).id, 'segment-2');
});

test('interim words have the id that the final words get', () => {
  const made = assembler();
  const preview = made.preview(heard('hel', 0, 0.5));
  assert.equal(made.add(heard('hello', 0, 1)).id, preview.id);
  const growing = made.preview(heard('wor', 1, 1.5));
  assert.deepEqual([growing.id, growing.text], [preview.id, 'hello wor']);
  assert.equal(made.add(heard('world', 1, 2)).text, 'hello world', 'the preview left no trace');
});

test('no word is lost or repeated, for any speakers and times', () => {
  const spoken = fc.record({
    word: fc.stringMatching(/^[a-z]{1,8}$/),
    pause: fc.integer({ min: 0, max: 60 }),
    speaker: fc.integer({ min: 0, max: 2 }),
    partial: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(spoken), (sequence) => {
      const made = assembler();
      const segments = new Map<string, string>();
      let now = 0;
      for (const { word, pause, speaker, partial } of sequence) {
        now += pause;
        if (partial) made.preview(heard(word.slice(0, 1), now, now + 1, speaker));
        const segment = made.add(heard(word, now, now + 1, speaker));
        segments.set(segment.id, segment.text);
      }
      const said = sequence.map(({ word }) => word).join(' ');
      return [...segments.values()].join(' ') === said;
    }),
  );
});

test("a preview with another speaker's words is withdrawn", () => {
  const made = assembler();
  const wrong = made.preview(heard('hel', 0, 1, 0));
  assert.equal(made.takeOutdated(), null);
  assert.equal(made.add(heard('hello', 0, 1, 0)).id, wrong.id);
  assert.equal(made.takeOutdated(), null, 'it was right');
  made.preview(heard('wor', 1, 2, 0));
  const other = made.add(heard('world', 1, 2, 1));
  const outdated = made.takeOutdated() as { id: string; text: string };
  assert.deepEqual([outdated.id, outdated.text], [wrong.id, 'hello']);
  assert.equal(made.takeOutdated(), null, 'it is told once');
  // A preview that began a separate segment, and whose final words never arrive.
  const never = made.preview(heard('ne', 60, 61, 2));
  assert.equal(made.add(heard('more', 3, 4, 1)).id, other.id);
  assert.equal(made.takeOutdated(), never.id);
  assert.notEqual(made.add(heard('else', 70, 71, 3)).id, never.id);
});

test('words that are added to an assigned segment have the same person', () => {
  const made = assembler();
  const { id } = made.add(heard('one', 0, 1));
  made.assigned('another', { is_user: true, person_id: null, person_name: null });
  assert.equal(made.add(heard('two', 1, 2)).is_user, false);
  made.assigned(id, { is_user: false, person_id: 'ana', person_name: 'Ana' });
  const grown = made.add(heard('three', 2, 3));
  assert.deepEqual([grown.person_name, grown.confidence], ['Ana', 0.5]);
  const unsure = { ...heard('four', 40, 41), words: [{ text: 'four', start: 40, end: 41 }] };
  assert.equal(made.add(unsure).confidence, null);
});

test('a segment ends before 5,000 characters or 30 seconds of silence', () => {
  const grows = (length: number, start: number) => {
    const made = assembler();
    const { id } = made.add(heard('x'.repeat(4_000), 0, 1));
    return made.add(heard('y'.repeat(length), start, start + 1)).id === id;
  };
  assert.deepEqual([grows(999, 1), grows(1_000, 1)], [true, false]);
  assert.deepEqual([grows(1, 30.999), grows(1, 31)], [true, false]);
});

interface Spoken {
  word: string;
  start: number;
  length: number;
  speaker: number;
}

const utterances = fc.uniqueArray(
  fc.record({
    word: fc.stringMatching(/^[a-z]{1,8}$/),
    start: fc.integer({ min: -50, max: 400 }),
    length: fc.integer({ min: 1, max: 9 }),
    speaker: fc.integer({ min: 0, max: 2 }),
  }),
  // The order of arrival decides about utterances of the same time.
  { selector: ({ start }) => start, maxLength: 40 },
);

test('words in any order of arrival make the same transcript', () => {
  const inAnyOrder = utterances.chain((said) =>
    fc.tuple(fc.constant(said), fc.shuffledSubarray(said, { minLength: said.length })),
  );
  const of = ({ word, start, length, speaker }: Spoken) =>
    heard(word, start, start + length, speaker);
  fc.assert(
    fc.property(inAnyOrder, ([said, arriving]) => {
      const inOrder = said.toSorted((one, other) => one.start - other.start);
      assert.deepEqual(transcriptOf(arriving.map(of)), transcriptOf(inOrder.map(of)));
    }),
  );
});

test('words with a known id take the place of the earlier ones, and empty ones take them back', () => {
  const named = (utterance_id: string, text: string, start: number, speaker = 0) => ({
    ...heard(text, start, start + 1, speaker),
    utterance_id,
  });
  const paint = named('a', 'We will paint', 0);
  const fence = named('a', 'We will paint the long fence', 0);
  const rest = named('b', 'and then rest', 5);
  const texts = (...arriving: Heard[]) => transcriptOf(arriving).map((segment) => segment[3]);
  assert.deepEqual(texts(paint, fence), ['We will paint the long fence']);
  assert.deepEqual(texts(paint, rest, fence), ['We will paint the long fence and then rest']);
  assert.deepEqual(texts(paint, rest, named('a', 'Later', 7)), ['and then rest Later']);
  assert.deepEqual(texts(paint, rest, named('a', '', 0)), ['and then rest']);
  assert.deepEqual(texts(paint, named('a', '', 0)), []);
  assert.deepEqual(texts(named('c', '', 0), paint), ['We will paint']);
  // The speaker of a stored segment stays, so the words get another segment.
  assert.deepEqual(transcriptOf([paint, named('a', 'We will paint', 0, 1)]), [
    [0, 1, 1, 'We will paint'],
  ]);
});

test('replacing random utterances equals saying only the last version of each', () => {
  const said = fc.array(
    fc.record({
      id: fc.integer({ min: 0, max: 8 }),
      word: fc.stringMatching(/^[a-z]{0,5}$/),
      speaker: fc.integer({ min: 0, max: 1 }),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(said, (versions) => {
      const all = versions.map(({ id, word, speaker }) => ({
        ...heard(word, id * 17, id * 17 + 2, speaker),
        utterance_id: String(id),
      }));
      const last = [...new Map(all.map((each) => [each.utterance_id, each])).values()];
      assert.deepEqual(transcriptOf(all), transcriptOf(last));
    }),
  );
});

test('utterances of the same time stay in the order of arrival, also when one is replaced', () => {
  const said = ['one', 'two', 'three'].map((text) => ({
    ...heard(text, 0, 1),
    utterance_id: text,
  }));
  const again = { ...heard('TWO', 0, 1), utterance_id: 'two' };
  assert.deepEqual(transcriptOf([...said, again]), [[0, 1, 0, 'one TWO three']]);
});

test('a segment keeps its id when earlier words are put before it or into it', () => {
  const made = assembler();
  const { id } = made.add(heard('two', 10, 11));
  made.add(heard('three', 12, 13));
  assert.deepEqual([made.add(heard('one', 5, 6)).id, made.add(heard('half', 11, 12)).id], [id, id]);
  const between = made.addAll(heard('Stop!', 11.5, 11.6, 1));
  assert.deepEqual(
    between.changed.map(({ text }) => text),
    ['one two half', 'Stop!', 'three'],
  );
  assert.deepEqual([between.changed[0]!.id, between.removed], [id, []]);
});

test('words of another session stand between, whichever arrive first', () => {
  const own = [heard('one', 0, 3), heard('three', 8, 10), heard('four', 11, 12)];
  const other = { ...heard('two', 4, 7, 9), utterance_id: 'other' };
  const texts = (steps: readonly (Heard | 'other' | 'gone')[]) => {
    const made = new SegmentAssembler(() => crypto.randomUUID());
    const shown = new Map<string, string>();
    for (const step of steps) {
      const { changed, removed } =
        step === 'other'
          ? made.interrupt(other)
          : step === 'gone'
            ? made.interrupt({ ...other, text: '' })
            : made.add(step);
      for (const id of removed) shown.delete(id);
      for (const { id, text } of changed) shown.set(id, text);
    }
    return [...shown.values()].toSorted();
  };
  const [one, three, four] = own as [Heard, Heard, Heard];
  for (const steps of [
    ['other', one, three, four],
    [one, 'other', three, four],
    [one, three, 'other', four],
    [four, three, one, 'other'],
    [three, 'other', four, one],
  ] as const) {
    assert.deepEqual(texts(steps), ['one', 'three four']);
    assert.deepEqual(texts([...steps, 'gone']), ['one three four']);
  }
});
