/** Tests what a talk changes about the facts that are known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MadeMemory } from '../maker.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import { withChanges } from './changes.ts';

interface Given {
  /** The facts that are known, with the ids `fact-0`, `fact-1` and so on. */
  known?: string[];
  /** The new memories, each with the segment from which it was made. */
  made?: [content: string, segment_id: string | null][];
  language?: string;
  confidence?: number | null;
}

function changed(lines: (string | Line)[], { known = [], made = [], ...more }: Given) {
  const { language = 'en', confidence = 0.9 } = more;
  const talk = transcriptOf(
    lines.map((line) => (typeof line === 'string' ? ['Anna', line] : line)),
    { standing_memories: known.map((content, at) => ({ id: `fact-${at}`, content })), language },
  );
  const segments = talk.segments.map((segment) => ({ ...segment, confidence }));
  const memories = made.map(([content, segment_id]): MadeMemory => ({
    content,
    category: 'interesting',
    segment_id,
  }));
  return withChanges({ ...talk, segments }, language, memories);
}

const contents = (...given: Parameters<typeof changed>) =>
  changed(...given).memories.map(({ content }) => content);

const verdicts = (...given: Parameters<typeof changed>) =>
  changed(...given).changes.map(({ memory_id, segment_id, verdict, rest }) =>
    [memory_id, segment_id, verdict, rest].filter(Boolean).join(' '),
  );

test('a known fact that the words of the user replace is closed, and its successor is added', () => {
  assert.deepEqual(changed(['Hm.', 'We moved to Porto.'], { known: ['Lives in Lisbon'] }), {
    changes: [
      { memory_id: 'fact-0', segment_id: 'segment-1', verdict: 'closed', rule: 'home-moved' },
    ],
    memories: [
      {
        content: 'Lives in Porto',
        category: 'system',
        segment_id: 'segment-1',
        found_by: 'rules: home-moved',
      },
    ],
  });
  assert.deepEqual(changed(['We moved to Porto.'], { known: ['Has a dog'] }), {
    changes: [],
    memories: [],
  });
});

test('each of two facts in one sentence closes the known fact that it replaces', () => {
  const known = ['Lives in Lisbon', 'Works as a nurse', 'Has a dog'];
  assert.deepEqual(verdicts(['We moved to Porto and I quit my job.'], { known }), [
    'fact-0 segment-0 closed',
    'fact-1 segment-0 closed',
  ]);
});

test('a successor is worded as a fact in English, and otherwise as the user said it', () => {
  const sister = { known: ['Sister lives in Hull'] };
  assert.deepEqual(contents(['My sister moved to Bristol.'], sister), ['Sister moved to Bristol']);
  const german = { known: ['Wohnt in Lissabon'], language: 'de' };
  assert.deepEqual(contents(['Ich wohne jetzt in Porto.'], german), ['Ich wohne jetzt in Porto']);
});

test('a fact that is only over has no successor', () => {
  const given = { known: ['Works as a nurse', 'Lives in Ghent'] };
  assert.deepEqual(verdicts(['I quit my job.'], given), ['fact-0 segment-0 closed']);
  assert.deepEqual(contents(['I quit my job.'], given), []);
});

test('a new memory takes the place of a successor that says the same or has the same segment', () => {
  const known = ['Lives in Lisbon'];
  const said = ['Hm.', 'We moved to Porto.'];
  for (const made of [
    ['Lives in Porto', 'segment-0'],
    ['Has a house in Porto', 'segment-1'],
  ] as [string, string][])
    assert.deepEqual(contents(said, { known, made: [made] }), [made[0]]);
  assert.deepEqual(contents(said, { known, made: [['Has a dog', 'segment-0']] }), [
    'Has a dog',
    'Lives in Porto',
  ]);
});

test('a memory that tells a known fact again is not made, and the fact is told again', () => {
  const known = ['Lives in Porto'];
  const again = (said: string, segment_id: string | null) => {
    const given: Given = { known, made: [['Lives in Porto', segment_id]] };
    assert.deepEqual(contents(['Hm.', said], given), []);
    for (const change of changed(['Hm.', said], given).changes) {
      assert.match(change.words!, /live/i);
    }
    return verdicts(['Hm.', said], given);
  };
  assert.deepEqual(again('Hm.', 'segment-0'), ['fact-0 segment-0 retold']);
  assert.deepEqual(again('Hm.', null), []);
  assert.deepEqual(again('We live in Porto.', 'segment-0'), ['fact-0 segment-1 retold']);
});

test('each closed fact has its successor, also beside another memory of the same turn', () => {
  const known = ['Lives in Lisbon', 'Works for Siemens'];
  const said = 'We moved to Porto and I started at Bosch.';
  const [home, work] = contents([said], { known, made: [['Has a dog', 'segment-0']] }).slice(1);
  assert.equal(home, 'Lives in Porto');
  assert.match(work!, /Bosch/);
});

test('a memory that says more or less than a known fact, or something like it, is made', () => {
  for (const [known, made] of [
    ['Has a daughter called Ida', 'Has a daughter called Eva'],
    ['Takes 20 mg of the tablets', 'Takes 40 mg of the tablets'],
    ['Lives in Porto', 'Lives in Porto with Rui'],
    ['Lives in Porto near the river', 'Lives in Porto'],
    ['Is allergic to nuts', 'Is not allergic to nuts'],
  ] as const) {
    assert.deepEqual(contents(['Hm.'], { known: [known], made: [[made, 'segment-0']] }), [made]);
  }
});

test('a memory that is over before the talk ends is not made, but its successor is', () => {
  const said = ['I live in Porto.', 'We moved to Faro.'];
  const made = (segment_id: string): Given => ({ made: [['Lives in Porto', segment_id]] });
  assert.deepEqual(contents(said, made('segment-0')), ['Lives in Faro']);
  assert.deepEqual(contents(['Hm.', ...said], made('segment-1')), ['Lives in Faro']);
  assert.deepEqual(contents(said.toReversed(), made('segment-1')), ['Lives in Porto']);
});

test('the part of a closed fact that its end leaves true is kept', () => {
  const rest = (known: string, said: string) => verdicts([said], { known: [known] });
  const closed = 'fact-0 segment-0 closed';
  for (const [known, left] of [
    ['Has a dog called Rufus and they live in Ghent', `${closed} They live in Ghent`],
    ['Has a dog called Rufus. Lives in Ghent', `${closed} Lives in Ghent`],
    // "Old bowls" are no fact.
    ['Has a dog called Rufus and old bowls', closed],
    ['Has a dog called Rufus', closed],
  ] as const)
    assert.deepEqual(rest(known, 'Rufus died.'), [left], known);
});

test('a fact of which no part is closed alone leaves nothing', () => {
  const known = ['Has dogs and likes boats'];
  assert.deepEqual(verdicts(['I gave away the dogs and boats.'], { known }), [
    'fact-0 segment-0 closed',
  ]);
});

test('words of others, and words that were heard badly, change nothing', () => {
  const known = ['Has a dog called Rufus'];
  assert.deepEqual(verdicts([['Ben', 'Rufus died.']], { known }), []);
  const heard = (confidence: number | null) => verdicts(['Rufus died.'], { known, confidence });
  assert.deepEqual([0.599, 0.6, null].map(heard).flat().length, 2);
});

test('of a long talk, the first three hundred sentences with facts count', () => {
  const known = ['Has a dog called Rufus'];
  const after = (count: number, text: string) =>
    verdicts([...Array.from({ length: count }, () => text), 'Rufus died.'], { known }).length;
  assert.deepEqual([after(299, 'I live in Porto.'), after(300, 'I live in Porto.')], [1, 0]);
  assert.equal(after(300, 'Well, well.'), 1);
});

test('a habit on another day or at another time replaces the former one', () => {
  for (const [before, now] of [
    ['Swims every Monday', 'I swim every Friday now.'],
    ['Swims every Saturday', 'I swim every Sunday now.'],
    ['Runs every evening', 'I only run every morning now.'],
  ]) {
    const [verdict] = verdicts([now!], { known: [before!] });
    assert.equal(verdict, 'fact-0 segment-0 closed', `${before} - ${now}`);
  }
});
