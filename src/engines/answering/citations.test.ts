import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from './answerer.ts';
import { citationsAt } from './citations.ts';
import { WrittenAnswer } from './written-answer.ts';

const at = new Date('2026-03-02T10:00:00Z');
const TURNS = [
  'We met the carpenter. The roof leaks again, and he wants nine hundred euros for it.',
  'When does he come?',
  'On Friday.',
].map((text) => ({ speaker: 'Ana', isUser: false, text }));
const talk = (id: string) => ({ id, title: id, overview: '', at });
const EVIDENCE: Evidence = {
  conversations: [
    { ...talk('roof'), quotes: TURNS.slice(1, 2), spoken: TURNS },
    { ...talk('found'), quotes: TURNS.slice(0, 1) },
    { ...talk('silent'), quotes: [] },
  ],
  events: [],
  memories: [{ id: 'memory', content: 'Owns a boathouse' }],
  tasks: [{ id: 'task', description: 'Call the carpenter', due_at: null }],
};

function answerOf(written: string, asked = 'What about the roof?', unmarked = true) {
  const question = { text: asked, at, timezone: 'UTC', unmarked };
  const answer = new WrittenAnswer({ question, evidence: EVIDENCE, given: '' });
  answer.add(written);
  return answer.finish()!.parts[0]!;
}
const cited = (...given: Parameters<typeof answerOf>) => answerOf(...given).citations ?? [];
const quotes = (...given: Parameters<typeof cited>) => cited(...given).map(({ quote }) => quote);

test('a citation of a talk has the sentence that shares the most telling words', () => {
  assert.deepEqual(cited('The roof costs 900 euros [1].'), [
    {
      end: 'The roof costs 900 euros'.length,
      kind: 'conversation',
      id: 'roof',
      quote: 'The roof leaks again, and he wants nine hundred euros for it.',
    },
  ]);
  assert.deepEqual(quotes('The roof leaks. You met a carpenter [1].'), [TURNS[0]!.text]);
  assert.deepEqual(quotes('It leaks. [2] He comes on Friday. [1]'), [
    'The roof leaks again, and he wants nine hundred euros for it.',
    'On Friday.',
  ]);
});

test('citations have the places of the numbers in the text that is shown', () => {
  const { text, citations } = answerOf('It leaks [2], he comes [1, 4] soon [9]. Bye.');
  assert.equal(text, 'It leaks, he comes soon. Bye.');
  const places = citations!.map(({ end, id }) => [text.slice(0, end), id]);
  assert.deepEqual(places, [
    ['It leaks', 'found'],
    ['It leaks, he comes', 'roof'],
    ['It leaks, he comes', 'memory'],
  ]);
  const marked = answerOf('It leaks [2], he comes [1].', '', false);
  assert.equal(marked.text, 'It leaks [1], he comes [2].');
  assert.equal(answerOf('It leaks.').citations, undefined);
});

test('without shared words, the turn that answers or that was found is quoted', () => {
  assert.deepEqual(quotes('So it is [1].', 'When does the carpenter come?'), ['On Friday.']);
  assert.deepEqual(quotes('Es ist undicht [2].', 'Was ist mit dem Dach?'), [TURNS[0]!.text]);
  assert.deepEqual(quotes('It leaks [3].'), [null]);
});

test('memories and tasks have their own words, and numbers of nothing are left out', () => {
  assert.deepEqual(
    cited('So [4,5,4]. And [6] then [0].').map(({ kind, id, quote }) => [kind, id, quote]),
    [
      ['memory', 'memory', 'Owns a boathouse'],
      ['task', 'task', 'Call the carpenter'],
    ],
  );
});

test('an endless answer has no endless citations', () => {
  assert.equal(cited('So [1]. '.repeat(500)).length, 100);
});

/** Returns the words of a talk with this turn that support the claim. */
function quoteOf(turn: string, claim: string): string {
  const spoken = [{ speaker: 'Ana', isUser: false, text: turn }];
  const evidence: Evidence = {
    ...EVIDENCE,
    conversations: [{ ...talk('boat'), quotes: spoken, spoken }],
  };
  const question = { text: 'What about it?', at, timezone: 'UTC' };
  const [citation] = citationsAt([{ end: claim.length, numbers: [1] }], {
    text: claim,
    question,
    evidence,
  });
  return citation!.quote!;
}

test('a sentence with fewer than three telling words is quoted with its turn', () => {
  assert.equal(quoteOf('Old boats leak. We had tea.', 'The boats leak'), 'Old boats leak.');
  const short = 'The boats leak. We had tea.';
  assert.equal(quoteOf(short, 'The boats leak'), short);
});

test('a quote has at most 300 characters', () => {
  const sentence = (length: number) => `old boats ${'leak '.repeat(100)}`.slice(0, length - 1);
  assert.equal(quoteOf(`${sentence(300)}.`, 'old boats').length, 300);
  const long = quoteOf(`boats ${'x'.repeat(400)}`, 'old boats');
  assert.equal(long.length, 300);
});
