/** Tests which sentences an overview quotes, and how. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, type LinearModel } from '../reader/model.ts';
import { tokensOf, type Unit } from '../reader/units.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import { hear } from './heard.ts';
import { isQuotable, quoteFeatures, quotesFrom } from './quotes.ts';

/** The quotes of a talk by a model that prefers sentences with this word. */
function quotes(most: number, lines: Line[], preferred = '', told: string[] = []): string[] {
  const heard = hear(transcriptOf(lines));
  const model: LinearModel = {
    labels: ['quote'],
    rows: new Map([[hashOf(`w ${preferred}`), 0]]),
    weights: Int8Array.from([1]),
    scales: [1],
  };
  const reader = { ...heard.reader, models: new Map([['quote', model]]) };
  return quotesFrom({ ...heard, reader }, new Set(told), most);
}

const unitOf = (text: string) => ({ text, tokens: tokensOf(text) }) as unknown as Unit;

test('a sentence of at least four clear words can be quoted', () => {
  assert.ok(isQuotable(unitOf('We sold the mill.')));
  assert.ok(!isQuotable(unitOf('We sold it.')));
  assert.ok(!isQuotable(unitOf('We sold the [unclear] mill.')));
});

const LINES: Line[] = [
  ['Anna', 'Who wants to sell the mill?'],
  ['Anna', 'The council sells the mill.'],
  ['Anna', 'The baker buys the chapel.'],
];

test('the best sentences are quoted in the order of the talk', () => {
  const [, council, baker] = LINES.map(([, text]) => `“${text}”`);
  assert.deepEqual(quotes(1, LINES, 'baker'), [baker]);
  assert.deepEqual(quotes(1, LINES, 'council'), [council]);
  assert.deepEqual(quotes(2, LINES, 'baker'), [council, baker]);
  assert.deepEqual(quotes(0, LINES), []);
});

test('a question is quoted only where statements are missing', () => {
  assert.equal(quotes(2, LINES, 'wants').length, 2);
  assert.ok(!quotes(2, LINES, 'wants').includes('“Who wants to sell the mill?”'));
  assert.equal(quotes(3, LINES, 'wants').length, 3);
});

test('what is told already is not quoted', () => {
  assert.deepEqual(quotes(1, LINES, 'council', ['segment-1']), ['“The baker buys the chapel.”']);
});

test('a quote names its speaker when several people speak', () => {
  const two: Line[] = [...LINES, ['Ben', 'And the bishop sells the bell.']];
  assert.deepEqual(quotes(1, two, 'bishop'), ['Ben: “And the bishop sells the bell.”']);
});

test('a quote has at most 160 characters', () => {
  const text = `The council ${'sells '.repeat(24)}it`;
  assert.deepEqual(quotes(1, [['Anna', `${text}x.`]]), [`“${text}x.”`]);
  assert.deepEqual(quotes(1, [['Anna', `${text}xx.`]]), [`“${text.slice(0, -3)}…”`]);
});

test('content words count up to twelve, and repeated ones up to four', () => {
  const words = (count: number, from = 10) =>
    Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ');
  const features = (...texts: string[]) => {
    const { all } = hear(transcriptOf(texts.map((text) => ['Anna', text]))).read;
    return quoteFeatures(all).get(all.units[0]!)!.slice(0, 2).join(', ');
  };
  assert.equal(features(words(12)), 'content words 12, repeated words 0');
  assert.equal(features(words(13)), 'content words 12, repeated words 0');
  assert.equal(features('tv van'), 'content words 1, repeated words 0');
  assert.equal(features(words(4), words(4)), 'content words 4, repeated words 4');
  assert.equal(features(words(5), words(5)), 'content words 5, repeated words 4');
  assert.equal(features(words(2), words(1, 11)), 'content words 2, repeated words 1');
});
