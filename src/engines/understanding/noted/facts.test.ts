/** Tests the facts in the user's own words, and the chances of the sentences of the rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transcript } from '../maker.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import { factsAsSaid, factsIn } from './facts.ts';
import { hear } from './heard.ts';

/** A talk of which the reader keeps each sentence as a fact, with these chances. */
function heardWith(chances: readonly number[], lines: Line[], more: Partial<Transcript> = {}) {
  const heard = hear(transcriptOf(lines, { language: 'de', ...more }));
  const { units } = heard.read.all;
  const factChances = new Map(units.map((unit, at) => [unit, chances[at] ?? 0]));
  const nothing = { labels: ['out', 'begin', 'in'], rows: new Map(), scales: [1, 1, 1] };
  const models = new Map([['fact words', { ...nothing, weights: new Int8Array() }]]);
  const reader = { ...heard.reader, models, bounds: { fact: 0.5 } };
  return { ...heard, read: { ...heard.read, factChances }, reader };
}

const facts = (...given: Parameters<typeof heardWith>) =>
  factsAsSaid(heardWith(...given)).map(({ content }) => content);

const HOME: Line = ['Anna', 'ich wohne in Faro.'];
const CAT: Line = ['Anna', 'Meine Katze heißt Mia.'];

test('the likeliest facts of the user come first, with a capital letter', () => {
  assert.deepEqual(facts([0.6, 0.9], [HOME, CAT]), ['Meine Katze heißt Mia', 'Ich wohne in Faro']);
  assert.deepEqual(facts([0.6, 0.4], [HOME, CAT]), ['Ich wohne in Faro']);
});

test('the words of others, single words and repeated facts are no facts of the user', () => {
  const others: Line[] = [['Ben', 'Ich wohne in Porto.'], ['Anna', 'Faro.'], HOME, HOME];
  assert.deepEqual(facts([0.9, 0.9, 0.9, 0.9], others), ['Ich wohne in Faro']);
});

test('a fact has at least two words, and at most two hundred characters', () => {
  assert.deepEqual(facts([0.9], [['Anna', 'Ich bade.']]), ['Ich bade']);
  const text = `Ich ${'wohne '.repeat(32)}dort`;
  assert.deepEqual(facts([0.9], [['Anna', `${text}.`]]), [text]);
  assert.ok(facts([0.9], [['Anna', `${text}s.`]])[0]!.endsWith('…'));
});

test('a known fact is not found again', () => {
  const text = 'Ich wohne in Faro';
  assert.deepEqual(facts([0.9], [HOME], { known_memories: [text] }), []);
});

test('twice as many facts as of each kind are kept', () => {
  const lines = ['Faro', 'Porto', 'Braga', 'Tavira'].map((place, at): Line => [
    'Anna',
    `Nummer ${at} war oft in ${place} zu Hause.`,
  ]);
  const chances = lines.map(() => 0.9);
  assert.equal(facts(chances, lines, { memories_of_each_kind: 1 }).length, 2);
  assert.equal(facts(chances, lines).length, 4);
});

test('words that were heard badly are no facts', () => {
  const withConfidence = (confidence: number) => {
    const heard = heardWith([0.9], [HOME]);
    const segments = heard.segments.map((segment) => ({ ...segment, confidence }));
    return factsAsSaid({ ...heard, segments }).length;
  };
  assert.deepEqual([0.599, 0.6, 1].map(withConfidence), [0, 1, 1]);
});

test('a sentence of the rules has the chance of the sentence that contains it', () => {
  const heard = heardWith([0.3, 0.8], [HOME, CAT]);
  const { chanceOf } = factsIn(heard);
  const chance = (at: number, text: string) =>
    chanceOf({ segment: heard.segments[at]!, text } as never);
  assert.equal(chance(0, 'Ich wohne in Faro.'), 0.3);
  assert.equal(chance(1, 'meine katze'), 0.8);
  assert.equal(chance(0, 'Meine Katze heißt Mia.'), 0);
});

test('the bounds of facts depend on whether the reader knows meanings, and on the kind of talk', () => {
  const heard = heardWith([0.9], [HOME]);
  const sure = (meanings: typeof heard.read.meanings) => {
    const { boundsFor } = factsIn({ ...heard, read: { ...heard.read, meanings } });
    return [boundsFor('friends').sure, boundsFor('others').sure];
  };
  assert.deepEqual(sure(null), [0.3, 0.3]);
  assert.deepEqual(sure(new Map()), [0.5, 0.25]);
});
