import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Evidence } from './answerer.ts';
import { WrittenAnswer } from './written-answer.ts';

const at = new Date('2026-03-02T10:00:00Z');
const talk = (id: string) => ({ id, title: id, overview: '', at, quotes: [] });
const EVIDENCE: Evidence = {
  conversations: [talk('one'), talk('two')],
  events: [],
  memories: [{ id: 'memory', content: 'Owns a boathouse' }],
  tasks: [],
};

function writing(): WrittenAnswer {
  return new WrittenAnswer({
    question: { text: 'What does it cost?', at, timezone: 'UTC' },
    evidence: EVIDENCE,
    given: 'It is on https://porto.example/roof.',
  });
}

/** Tests which part of a model's text is shown. */
const ANSWERS: readonly (readonly [string, string])[] = [
  ['Nine hundred euros [2], surely [7].', 'Nine hundred euros [1], surely.'],
  ['Two notes 【1, 2】 say so [3].', 'Two notes [1] [2] say so.'],
  [
    '<think>Is it [1]? No.</think>\n\nIt is a < b, and [no mark] at all.',
    'It is a < b, and [no mark] at all.',
  ],
  ['Look ![a picture](http://evil.example/900 "x") at it', 'Look  at it'],
  [
    'See [the page](https://porto.example/roof) or [this one](http://evil.example).',
    'See [the page](https://porto.example/roof) or this one.',
  ],
  ['<img src="http://evil.example/900"> Hello http://evil.example/900 there', 'Hello  there'],
  ['{"answer": "Nine hundred [2].", "sources": [2]}', 'Nine hundred [1].'],
  ['```json\n{"answer": "Nine hundred."}\n```', 'Nine hundred.'],
];

test('the shown text is always the beginning of the final text, wherever pieces are cut', () => {
  for (const [written, wanted] of ANSWERS) {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 }), (lengths) => {
        const answer = writing();
        let from = 0;
        let shown = '';
        for (const length of [...lengths, written.length]) {
          shown += answer.add(written.slice(from, from + length));
          assert.equal(shown, answer.shown);
          assert.ok(wanted.startsWith(shown), shown);
          from += length;
        }
        assert.equal(shown + answer.restOf(answer.finish()!), wanted);
      }),
      { numRuns: 30 },
    );
  }
});

test('text without anything to show is not an answer', () => {
  for (const nothing of [
    '',
    '  ',
    '<think>So it goes on',
    '![x](y)',
    '{"title": 1}',
    '{"answer": ',
  ]) {
    const answer = writing();
    assert.equal(answer.add(nothing), '');
    assert.equal(answer.finish(), null, nothing);
  }
});

test('an answer is full above 5,000 characters', () => {
  const answer = writing();
  answer.add('x'.repeat(5_000));
  assert.equal(answer.isFull, false);
  answer.add(' \n');
  assert.equal(answer.isFull, false);
  answer.add('x');
  assert.equal(answer.isFull, true);
  assert.equal(answer.finish()!.parts[0]!.text.length, 5_000);
});

test('an endless answer is cut', () => {
  const answer = writing();
  while (!answer.isFull) answer.add('and so on ');
  const { parts } = answer.finish()!;
  assert.ok(parts[0]!.text.length <= 5_000);
});

test('the sources are the cited notes, or all notes without citations', () => {
  const sources = (text: string) => {
    const answer = writing();
    answer.add(text);
    const { parts, used, remembered } = answer.finish()!;
    return [parts[0]!.from, used, remembered];
  };
  assert.deepEqual(sources('Nine hundred [2].'), [['two'], [1], []]);
  assert.deepEqual(sources('In Aveiro [3].'), [['memory'], [], ['memory']]);
  assert.deepEqual(sources('Nine hundred.'), [['one', 'two', 'memory'], [], []]);
});
