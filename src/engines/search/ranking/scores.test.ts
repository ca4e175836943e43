/**
 * Tests the exact scores of a fixed talk. Any change of a weight or a rule changes these scores.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EVERYTHING } from '../../../core/search.ts';
import type { SearchFilter } from '../../../core/search.ts';
import { timesIn } from '../question-times.ts';
import { TextIndex } from '../text-index.ts';
import type { IndexText } from '../text-index.ts';
import { Vectors } from '../vectors.ts';
import { parseQuery } from './query.ts';
import { rank } from './ranker.ts';
import { scoreTerms } from './term-scores.ts';
import { inTime, timeFit } from './time-fit.ts';
import { TopOf } from './top-items.ts';
import { FORM, formOf } from './turn-form.ts';

/** Questions that also have an embedding. */
const VECTORS: Record<string, Float32Array> = {
  'automobile garage': Float32Array.from([1, 0]),
  'automobile yesterday': Float32Array.from([1, 0]),
};
const NOW = new Date('2026-03-18T15:00:00Z');
const day = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** Makes a talk from lines such as "Ana: I bought a car."; "#" marks its title. */
function talkOf(lines: string): IndexText[] {
  return lines.split(/\n\s*/).map((line, place) => {
    const [, name, text] = /^(?:(\w+): )?(.*)$/.exec(line)!;
    if (line.startsWith('# ')) return { id: `${place}`, text: line.slice(2), whole: true };
    if (!name) return { id: `${place}`, text: line };
    return { id: `${place}`, text: text!, speaker: { name, labels: [`name:${name}`] } };
  });
}

const TALKS = {
  porto: [
    '2026-03-10',
    `# Flight to Porto
    Ana: When do you fly to Porto?
    Rui: On the ninth, at 7:40.
    Ana: Great, send me a card.
    Rui: You should come too.
    Ana: I have no time before summer.`,
  ],
  car: [
    '2026-03-17',
    `Rui: I sold the old red car.
    Ana: To whom?
    Rui: To Marta, for 900 euros.
    Ana: Nice, the red car is gone.
    Rui: The garage is empty now.`,
  ],
  roof: [
    '2025-10-02',
    `# The roof
    Ana: The roof leaks again.
    Rui: Call the roofer.
    Ana: He comes on Friday.
    Rui: The roof of the garage leaks as well.
    Ana: Ana here, the roof is done.`,
  ],
  tea: [
    '2026-01-05',
    `We drank tea.
    It was icecream weather, though.
    The neighbourhood was quiet.`,
  ],
  gossip: [
    '2025-11-20',
    `One.\nTwo.\nThe violin is Portuguese.\nThree.\nFour.\nFive.\nSix.\nSeven.\nEight.
    Nine.\nTen.\nThe rehearsal was long.`,
  ],
} as const;

const talks = new TextIndex();
for (const [id, [date, lines]] of Object.entries(TALKS)) {
  talks.put({ id, at: day(date), labels: [`tag:${id.length}`], texts: talkOf(lines) });
}
const vectors = new Vectors();
Object.keys(TALKS).forEach((group, number) => {
  const values = Float32Array.from(group === 'car' ? [1, 0, 0.8, 0.2] : [0, 1, number / 9, 1]);
  const passages = [
    { first: 0, count: 2 },
    { first: 1, count: 2 },
  ];
  vectors.put(group, { dimensions: 2, values, passages });
});

const facts = new TextIndex();
for (const text of [
  'Is allergic to peanuts',
  'Lives in Lisbon near the river',
  'Plays the cello in an orchestra',
  'Bought a red car from a neighbour',
  'The car is red, the other car is blue, no car is green',
]) {
  facts.put({
    id: text.split(' ').slice(0, 2).join('-'),
    at: 0,
    labels: [],
    texts: [{ id: text, text }],
  });
}

function ranked(index: TextIndex, question: string): string[] {
  const { times, rest } = timesIn(question, { now: NOW, timezone: 'UTC' });
  const query = { text: rest, times, limit: 4, vector: VECTORS[question] ?? null };
  const { groups, total, below_threshold } = rank(index, query, vectors);
  return [
    `? ${question} → ${total} and ${below_threshold} below`,
    ...groups.map(({ id, score, texts }) => {
      const each = index === talks ? texts.map((text) => `${text.id}=${text.score}`) : [];
      return [id, score, ...each].join(' ');
    }),
  ];
}

const [ofTalks, ofFacts] = readFileSync(new URL('./scores.txt', import.meta.url), 'utf8')
  .split('\n## facts\n')
  .map((part) => part.split('\n').filter(Boolean));

for (const [name, index, lines] of [
  ['talks', talks, ofTalks!],
  ['facts', facts, ofFacts!],
] as const) {
  test(`questions to ${name} give the recorded results and scores`, () => {
    const questions = lines.flatMap((line) => /^\? (.*) → /.exec(line)?.[1] ?? []);
    assert.ok(questions.length > 10);
    assert.deepEqual(
      questions.flatMap((question) => ranked(index, question)),
      lines,
    );
  });
}

test('the fit of a time decreases from the same day to the same year', () => {
  const fitOf = (at: string, from: string, until: string) => {
    const index = new TextIndex();
    index.put({ id: 'a', at: Date.parse(at), labels: [], texts: [{ id: 'a', text: 'tea' }] });
    const span = { from: Date.parse(from), until: Date.parse(until) };
    return Math.round(timeFit(index, [span])![0]! * 100) / 100;
  };
  const [FROM, UNTIL] = ['2026-03-10', '2026-03-11'];
  assert.equal(fitOf('2026-03-10', FROM, UNTIL), 1);
  assert.equal(fitOf('2026-03-11', FROM, UNTIL), 0.6);
  assert.equal(fitOf('2026-03-09', FROM, UNTIL), 0.6);
  assert.equal(fitOf('2026-03-08T23:59Z', FROM, UNTIL), 0.25);
  assert.equal(fitOf('2026-03-20T23:59Z', FROM, UNTIL), 0.6);
  assert.equal(fitOf('2026-03-21', FROM, UNTIL), 0.25);
  assert.equal(fitOf('2026-03-25T11:59Z', FROM, UNTIL), 0.25);
  assert.equal(fitOf('2026-03-25T12:00Z', FROM, UNTIL), 0);
  // A time within a period of four days fits fully; a time within a longer period fits only half.
  assert.equal(fitOf('2026-03-10', FROM, '2026-03-14'), 1);
  assert.equal(fitOf('2026-03-10', FROM, '2026-03-15'), 0.5);
  assert.equal(fitOf('2026-03-15', FROM, '2026-03-15'), 0);
  assert.equal(fitOf('2026-03-10', '2026-03-01', '2026-05-02'), 0.5);
  assert.equal(fitOf('2026-03-10', '2026-03-01', '2026-05-03'), 0.25);
  assert.equal(fitOf('2026-05-03', '2026-03-01', '2026-05-03'), 0);
  assert.equal(timeFit(talks, []), null);
});

test('a time finds its conversations, the newest first, up to a limit', () => {
  const index = new TextIndex();
  const put = (id: string, at: number, count: number) => {
    const texts = Array.from({ length: count }, (_, place) => ({
      id: `${id}${place}`,
      text: 'tea',
    }));
    index.put({ id, at, labels: [], texts });
  };
  put('old', 1, 1);
  put('large', 2, 1_999);
  put('new', 3, 1);
  put('gone', 4, 5);
  index.remove('gone');
  const found = inTime(index, timeFit(index, [{ from: 0, until: 10 }]));
  assert.equal(found.length, 2_000);
  assert.deepEqual([found[0], found[1]], [2_000, 1]);
  assert.deepEqual(inTime(index, null), []);
  assert.deepEqual(inTime(index, timeFit(index, [{ from: 1e12, until: 2e12 }])), []);
});

test('a page has the best results in order, and of equal ones the later first', () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 9];
  const order = values
    .map((value, item) => ({ item, value }))
    .sort((one, other) => other.value - one.value || other.item - one.item);
  for (const size of [0, 1, 2, 3, 5, 8, 12, 20]) {
    const best = new TopOf(size);
    values.forEach((value, item) => best.offer(item, value));
    assert.deepEqual(best.sorted(), order.slice(0, size));
  }
});

test('the form of a turn: question, name, time, number, reaction, "you"', () => {
  const names = Object.entries(FORM);
  const formsIn = (text: string) =>
    names.flatMap(([name, bit]) => (formOf(text) & bit ? [name] : [])).join(' ');
  assert.equal(formsIn('Where is it?'), 'question asks');
  assert.equal(formsIn('Where? In there.'), 'asks');
  assert.equal(formsIn('I met Marta yesterday'), 'name time');
  assert.equal(formsIn('Marta'), '');
  assert.equal(formsIn('In 2024 it rained'), 'time number');
  assert.equal(formsIn('for 900 euros'), 'number');
  assert.equal(formsIn('that’s great'), 'reply');
  assert.equal(formsIn('Did YOU'), 'you');
});

test('the question at the end of another talk raises no score', () => {
  const scoreAfter = (...earlier: string[]) => {
    const index = new TextIndex();
    const put = (id: string, ...texts: string[]) =>
      index.put({ id, at: 0, labels: [], texts: texts.map((text) => ({ id: text, text })) });
    put('before', 'Hello.', ...earlier);
    put('talk', 'The tea is green.', 'Fine.');
    const { groups } = rank(index, { text: 'green tea', limit: 9 });
    return groups.find(({ id }) => id === 'talk')!.score;
  };
  assert.equal(scoreAfter('Green tea?'), scoreAfter('Green tea.'));
});

test('a filter keeps results with its time and labels', () => {
  const within = (filter: Partial<SearchFilter>) =>
    rank(talks, { text: 'the', limit: 9, filter: { ...EVERYTHING, ...filter } })
      .groups.map(({ id }) => id)
      .sort();
  const date = (name: keyof typeof TALKS, more = 0) => new Date(day(TALKS[name][0]) + more);
  assert.deepEqual(within({ from: date('tea') }), ['car', 'porto', 'tea']);
  assert.deepEqual(within({ from: date('tea', 1) }), ['car', 'porto']);
  assert.deepEqual(within({ until: date('roof', 1) }), ['roof']);
  assert.deepEqual(within({ until: date('roof') }), []);
  assert.deepEqual(within({ labels: [['tag:3', 'tag:4']] }), ['car', 'roof', 'tea']);
  assert.deepEqual(within({ labels: [['tag:3', 'tag:4'], ['tag:4']] }), ['roof']);
  assert.deepEqual(within({ without: ['tag:3'] }), ['gossip', 'porto', 'roof']);
  assert.deepEqual(within({ speaker: 'name:Ana' }), ['car', 'roof']);
});

test('when rare words have found enough, a frequent word scores like before but adds no text', () => {
  const index = new TextIndex();
  const put = (id: string, ...turns: string[]) => {
    const texts = turns.map((text, place) => ({ id: `${id}${place}`, text }));
    index.put({ id, at: 0, labels: [], texts });
  };
  for (let at = 0; at < 500; at++) put(`both${at}`, 'rug', 'kettle', 'lamp', 'lamp lamp');
  for (let at = 0; at < 600; at++) put(`lamp${at}`, 'rug', 'lamp');
  const scored = (text: string) => {
    const { touched, ...scores } = scoreTerms(index, parseQuery(text, index).concepts);
    return { touched: [...touched], near: [...scores.window], around: [...scores.around] };
  };
  const [kettle, lamp, both] = [scored('kettle'), scored('lamp'), scored('kettle lamp')];
  assert.equal(kettle.touched.length, 2_000);
  assert.deepEqual(both.touched, kettle.touched);
  for (const kind of ['near', 'around'] as const) {
    for (let document = 0; document < 3_200; document++) {
      const sum = document < 2_000 ? kettle[kind][document]! + lamp[kind][document]! : 0;
      assert.ok(Math.abs(both[kind][document]! - sum) < 1e-5, `${kind} of ${document}`);
    }
  }
  put('one more', 'kettle');
  assert.equal(scored('kettle lamp').touched.length, 2_001);
});
