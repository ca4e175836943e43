import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { memoised } from '../words/memo.ts';
import { EVERYTHING } from '../../core/search.ts';
import { likeness, trigramsOf } from './likeness.ts';
import { timesIn } from './question-times.ts';
import { rank } from './ranking/ranker.ts';
import { resembling } from './resemblance.ts';
import { slipsBetween } from './ranking/spelling.ts';
import { compacted } from './index-pieces.ts';
import { TextIndex } from './text-index.ts';
import type { SearchGroup } from './text-index.ts';
import { termOf, wordsOf } from '../words/terms.ts';

const fact = (id: string, text: string): SearchGroup => ({
  id,
  at: 0,
  labels: [],
  texts: [{ id, text }],
});
const talk = (id: string, ...turns: string[]): SearchGroup => ({
  id,
  at: 0,
  labels: [],
  texts: turns.map((text, place) => ({ id: `${id}${place}`, text })),
});
function indexOf(...groups: SearchGroup[]): TextIndex {
  const index = new TextIndex();
  for (const group of groups) index.put(group);
  return index;
}
const found = (index: TextIndex, text: string) =>
  rank(index, { text, limit: 10 }).groups.map(({ id }) => id);

const FACTS = indexOf(
  fact('peanuts', 'Is allergic to peanuts'),
  fact('lisbon', 'Lives in Lisbon near the river'),
  fact('cello', 'Plays the cello in an orchestra'),
  fact('car', 'Bought a red car from a neighbour'),
);

test('words have no accents, case or contracted endings', () => {
  assert.deepEqual(wordsOf("São Paulo's CAFÉ — don't, 3 kids 🎻"), [
    'sao',
    'paulo',
    'cafe',
    'don',
    '3',
    'kids',
    '🎻',
  ]);
  assert.deepEqual(wordsOf('東京タワー'), ['東京', '京タ', 'タワ', 'ワー']);
  assert.equal(termOf('went'), termOf('going'));
  assert.equal(termOf('three'), termOf('3'));
  assert.equal(termOf('allergies'), termOf('allergy'));
});

test('a result shows at most ten of its texts', () => {
  const turns = (count: number) => Array.from({ length: count }, () => 'Tea');
  const shown = (count: number) =>
    rank(indexOf(talk('a', ...turns(count))), { text: 'tea', limit: 1 }).groups[0]!.texts.length;
  assert.deepEqual([9, 10, 11].map(shown), [9, 10, 10]);
});

test('a question finds its answer', () => {
  assert.deepEqual(found(FACTS, 'What am I allergic to?'), ['peanuts']);
  assert.deepEqual(found(FACTS, 'where do I live'), ['lisbon']);
  assert.deepEqual(found(FACTS, 'who did I buy the car from'), ['car']);
  assert.deepEqual(found(FACTS, 'quantum physics'), []);
  assert.deepEqual(found(FACTS, '!?'), []);
});

test('in a small index, words that occur in all texts are found too', () => {
  const said = 'We have a meeting with the doctor on Friday at three.';
  const index = indexOf(talk('a', said), talk('b', said));
  assert.deepEqual(found(index, 'When do we see the doctor?').toSorted(), ['a', 'b']);
});

test('typing errors and prefixes are understood', () => {
  assert.deepEqual(found(FACTS, 'peantus'), ['peanuts']);
  assert.deepEqual(found(FACTS, 'orch'), ['cello']);
  assert.deepEqual(found(FACTS, 'neighb*'), ['car']);
});

test('quoted words are found only literally', () => {
  assert.deepEqual(found(FACTS, '"red car"'), ['car']);
  assert.deepEqual(found(FACTS, '"car red"'), []);
  assert.deepEqual(found(FACTS, '"red zeppelin"'), []);
});

test('an answer is found by the question before it', () => {
  const index = indexOf(
    talk('a', 'When do you fly to Porto?', 'On the ninth, early.', 'Send me a card.'),
    talk('b', 'Did you see the game?', 'No, I slept.'),
  );
  const [best] = rank(index, { text: 'when does the flight to Porto leave, fly', limit: 5 }).groups;
  assert.equal(best!.id, 'a');
  assert.ok(best!.texts.some(({ id }) => id === 'a1'));
});

test('filters do not make pages incomplete', () => {
  const index = new TextIndex();
  for (let day = 0; day < 50; day++) {
    const label = day % 2 ? 'odd' : 'even';
    index.put({ ...fact(`d${day}`, 'walked the dog'), at: day, labels: [label] });
  }
  const { groups, total } = rank(index, {
    text: 'dog',
    limit: 10,
    filter: { ...EVERYTHING, labels: [['odd']], from: new Date(10), until: new Date(40) },
  });
  assert.equal(groups.length, 10);
  assert.equal(total, 15);
  assert.ok(groups.every(({ id }) => Number(id.slice(1)) % 2 === 1));
});

test("a filter by speaker finds only that speaker's own words", () => {
  const [ana, rui] = [
    { name: 'Ana', labels: ['speaker:0', 'person:ana'] },
    { name: 'Rui', labels: ['speaker:1'] },
  ];
  const index = indexOf({
    id: 'c',
    at: 0,
    labels: [],
    texts: [
      { id: 'c1', text: 'The violin lesson is on Thursday.', speaker: ana },
      { id: 'c2', text: 'Then I will drive you there.', speaker: rui },
    ],
  });
  const saidBy = (speaker: string | null) =>
    rank(index, {
      text: 'violin',
      limit: 5,
      filter: { ...EVERYTHING, speaker },
    }).groups.flatMap(({ texts }) => texts.map(({ id }) => id));
  assert.deepEqual(saidBy(null), ['c1', 'c2']);
  assert.deepEqual(saidBy('person:ana'), ['c1']);
  assert.deepEqual(saidBy('speaker:1'), []);
});

test('a mere reaction ranks below a statement with the same words', () => {
  const index = indexOf(
    talk('reaction', 'Nice, the old red car.', 'Fine.'),
    talk('statement', 'Look, the old red car.', 'Fine.'),
  );
  assert.deepEqual(found(index, 'red car'), ['statement', 'reaction']);
});

test('pages have no repetitions and no gaps, for any page size', () => {
  const index = new TextIndex();
  for (let number = 0; number < 300; number++) {
    const more = number % 7 === 0 ? ' and the cat' : '';
    index.put(talk(`t${number}`, `walked the dog${more}`, 'nice', `number ${number}`));
  }
  const page = (offset: number, limit: number) =>
    rank(index, { text: 'dog cat', limit, offset }).groups.map(({ id }) => id);
  const whole = page(0, 1_000);
  assert.equal(new Set(whole).size, 300);
  for (const size of [7, 50]) {
    const pages = Array.from({ length: Math.ceil(300 / size) }, (_, at) => page(at * size, size));
    assert.deepEqual(pages.flat(), whole);
  }
});

test('nearly equal texts are recognised, but not texts on the same subject', () => {
  assert.equal(
    resembling(FACTS, { id: 'new', text: 'Is allergic to the peanuts' })[0]?.id,
    'peanuts',
  );
  assert.deepEqual(resembling(FACTS, { id: 'new', text: 'Lives in Lisbon' }), []);
  assert.deepEqual(resembling(FACTS, { id: 'new', text: 'Is allergic to cats' }), []);
});

test('an old text with a rare word is found among thousands with the same common words', () => {
  const index = new TextIndex();
  const put = (id: string, text: string) =>
    index.put({ id, at: 0, labels: [], texts: [{ id, text, whole: true }] });
  put('old', 'Bought apples at the market with Gwendolyn');
  for (let number = 0; number < 3_000; number += 1) {
    put(String(number), `Bought apples at the market with friend ${number}`);
  }
  const text = 'Bought pears at the market with Gwendolyn';
  assert.equal(resembling(index, { id: 'new', text })[0]?.id, 'old');
});

test('a text does not resemble itself', () => {
  assert.deepEqual(resembling(FACTS, { id: 'cello', text: 'Plays the cello in an orchestra' }), []);
});

test('likeness is symmetric, and 1 for equal texts', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const [a, b] = [trigramsOf(one), trigramsOf(other)];
      assert.equal(likeness(a, b), likeness(b, a));
      assert.equal(likeness(a, a), a.size === 0 ? 0 : 1);
    }),
  );
});

test('the number of typing errors is a distance', () => {
  const word = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', 'c') });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const slips = slipsBetween(one, other, 20);
      assert.equal(slips, slipsBetween(other, one, 20));
      assert.equal(slips === 0, one === other);
      assert.ok(slips >= Math.abs(one.length - other.length));
      assert.ok(slips <= Math.max(one.length, other.length));
    }),
  );
  assert.equal(slipsBetween('peanuts', 'peantus', 2), 1);
});

test('after any changes an index answers like a new one with the same content', () => {
  const VOCABULARY = ['dog', 'cat', 'house', 'river', 'car', 'red'];
  const text = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 5 });
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    turns: fc.option(fc.array(text, { minLength: 1, maxLength: 3 })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.boolean(), (steps, compact) => {
      const changed = new TextIndex();
      const left = new Map<string, SearchGroup>();
      for (const { id, turns } of steps) {
        left.delete(id);
        if (turns === null) {
          changed.remove(id);
          continue;
        }
        const group = talk(id, ...turns.map((words) => words.join(' ')));
        changed.put(group);
        left.set(id, group);
      }
      const fresh = indexOf(...left.values());
      const index = compact ? copyOf(changed) : changed;
      for (const query of [...VOCABULARY, 'red dog', '"red car"']) {
        const options = { text: query, limit: 10 };
        assert.deepEqual(rank(index, options), rank(fresh, options));
      }
    }),
  );
});

function copyOf(index: TextIndex): TextIndex {
  const steps = compacted(index);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const now = new Date('2026-03-18T15:00:00Z');
const spans = (text: string, timezone = 'UTC') =>
  timesIn(text, { now, timezone }).times.map(({ from, until }) =>
    [from, until].map((at) => new Date(at).toISOString().slice(0, 16)).join(' '),
  );

test('a question names days, weeks, months and years', () => {
  const expected: Record<string, string> = {
    'what did I say yesterday?': '2026-03-17T00:00 2026-03-18T00:00',
    'the day before yesterday': '2026-03-16T00:00 2026-03-17T00:00',
    'last week': '2026-03-09T00:00 2026-03-16T00:00',
    'this weekend': '2026-03-21T00:00 2026-03-23T00:00',
    'two weeks ago': '2026-03-02T00:00 2026-03-09T00:00',
    'in the past 3 days': '2026-03-15T00:00 2026-03-19T00:00',
    'last Wednesday': '2026-03-11T00:00 2026-03-12T00:00',
    'on Monday': '2026-03-16T00:00 2026-03-17T00:00',
    'last month': '2026-02-01T00:00 2026-03-01T00:00',
    'in December 2024': '2024-12-01T00:00 2025-01-01T00:00',
    'on 14 August, 2023': '2023-08-14T00:00 2023-08-15T00:00',
    'August 14th 2023': '2023-08-14T00:00 2023-08-15T00:00',
    'on 2023-08-14': '2023-08-14T00:00 2023-08-15T00:00',
    'during 2022': '2022-01-01T00:00 2023-01-01T00:00',
  };
  for (const [text, span] of Object.entries(expected)) assert.deepEqual(spans(text), [span], text);
  const marches = spans('in March');
  assert.equal(marches.length, 22);
  assert.deepEqual(
    [marches[0], marches.at(-1)],
    ['2027-03-01T00:00 2027-04-01T00:00', '2006-03-01T00:00 2006-04-01T00:00'],
  );
  assert.deepEqual(spans('where may the march have led, on Mon Repos?'), []);
  assert.deepEqual(spans('who said "last week" first'), []);
});

test("days are in the user's time zone, even on a clock change", () => {
  assert.deepEqual(spans('yesterday', 'Asia/Tokyo'), ['2026-03-17T15:00 2026-03-18T15:00']);
  assert.deepEqual(spans('on 8 March 2026', 'America/New_York'), [
    '2026-03-08T05:00 2026-03-09T04:00',
  ]);
});

test('words that only name a time are not searched', () => {
  assert.equal(
    timesIn('roof repairs last week', { now, timezone: 'UTC' }).rest.trim(),
    'roof repairs',
  );
  assert.equal(timesIn('"last week" sales', { now, timezone: 'UTC' }).rest, '"last week" sales');
  const names = ['What did we buy on Black Friday?', 'Who reads the Sunday Times?'];
  for (const name of names) assert.deepEqual(timesIn(name, { now, timezone: 'UTC' }).times, []);
});

test('conversations at the requested time come first, and the time alone is sufficient', () => {
  const day = (date: string) => Date.parse(`${date}T12:00:00Z`);
  const index = new TextIndex();
  index.put({ ...talk('spring', 'The roof leaks again.', 'Oh no.'), at: day('2025-04-02') });
  index.put({ ...talk('autumn', 'The roof leaks again.', 'Oh no.'), at: day('2025-10-02') });
  index.put({ ...talk('winter', 'We drank tea.', 'Nice.'), at: day('2025-12-02') });
  const ask = (text: string) => {
    const { times, rest } = timesIn(text, { now, timezone: 'UTC' });
    return rank(index, { text: rest, times, limit: 5 }).groups.map(({ id }) => id);
  };
  assert.deepEqual(ask('Did the roof leak in October?'), ['autumn', 'spring']);
  assert.deepEqual(ask('Did the roof leak in April?'), ['spring', 'autumn']);
  assert.deepEqual(ask('What happened on 2 December 2025?'), ['winter']);
});

test('quoted names in a question prefer texts that contain them', () => {
  const index = indexOf(
    talk('loose', 'The red old car.', 'Fine.'),
    talk('exact', 'A red car it is.', 'Fine.'),
  );
  assert.deepEqual(found(index, 'What about the "red car"?'), ['exact', 'loose']);
  assert.deepEqual(found(index, 'about "red car"'), ['exact']);
  assert.deepEqual(found(index, 'Who wrote "Red Zeppelin Car"?').toSorted(), ['exact', 'loose']);
});

test('compounds are found as two words, and short forms by full words', () => {
  const index = indexOf(fact('ice', 'Loves icecream'), fact('uni', 'Teaches at the uni'));
  assert.deepEqual(found(index, 'ice cream'), ['ice']);
  assert.deepEqual(found(index, 'university'), ['uni']);
  assert.deepEqual(found(index, 'grandmas'), found(index, 'granny'));
});

test('a title belongs to all turns but is no neighbour of any', () => {
  const index = indexOf({
    id: 'c',
    at: 0,
    labels: [],
    texts: [
      { id: 'c', text: 'Holiday in Madeira', whole: true },
      { id: 'c1', text: 'Nice weather today.' },
      { id: 'c2', text: 'Shall we book the flight?' },
    ],
  });
  const [best] = rank(index, { text: 'Madeira', limit: 5 }).groups;
  assert.deepEqual(
    best!.texts.map(({ id }) => id),
    ['c'],
  );
});

test('scores are from 0 to 1 for every query', () => {
  const index = indexOf(
    talk('a', 'When is the party?', 'On Friday at Rui.', 'Thanks!'),
    talk('b', 'Thanks! You?', 'Party?', 'Yes'),
  );
  const query = fc.array(
    fc.constantFrom('party', 'when', 'Friday', '"at Rui"', 'unheard', 'in May', '?'),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(query, (words) => {
      const { times, rest } = timesIn(words.join(' '), { now, timezone: 'UTC' });
      const { groups } = rank(index, { text: rest, times, limit: 10 });
      const scores = groups.flatMap(({ score, texts }) => [
        score,
        ...texts.map((text) => text.score),
      ]);
      assert.ok(
        scores.every((score) => score >= 0 && score <= 1),
        String(scores),
      );
    }),
  );
});

test('a memoised function computes each result once until the cache is full', () => {
  const made: string[] = [];
  const upper = memoised((word) => {
    made.push(word);
    return word.toUpperCase();
  }, 2);
  const ask = (words: string) => words.split('').map(upper).join('');
  assert.equal(ask('abab'), 'ABAB');
  assert.deepEqual(made, ['a', 'b']);
  assert.equal(ask('cabcc'), 'CABCC');
  assert.deepEqual(made, ['a', 'b', 'c', 'a', 'b', 'c']);
});
