import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { restorePunctuation } from './punctuation.ts';
import type { RecognisedWord } from '../recogniser.ts';

const SENTENCES = {
  'the meeting is on friday': 'The meeting is on Friday.',
  "i think i'm late and i'll call": "I think I'm late and I'll call.",
  'what time is it': 'What time is it?',
  "what's the plan for monday": "What's the plan for Monday?",
  'how long did the meeting take': 'How long did the meeting take?',
  'when i was young we lived here': 'When I was young we lived here.',
  'what we need is the report': 'What we need is the report.',
  'can you call my mother': 'Can you call my mother?',
  'so do you like it': 'So do you like it?',
  'do the dishes': 'Do the dishes.',
  'have a seat': 'Have a seat.',
  'had he married he would be richer': 'Had he married he would be richer.',
  "it is cold outside isn't it": "It is cold outside isn't it?",
  'we may march in may': 'We may march in May.',
  yes: 'Yes.',
};

for (const [spoken, written] of Object.entries(SENTENCES)) {
  test(`"${spoken}" is written "${written}"`, () => {
    assert.equal(restorePunctuation(said(spoken)).text, written);
  });
}

/** Two groups of words with a pause (s) between them. */
function parted(before: string, pause: number, after: string): string {
  const at = (spoken: string, time: number) =>
    spoken.split(' ').map((text) => ({ text, start: time, end: time }));
  return restorePunctuation([...at(before, 0), ...at(after, pause)]).text;
}

test('the longer a pause, the more sentences it ends', () => {
  const [later, early, dog] = [
    'We went home. I was tired.',
    'We went. Home early.',
    'We saw the. Dog ran.',
  ];
  for (const [pause, ends] of [
    [0.29, []],
    [0.3, [later]],
    [0.69, [later]],
    [0.7, [later, early]],
    [1.99, [later, early]],
    [2, [later, early, dog]],
  ] as const) {
    const written = [
      parted('we went home', pause, 'i was tired'),
      parted('we went', pause, 'home early'),
      parted('we saw the', pause, 'dog ran'),
    ];
    assert.deepEqual(
      written.filter((text) => text.indexOf('.') < text.length - 1),
      ends,
      `${pause} s`,
    );
  }
});

test('a tag asks only behind a sentence of two words or more', () => {
  assert.equal(parted("works don't", 0, 'you'), "Works don't you.");
  assert.equal(parted("it works don't", 0, 'you'), "It works don't you?");
});

test('a long pause ends a sentence', () => {
  const { text } = restorePunctuation(said('we went home <1> dinner was ready'));
  assert.equal(text, 'We went home. Dinner was ready.');
});

test('a short pause ends a sentence only before a word that often begins one', () => {
  const text = (spoken: string) => restorePunctuation(said(spoken)).text;
  assert.equal(text('we went home <0.4> then we ate'), 'We went home. Then we ate.');
  assert.equal(text('we went home <0.4> quickly'), 'We went home quickly.');
});

test('a sentence does not end after an article, except at a very long pause', () => {
  const text = (spoken: string) => restorePunctuation(said(spoken)).text;
  assert.equal(text('give me the <1> blue book'), 'Give me the blue book.');
  assert.equal(text('give me the <3> never mind'), 'Give me the. Never mind.');
});

test('an empty list stays empty', () => {
  assert.deepEqual(restorePunctuation([]), { text: '', words: [] });
});

const vocabulary = "i the what do you friday may in is isn't so read report".split(' ');
const anything = fc.array(
  fc.tuple(fc.constantFrom(...vocabulary), fc.double({ min: 0, max: 3, noNaN: true })),
);

test('only punctuation and capitals are added, and a repetition changes nothing', () => {
  fc.assert(
    fc.property(anything, (script) => {
      const words = said(script.map(([word, pause]) => `${word} <${pause}>`).join(' '));
      const once = restorePunctuation(words);
      const stripped = once.words.map(({ text, ...rest }) => ({
        text: text.toLowerCase().replace(/[.?]$/, ''),
        ...rest,
      }));
      assert.deepEqual(stripped, words);
      assert.deepEqual(restorePunctuation(once.words), once);
    }),
  );
});

/** Words of 0.3 s each; `<n>` is a pause of n seconds. */
function said(script: string): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  let at = 0;
  for (const token of script.split(' ').filter(Boolean)) {
    const pause = /^<(.*)>$/.exec(token);
    if (!pause) words.push({ text: token, start: at, end: at + 0.3 });
    at += pause ? Number(pause[1]) : 0.3;
  }
  return words;
}
