import assert from 'node:assert/strict';
import { test } from 'node:test';
import { understandByRules } from '../by-rules.ts';
import type { Transcript } from '../maker.ts';
import { asFact } from './memory-wording.ts';

/** Returns the memories from a note with these words. */
function rememberedOf(text: string, more: Partial<Transcript> = {}): string[] {
  const segment = {
    id: 'one',
    text,
    speaker_id: 0,
    speaker_name: null,
    is_user: true,
    start: 0,
    end: 4,
    confidence: null,
  };
  const { memories } = understandByRules({
    started_at: new Date('2026-03-02T10:00:00Z'),
    timezone: 'UTC',
    language: 'en',
    user_name: null,
    known_memories: [],
    rejected_memories: [],
    segments: [segment],
    ...more,
  });
  return memories.map(({ content }) => content);
}

test('plain facts are remembered from a single sentence', () => {
  const facts = {
    'I am allergic to peanuts, so no peanut cake this time.': 'Is allergic to peanuts',
    'Yes, I love jazz.': 'Loves jazz',
    'I live in Lisbon with my wife and two kids.': 'Lives in Lisbon with their wife and two kids',
    'My wife is a nurse at the central hospital.': 'Wife is a nurse at the central hospital',
    'My daughter Clara is six years old.': 'Daughter Clara is six years old',
    'I prefer tea over coffee.': 'Prefers tea over coffee',
    'I grew up in Porto.': 'Grew up in Porto',
    "My wife's a midwife.": 'Wife is a midwife',
    "My wife's car is a Golf.": "Wife's car is a Golf",
    "I've got a cat called Olive.": 'Has a cat called Olive',
    'I never learnt to drive.': 'Never learnt to drive',
    "I don't drink alcohol.": "Doesn't drink alcohol",
    'I have two cats, Milo and Luna.': 'Has two cats, Milo and Luna',
    'I go running every morning before work.': 'Goes running every morning before work',
    'My birthday is on the third of May.': 'Birthday is on the third of May',
    'I take my coffee without sugar.': 'Takes their coffee without sugar',
    'I play football with friends every Tuesday.': 'Plays football with friends every Tuesday',
    'I have asthma.': 'Has asthma',
  };
  for (const [said, fact] of Object.entries(facts)) assert.deepEqual(rememberedOf(said), [fact]);
});

test('a fact among others that commas join is remembered alone', () => {
  const facts = {
    "I'm no better, I can't touch shellfish, I blow up like a balloon.": "Can't touch shellfish",
    "I can do Thursday, but I'm not doing both, I'm eighty-three.": 'Is eighty-three',
    "Can't, I'm allergic to fur.": 'Is allergic to fur',
    "The flat's tiny and my boyfriend works from home.": 'Boyfriend works from home',
    'I lie awake anyway I work nights at the depot': 'Works nights at the depot',
    'I want to swim the lake before I am fifty.': 'Wants to swim the lake before they are fifty',
  };
  for (const [said, fact] of Object.entries(facts)) assert.deepEqual(rememberedOf(said), [fact]);
});

test('words without apostrophes and capitals are remembered in their right spelling', () => {
  const facts = {
    'i dont drink alcohol': "Doesn't drink alcohol",
    'i cant eat shellfish': "Can't eat shellfish",
    'ive got a cat called olive': 'Has a cat called olive',
    'im allergic to penicillin': 'Is allergic to penicillin',
  };
  for (const [said, fact] of Object.entries(facts)) assert.deepEqual(rememberedOf(said), [fact]);
});

test('plain statements of habits, health and dislikes are facts', () => {
  const facts = {
    'I work Mondays.': 'Works Mondays',
    'I finish at two on Fridays.': 'Finishes at two on Fridays',
    'At home we speak Polish.': 'At home they speak Polish',
    "I've stopped coffee completely.": 'Has stopped coffee completely',
    "I've been sober a year.": 'Has been sober a year',
    "I'm on nights.": 'Is on nights',
    "I'm coeliac.": 'Is coeliac',
    "I can't have penicillin.": "Can't have penicillin",
    "I've a stammer when I'm looked at.": 'Has a stammer when they are looked at',
    'I taught shop for thirty-three years.': 'Taught shop for thirty-three years',
    "My shoulder's still clicking.": 'Shoulder is still clicking',
    'I do payroll.': 'Does payroll',
    "I'm on the early shift at the transit garage.": 'Is on the early shift at the transit garage',
  };
  for (const [said, fact] of Object.entries(facts)) assert.deepEqual(rememberedOf(said), [fact]);
});

test('what is true for some hours is no fact', () => {
  for (const said of [
    'I have Doctor Lal at ten past nine.',
    "I'm on the ward till eight.",
    'My cousin Ned is coming.',
    "I'm off to Menorca.",
    "I've given up on him.",
    "I've stopped believing it.",
    "I've got eleven tablets left.",
    "I'm up on a roof, but go ahead.",
    "I'm not renewing in June.",
    'I might give the car away.',
    "I can't have the keys.",
    "I've to bring Mam to the clinic.",
    "I'm back home on the sixth, landing at noon.",
  ])
    assert.deepEqual(
      rememberedOf(said).filter((fact) => !fact.includes('called')),
      [],
      said,
    );
});

test('two facts of one sentence are two memories, unless the second is clear only beside the first', () => {
  const facts = {
    'We moved to Porto and I quit my job.': ['Moved to Porto', 'Quit their job'],
    'I live in Porto and I work as a nurse and I have two cats.': [
      'Lives in Porto',
      'Works as a nurse',
      'Has two cats',
    ],
    'My sister and I live in Porto.': ['Sister and they live in Porto'],
    'I like coffee and I drink it black.': ['Likes coffee and they drink it black'],
    'I moved to Porto and I work as a nurse. It suits me.': [
      'Moved to Porto',
      'Works as a nurse. It suits them',
    ],
  };
  for (const [said, memories] of Object.entries(facts)) {
    assert.deepEqual(rememberedOf(said), memories, said);
  }
});

test('a known or removed fact beside another one is not remembered again', () => {
  const said = 'We moved to Porto and I quit my job.';
  assert.deepEqual(rememberedOf(said, { known_memories: ['Moved to Porto'] }), ['Quit their job']);
  assert.deepEqual(rememberedOf(said, { rejected_memories: ['Quit their job'] }), [
    'Moved to Porto',
  ]);
});

test('statements about the moment are not remembered', () => {
  const passing = [
    'Note to self: buy a present for Clara, she turns seven on the 3rd of December.',
    'Monday at ten works for me.',
    'My landlord said he would pay for it if it costs less than 200 euros.',
    'I want to return on March 9th.',
    'I need a cab for two people.',
    "I'd like to book a table for four.",
    'I am fine with that.',
    "I'm really mad at him.",
    'Here is my driving licence.',
    "I won't be able to vote.",
    'I only need one ticket.',
    'My train leaves at nine.',
  ];
  for (const said of passing) assert.deepEqual(rememberedOf(said), [], said);
});

test('a fact about somebody else needs a name, perhaps from the sentence before', () => {
  assert.deepEqual(rememberedOf('Otis is allergic to sesame.'), ['Otis is allergic to sesame']);
  assert.deepEqual(rememberedOf('You met Anil. He is allergic to sesame.'), [
    'Anil is allergic to sesame',
  ]);
  assert.deepEqual(rememberedOf('I went there. He is allergic to sesame.'), []);
});

test('"\'s" is spelled out where it is a verb', () => {
  assert.equal(
    asFact("my knee's been bad since the fall", null),
    'Knee has been bad since the fall',
  );
  assert.equal(asFact("my son's called Emil", null), 'Son is called Emil');
  assert.equal(asFact("my son's school is in Cork", null), "Son's school is in Cork");
  assert.equal(asFact("I've got to wear glasses", null), 'Has got to wear glasses');
});
