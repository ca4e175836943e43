import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergedSegments, shifted, splitSegmentAt } from './segment-pieces.ts';
import { isProbablyUser, segmentView } from './segment-view.ts';
import type { NamedSegment } from './named-segments.ts';

const word = (text: string, start: number, confidence?: number) => ({
  text,
  start,
  end: start + 1,
  ...(confidence !== undefined && { confidence }),
});

function segment(more: Partial<NamedSegment> = {}): NamedSegment {
  return {
    text: 'The boat leaves at noon',
    start_seconds: 10,
    end_seconds: 20,
    speaker_id: 3,
    is_user: false,
    person_id: null,
    person_name: null,
    voice_checked: false,
    voice_verdict: null,
    translations: [],
    stt_provider: null,
    confidence: null,
    words: [
      word('The', 10, 0.5),
      word('boat', 12, 1),
      word('leaves', 14),
      word('at', 16),
      word('noon', 18),
    ],
    ...more,
  } as NamedSegment;
}

test('a segment is split at a word, or at the word of a character', () => {
  const where: [{ word?: number; character?: number }, string | null][] = [
    [{ word: 0 }, null],
    [{ word: 1 }, 'The'],
    [{ word: 4 }, 'The boat leaves at'],
    [{ word: 5 }, null],
    [{ character: 0 }, null],
    [{ character: 2 }, null],
    [{ character: 3 }, 'The'],
    [{ character: 4 }, 'The'],
    [{ character: 5 }, 'The'],
    [{ character: 8 }, 'The boat'],
    [{ character: 9 }, 'The boat'],
    [{ character: 22 }, 'The boat leaves at'],
  ];
  for (const [at, first] of where) {
    assert.equal(splitSegmentAt(segment(), at)?.[0].text ?? null, first, JSON.stringify(at));
  }
});

test('both parts of a segment have their own words, times and confidence', () => {
  const [first, second] = splitSegmentAt(segment(), { word: 2 })!;
  assert.deepEqual(
    [first.start_seconds, first.end_seconds, first.words, first.confidence],
    [10, 13, [word('The', 10, 0.5), word('boat', 12, 1)], 0.75],
  );
  assert.deepEqual(
    [second.text, second.start_seconds, second.end_seconds, second.confidence],
    ['leaves at noon', 14, 20, null],
  );
  assert.equal((second.words as unknown[]).length, 3);
});

test('if words have no times, a segment is cut in proportion to its length', () => {
  const rewritten = segment({ text: 'Half half', words: [word('Half', 10), word('past', 15.1)] });
  const [first, second] = splitSegmentAt({ ...rewritten, words: [word('x', 15)] }, { word: 1 })!;
  const cut = 10 + (5 / 9) * 10;
  assert.deepEqual([first.end_seconds, second.start_seconds], [cut, cut]);
  assert.deepEqual([first.words, second.words], [[word('x', 15)], []]);
  const exact = { ...rewritten, text: 'Half. half', words: [word('x', 16)] };
  assert.deepEqual(splitSegmentAt(exact, { word: 1 })![1].words, [word('x', 16)]);
});

test('a merged segment has all words, the first speaker and the last end', () => {
  const later = segment({ text: 'or later', end_seconds: 19, voice_checked: true, speaker_id: 4 });
  const whole = mergedSegments([segment(), later]);
  assert.deepEqual(
    [whole.text, whole.end_seconds, whole.speaker_id, whole.voice_checked, whole.confidence],
    ['The boat leaves at noon or later', 20, 3, true, 0.75],
  );
});

test('a segment shows the name of its speaker', () => {
  const shown = (more: Partial<NamedSegment>) => {
    const { speaker_name, speaker } = segmentView(segment(more), 'Owner');
    return [speaker_name, speaker];
  };
  assert.deepEqual(shown({}), ['Speaker 3', 'SPEAKER_03']);
  assert.deepEqual(shown({ is_user: true, voice_verdict: 'owner' }), ['Owner', 'SPEAKER_03']);
  assert.deepEqual(shown({ person_name: 'Ana', person_id: 'a' }), ['Ana', 'SPEAKER_03']);
  assert.deepEqual(shown({ voice_verdict: 'other' }), ['Speaker 3', 'SPEAKER_03']);
  assert.ok(isProbablyUser(segment({ voice_verdict: 'probable' })));
  assert.ok(!isProbablyUser(segment({ voice_verdict: 'probable', person_id: 'a' })));
});

test('a moved segment moves its words', () => {
  const { start_seconds, end_seconds, words } = shifted(segment(), 5);
  assert.deepEqual([start_seconds, end_seconds], [15, 25]);
  assert.deepEqual((words as unknown[])[1], word('boat', 17, 1));
});
