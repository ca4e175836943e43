import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscription, transcriptionOf } from './answer.ts';

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
  assert.deepEqual(readTranscription('plain words', 'text/plain; charset=utf-8'), {
    text: 'plain words',
  });
  assert.equal(readTranscription('plain words', 'application/json'), undefined);
  assert.equal(readTranscription('{"error":{}}', 'application/json'), undefined);
  const rest = { words: 'none', segments: [{}] };
  assert.deepEqual(readTranscription(JSON.stringify({ text: 'a', ...rest }), null), {
    text: 'a',
    words: null,
    segments: null,
  });
});

test('a segment is invented only if it is both silent and unlikely', () => {
  const said = (no_speech_prob?: number, avg_logprob?: number) => {
    const segments = [segment(' Thank you. ', 0, 1, { no_speech_prob, avg_logprob })];
    return transcriptionOf({ text: 'ignored', segments }, { start: 0, end: 1 }).text;
  };
  // Whisper base made these segments of silence and of noise.
  for (const [silent, likely] of [
    [0.74, -0.8],
    [0.85, -0.63],
    [0.54, -1.2],
  ]) {
    assert.equal(said(silent, likely), '', `${silent} ${likely}`);
  }
  for (const [silent, likely] of [
    [0.23, -0.82],
    [0.4, -2],
    [0.6, -1],
    [0.9, -0.5],
    [undefined, -2],
    [0.9, undefined],
  ]) {
    assert.equal(said(silent, likely), 'Thank you.', `${silent} ${likely}`);
  }
});

test('a segment without a letter or digit is no speech', () => {
  const segments = [segment(' .', 0, 1), segment(' 9!', 1, 2)];
  const { text, words } = transcriptionOf({ text: '. 9!', segments }, { start: 0, end: 2 });
  assert.deepEqual([text, shown(words)], ['9!', ['9! 1-2']]);
});

const sure = (words: readonly { text: string; confidence?: number }[]) =>
  words.map(({ text, confidence }) => `${text} ${confidence?.toFixed(2)}`);

test('the probability of a word is its confidence', () => {
  const words = [
    { ...word(' Terra', 0, 0.4), probability: 0.21 },
    { ...word(' thin', 0.4, 1), probability: 0.97 },
  ];
  const segments = [segment(' Terra thin', 0, 1, { avg_logprob: -0.7 })];
  const answer = { text: 'Terra thin', words, segments };
  const heard = transcriptionOf(answer, { start: 0, end: 1 }).words;
  assert.deepEqual(sure(heard), ['Terra 0.21', 'thin 0.97']);
  const alone = transcriptionOf({ text: 'Terra thin', words }, { start: 0, end: 1 }).words;
  assert.deepEqual(sure(alone), ['Terra 0.21', 'thin 0.97']);
});

test('words without a probability are as sure as their segment, or not measured', () => {
  const unsure = segment('Terra thin', 0, 1, { avg_logprob: Math.log(0.25) });
  const unmeasured = segment('sheets', 1, 2);
  const segments = [unsure, unmeasured];
  const answer = {
    text: 'ignored',
    segments,
    words: [word('Terra', 0, 0.5), word('thin', 0.5, 1)],
  };
  const heard = transcriptionOf(answer, { start: 0, end: 2 }).words;
  assert.deepEqual(sure(heard), ['Terra 0.25', 'thin 0.25', 'sheets undefined']);
});

test('an impossible probability is not measured', () => {
  const words = [{ word: 'Hi', start: 0, end: 1, probability: 7 }];
  const answer = readTranscription(JSON.stringify({ text: 'Hi', words }), 'application/json')!;
  const heard = transcriptionOf(answer, { start: 0, end: 1 }).words;
  assert.deepEqual([sure(heard), shown(heard)], [['Hi undefined'], ['Hi 0-1']]);
});

test('parts of words inside a segment are joined to words', () => {
  const part = (text: string, start: number, end: number, probability: number) => ({
    ...word(text, start, end),
    probability,
  });
  const words = [
    part(' Mr', 0, 0.2, 0.9),
    part('.', 0.2, 0.3, 0.1),
    part(' Dash', 0.3, 0.6, 0.4),
    part('wood', 0.6, 1, 0.9),
  ];
  const segments = [segment(' Mr. Dashwood', 0, 1, { words })];
  const answer = readTranscription(JSON.stringify({ text: ' Mr. Dashwood\n', segments }), null)!;
  const heard = transcriptionOf(answer, { start: 0, end: 1 }).words;
  assert.deepEqual(shown(heard), ['Mr. 0-0.3', 'Dashwood 0.3-1']);
  assert.deepEqual(sure(heard), ['Mr. 0.90', 'Dashwood 0.60']);
});

test('words with a probability and no times have estimated times', () => {
  const words = [
    { word: ' aa', probability: 0.2 },
    { word: ' bb', probability: 0.8 },
  ];
  const segments = [segment(' aa bb', 0, 1, { words })];
  const answer = readTranscription(JSON.stringify({ text: 'aa bb', segments }), null)!;
  const heard = transcriptionOf(answer, { start: 0, end: 1 }).words;
  assert.deepEqual(shown(heard), ['aa 0-0.5', 'bb 0.5-1']);
  assert.deepEqual(sure(heard), ['aa 0.20', 'bb 0.80']);
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
