import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer, transcriptionOf } from './answer.ts';

const segment = (text: string, start: number, end: number, more: object = {}) => ({
  text,
  start,
  end,
  ...more,
});
const word = (word: string, start: number, end: number) => ({ word, start, end });
const shown = (words: readonly { text: string; start: number; end: number }[]) =>
  words.map(({ text, start, end }) => `${text} ${start}-${end}`);

test('only a transcription is an answer', () => {
  assert.deepEqual(readAnswer('plain words', 'text/plain; charset=utf-8'), { text: 'plain words' });
  assert.equal(readAnswer('plain words', 'application/json'), undefined);
  assert.equal(readAnswer('{"error":{}}', 'application/json'), undefined);
  const rest = { words: 'none', segments: [{}] };
  assert.deepEqual(readAnswer(JSON.stringify({ text: 'a', ...rest }), null), {
    text: 'a',
    words: null,
    segments: null,
  });
});

test('a segment is invented only beyond both limits of Whisper', () => {
  const said = (no_speech_prob?: number, avg_logprob?: number) => {
    const segments = [segment(' Thank you. ', 0, 1, { no_speech_prob, avg_logprob })];
    return transcriptionOf({ text: 'ignored', segments }, { start: 0, end: 1 }).text;
  };
  assert.equal(said(0.61, -1.1), '');
  for (const [silent, likely] of [
    [0.6, -2],
    [0.9, -1],
    [undefined, -2],
    [0.9, undefined],
  ]) {
    assert.equal(said(silent, likely), 'Thank you.', `${silent} ${likely}`);
  }
});

test('each segment takes the measured words whose middle it contains, with the spelling of the text', () => {
  const answer = {
    text: 'ignored',
    segments: [
      segment(' One, two.', 0, 2),
      segment(' ', 2, 2.5),
      segment('Three four?', 3, 5),
      segment('Five six', 5, 6),
    ],
    words: [
      word('one', -0.5, 0.5),
      word('two', 1.5, 2.5),
      word('three', 2.5, 3.5),
      word('four', 4.5, 4.9),
      word('five', 5.1, 5.2),
    ],
  };
  const { text, words } = transcriptionOf(answer, { start: 0, end: 6 });
  assert.equal(text, 'One, two. Three four? Five six');
  assert.deepEqual(shown(words), [
    'One, 0-0.5',
    'two. 1.5-2.5',
    'Three 2.5-3.5',
    'four? 4.5-4.9',
    // A word is missing among the measured ones, so these times are estimates.
    `Five 5-${5 + 4 / 7}`,
    `six ${5 + 4 / 7}-6`,
  ]);
});

test('a text without segments lies between its first and last word, or where speech was', () => {
  const speech = { start: 1, end: 3 };
  assert.deepEqual(shown(transcriptionOf({ text: ' aa bb ' }, speech).words), ['aa 1-2', 'bb 2-3']);
  const measured = { text: 'aa bb', segments: [], words: [word('aabb', 1.5, 2.5)] };
  assert.deepEqual(shown(transcriptionOf(measured, speech).words), ['aa 1.5-2', 'bb 2-2.5']);
  assert.deepEqual(transcriptionOf({ text: ' ' }, speech), { text: '', words: [] });
});
