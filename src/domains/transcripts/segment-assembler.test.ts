import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SegmentAssembler } from './segment-assembler.ts';
import type { Heard } from './segment-assembler.ts';

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

function assembler(): SegmentAssembler {
  let count = 0;
  return new SegmentAssembler(() => `segment-${count++}`);
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
