import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TranscriptSegment } from '../maker.ts';
import { understandByRules } from '../by-rules.ts';

type Line = readonly [speaker: 'Ana' | 'Rui', text: string, confidence?: number];

/** Returns Ana's memories from these lines. */
function memoriesOf(
  lines: readonly Line[],
  memories_of_each_kind?: number,
  rejected_memories: string[] = [],
) {
  const segments = lines.map(([speaker, text, confidence], index): TranscriptSegment => ({
    id: `s${index}`,
    text,
    speaker_id: speaker === 'Ana' ? 0 : 1,
    speaker_name: speaker,
    is_user: speaker === 'Ana',
    start: index,
    end: index + 1,
    confidence: confidence ?? null,
  }));
  const { memories } = understandByRules({
    started_at: new Date('2026-03-12T10:00:00Z'),
    timezone: 'Europe/Lisbon',
    language: 'en',
    user_name: 'Ana',
    segments,
    known_memories: [],
    rejected_memories,
    ...(memories_of_each_kind !== undefined && { memories_of_each_kind }),
  });
  return memories;
}

for (const [question, answer, fact] of [
  ['Do you have any pets?', 'Yes, two cats.', 'Has two cats'],
  ['So where do you live?', 'In Lisbon.', 'Lives in Lisbon'],
  ['How long have you been painting?', 'For seven years.', 'Has been painting for seven years'],
  ['How many kids do you have?', 'Three.', 'Has three kids'],
  ['Are you vegetarian?', 'Yes, I am.', 'Is vegetarian'],
  ['Do you smoke?', 'No, never.', "Doesn't smoke"],
  ['What do you do for a living?', 'A nurse.', 'Is a nurse'],
  ['Do you play any instruments?', 'Yeah, the guitar.', 'Plays the guitar'],
] as const) {
  test(`“${question}” “${answer}” is remembered as “${fact}”`, () => {
    const [memory, ...others] = memoriesOf([
      ['Rui', question],
      ['Ana', answer],
    ]);
    assert.deepEqual([memory?.content, memory?.segment_id, others], [fact, 's1', []]);
  });
}

for (const [question, answer] of [
  ['Do you want it?', 'Yes, the red one.'],
  ['Do you know where my keys are?', 'Yes.'],
  ['Where do you live?', 'Yes.'],
  ['Can you swim over there?', 'Sure.'],
] as const) {
  test(`“${question}” “${answer}” gives no memory`, () => {
    assert.deepEqual(
      memoriesOf([
        ['Rui', question],
        ['Ana', answer],
      ]),
      [],
    );
  });
}

test("other people's answers about themselves are not about the user", () => {
  assert.deepEqual(
    memoriesOf([
      ['Ana', 'Where do you live?'],
      ['Rui', 'In Porto.'],
    ]),
    [],
  );
});

test('words with low confidence give no memories', () => {
  assert.deepEqual(memoriesOf([['Ana', 'I live in Lisbon with my two cats.', 0.3]]), []);
  assert.equal(memoriesOf([['Ana', 'I live in Lisbon with my two cats.', 0.9]]).length, 1);
});

const MANY: readonly Line[] = [
  ['Ana', 'I live in Lisbon with my husband.'],
  ['Ana', 'I work as a nurse in a children hospital.'],
  ['Ana', 'My favourite food is grilled sardines.'],
  ['Ana', "I'm allergic to peanuts and shellfish."],
  ['Ana', 'I started a photography course at the university.'],
  ['Ana', 'I won a tennis tournament in my home town.'],
  ['Ana', 'I visited my grandparents on their farm.'],
];

test('at most two memories of each kind are made by default', () => {
  const kinds = memoriesOf(MANY).map(({ category }) => category);
  assert.deepEqual(kinds.toSorted(), ['interesting', 'interesting', 'system', 'system']);
  assert.equal(memoriesOf(MANY, 10).length, MANY.length);
  assert.deepEqual(memoriesOf(MANY, 0), []);
});

test('shared activities become facts about the user, and pointing words are replaced', () => {
  const contents = memoriesOf([
    ['Ana', 'We went camping with the kids in the mountains.'],
    ['Ana', "It's so rewarding to teach my kids how to paint at our school."],
  ]).map(({ content }) => content);
  assert.deepEqual(contents.toSorted(), [
    'Finds it rewarding to teach their kids how to paint at their school',
    'Went camping with the kids in the mountains',
  ]);
});

const contentsOf = (lines: readonly Line[], rejected?: string[]): string[] =>
  memoriesOf(lines, 2, rejected).map(({ content }) => content);

test('a sentence that depends on the previous one is remembered with it', () => {
  const lines: readonly Line[] = [
    ['Ana', "I joined a pottery class at the museum. It's been my best cure for stress."],
  ];
  assert.deepEqual(contentsOf(lines), [
    'Joined a pottery class at the museum. It has been their best cure for stress',
  ]);
});

test('a rejected sentence does not come back as the second part of a memory', () => {
  const lines: readonly Line[] = [
    ['Ana', "I joined a pottery class at the museum. It's been my best cure for stress."],
  ];
  const rejected = ['Joined a pottery class at the museum'];
  assert.deepEqual(contentsOf(lines, rejected), []);
  const both = contentsOf(lines);
  assert.deepEqual(contentsOf(lines, both), []);
});

test('the other speaker is named', () => {
  assert.deepEqual(
    contentsOf([
      ['Rui', 'Hi.'],
      ['Ana', "I've always played the old guitar you gave me."],
    ]),
    ['Has always played the old guitar Rui gave them'],
  );
});

test('plans are remembered without their date, and mere dates are not', () => {
  const lines: readonly Line[] = [
    ['Ana', "I'm organizing a charity concert for the animal shelter next month."],
    ['Ana', 'I move to Porto with my family next Friday.'],
  ];
  assert.deepEqual(contentsOf(lines), ['Is organizing a charity concert for the animal shelter']);
});

test("repeating the other speaker's words gives no memory", () => {
  const said = 'Reading every evening keeps me healthy and calm.';
  assert.deepEqual(
    contentsOf([
      ['Rui', said],
      ['Ana', said],
    ]),
    [],
  );
  assert.equal(contentsOf([['Ana', said]]).length, 1);
});

test('who guesses a profession may hear another one', () => {
  const heard = (question: string, answer: string) =>
    contentsOf([
      ['Rui', question],
      ['Ana', answer],
    ]);
  assert.deepEqual(heard("Oh, you're a nurse?", 'Midwife.'), ['Is a midwife']);
  assert.deepEqual(heard("So you're an electrician?", 'No, a plumber.'), ['Is a plumber']);
  assert.deepEqual(heard("You're a star!", 'Never.'), []);
  assert.deepEqual(heard("You're a nurse?", 'No.'), []);
  assert.deepEqual(heard("You're a nurse?", 'Sometimes.'), []);
});

test('traits, possessions and inabilities are remembered, but not places of the moment', () => {
  const lasting = [
    ["I'm diabetic.", 'Is diabetic'],
    ["I'm self-employed.", 'Is self-employed'],
    ['I have asthma.', 'Has asthma'],
    ["I can't eat gluten.", "Can't eat gluten"],
    ["I'm afraid of heights.", 'Is afraid of heights'],
    ['I wear hearing aids.', 'Wears hearing aids'],
    ['I live alone.', 'Lives alone'],
    ['I hate flying.', 'Hates flying'],
  ] as const;
  for (const [said, fact] of lasting) assert.deepEqual(contentsOf([['Ana', said]]), [fact]);
  const passing = [
    "I'm on my way.",
    "I'm at the door.",
    'I have a meeting in the hall.',
    'My coffee is cold.',
    'I forgot my keys at the office.',
    'My train leaves at nine.',
    'Good to see you.',
  ];
  for (const said of passing) assert.deepEqual(contentsOf([['Ana', said]]), [], said);
});

test("an activity as the subject of a sentence is not the user's own activity", () => {
  const fact = (said: string) => contentsOf([['Ana', said]])[0];
  assert.equal(
    fact('Running with my sister keeps me sane.'),
    'Running with their sister keeps them sane',
  );
  assert.equal(
    fact('Gonna study painting at my old school.'),
    'Is going to study painting at their old school',
  );
});
