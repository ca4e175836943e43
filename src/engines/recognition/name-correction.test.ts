import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameCorrector } from './name-correction.ts';
import type { Utterance } from './recogniser.ts';

type Said = readonly (readonly [text: string, confidence?: number])[];

/** Each word lasts a second. */
function utterance(said: Said): Utterance {
  const words = said.map(([text, confidence], at) => ({
    text,
    start: at,
    end: at + 1,
    ...(confidence !== undefined && { confidence }),
  }));
  const text = words.map((word) => word.text).join(' ');
  return { id: '1', text, start: 0, end: words.length, words };
}

/** A word in parentheses is one of which the recogniser was not sure. */
const heard = (line: string): Utterance =>
  utterance(
    line
      .split(' ')
      .map((word) => (word.startsWith('~') ? ([word.slice(1), 0.3] as const) : [word, 0.9])),
  );
const corrected = (vocabulary: string[], line: string): string =>
  nameCorrector(vocabulary)(heard(line)).text;

const CASES: readonly [names: string[], line: string, expected: string][] = [
  [['Commalise'], 'We use ~comma ~lice daily.', 'We use Commalise daily.'],
  [['Commalise'], '~Comma ~lice, I said.', 'Commalise, I said.'],
  [['Commalise'], 'We use comma ~lice daily.', 'We use comma lice daily.'],
  [['Commalise'], 'A ~comma, ~lice and fleas.', 'A comma, lice and fleas.'],
  [['Commalise'], "~Commalize's ~offer is here", "Commalise's offer is here"],
  [['Ana'], 'This is ~an ~a problem.', 'This is Ana problem.'],
  [['Ana'], 'This is an a problem.', 'This is an a problem.'],
  [['Ana'], 'This is ~an a problem.', 'This is an a problem.'],
  [['Ana'], 'With ~Anna today', 'With Anna today'],
  [['Anna', 'Ana'], 'With ~Anna today', 'With Anna today'],
  [['Johnson'], '~Jonson ~a ~while', 'Johnson a while'],
  [['Johnson'], '~Johnson ~a ~while', 'Johnson a while'],
  [['Jürgen'], 'Call ~Yurgen now', 'Call Jürgen now'],
  [['Jürgen'], 'Call ~Juergen now', 'Call Jürgen now'],
  [['Núñez'], 'With ~“Nunyes”.', 'With “Núñez”.'],
  [['Núñez'], 'With ~Nunyes.', 'With Núñez.'],
  [['Ana Núñez'], 'It was ~Anna ~Nunez.', 'It was Ana Núñez.'],
  [['Ana Núñez'], 'It was Ana ~Nunez.', 'It was Ana Núñez.'],
  [['Ana Núñez'], 'It was Anna ~Nunez.', 'It was Anna Núñez.'],
  [['Kubernetes'], 'On ~cooper ~nettys we run', 'On Kubernetes we run'],
  [['kubectl'], '~Kube ~ctl is there', 'Kubectl is there'],
  [['Schmidt'], 'Mr ~Schmitt left', 'Mr Schmidt left'],
  // Short names.
  [['Al'], '~all of ~Hal', 'all of Hal'],
  [['Ed'], '~add ~it, ~and ~ed', 'add it, and Ed'],
  [['Jo'], '~Joe said ~so', 'Joe said so'],
  // Names that are ordinary words.
  [
    ['Will', 'May', 'Art', 'Bill', 'Mark'],
    '~I ~will ~may ~art ~bill ~mark',
    'I will may art bill mark',
  ],
  [['Will'], 'Ask ~Wil now', 'Ask Will now'],
  [['Will'], 'Ask Wil ~well ~wheel ~Whale', 'Ask Wil well wheel Whale'],
  [['Mark'], 'Ask ~Marc now', 'Ask Mark now'],
  [['Bill'], 'A ~Bull and a ~Ball', 'A Bull and a Ball'],
  // Words in lower case, and several words, are more often other words than a short name.
  [
    ['Peter', 'Gary', 'Seth', 'Cindy', 'Sofia', 'Harry'],
    '~better ~car ~seat ~sunday ~sofa ~hora',
    'better car seat sunday sofa hora',
  ],
  [['Teresa', 'Keith'], '~tres ~y ~key ~to', 'tres y key to'],
  [['Lena'], 'Ask ~Leena now', 'Ask Lena now'],
  [['Mia', 'Lena'], '~mía y ~leña', 'mía y leña'],
  [['Lisboa'], 'Em ~lisboa', 'Em Lisboa'],
  [['Ana de Souza'], 'With ~Anna ~de ~Suza.', 'With Ana de Souza.'],
  // Ordinary words are no names that sound like them.
  [['Ian', 'Jess', 'Wen', 'Thea', 'Wyatt'], '~in ~yes ~when ~they ~what', 'in yes when they what'],
];

for (const [names, line, expected] of CASES) {
  test(`with ${names.join(', ')}, “${line}” becomes “${expected}”`, () => {
    assert.equal(corrected(names, line), expected);
  });
}

test('a name that was heard as several words has their times and their least confidence', () => {
  const { words } = nameCorrector(['Commalise'])(
    utterance([
      ['Use', 0.9],
      ['comma', 0.4],
      ['lice', 0.2],
    ]),
  );
  assert.deepEqual(words.slice(1), [{ text: 'Commalise', start: 1, end: 3, confidence: 0.2 }]);
});

test('a known name in its own spelling is no guess, unless it is an ordinary word', () => {
  const confidences = (vocabulary: string[], line: string) =>
    nameCorrector(vocabulary)(heard(line)).words.map(({ confidence }) => confidence);
  assert.deepEqual(confidences(['Commalise'], 'at ~Commalise, ~today'), [0.9, 0.5, 0.3]);
  assert.deepEqual(confidences(['Will'], '~Will you'), [0.3, 0.9]);
});

test('a word without a confidence stays', () => {
  const said = utterance([['comma'], ['lice']]);
  assert.equal(nameCorrector(['Commalise'])(said), said);
});

test('a text that is not made of its words stays', () => {
  const said = { ...utterance([['Commalize', 0.1]]), text: 'Commalize (laughs)' };
  assert.equal(nameCorrector(['Commalise'])(said), said);
});

const Text = fc.oneof(
  fc.constantFrom(
    'comma',
    'lice',
    'Commalize',
    'an',
    'a',
    'will',
    'Jürgen',
    'Yurgen',
    'Ana,',
    "Anna's",
    '…',
    '¿',
    '日本',
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.replace(/\s/gu, '') || 'x'),
);
const Words = fc.array(
  fc.tuple(Text, fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined })),
  { minLength: 1, maxLength: 12 },
);
const Names = fc.array(
  fc.oneof(
    fc.constantFrom('Commalise', 'Ana', 'Jürgen Núñez', 'Will', '?', ''),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  ),
  { maxLength: 6 },
);

test('sure words stay in their order and with their times, and the text is that of the words', () => {
  fc.assert(
    fc.property(Names, Words, (names, said) => {
      const before = utterance(said);
      const after = nameCorrector(names)(before);
      // An unsure word that is a known name gets a confidence of 0.5.
      const sure = ({ words }: Utterance) => words.filter(({ confidence = 1 }) => confidence > 0.5);
      assert.deepEqual(sure(after), sure(before));
      assert.equal(after.text, after.words.map(({ text }) => text).join(' '));
      assert.equal(after.words.at(-1)!.end, before.words.at(-1)!.end);
      for (const [at, { start, end }] of after.words.entries()) {
        assert.ok(start <= end && start >= (after.words[at - 1]?.end ?? 0) - 1e-9);
      }
    }),
  );
});

test('a corrected utterance is not corrected again', () => {
  fc.assert(
    fc.property(Names, Words, (names, said) => {
      const once = nameCorrector(names)(utterance(said));
      assert.equal(nameCorrector(names)(once).text, once.text);
    }),
  );
});

test('an empty vocabulary changes nothing', () => {
  fc.assert(
    fc.property(Words, (said) => {
      const before = utterance(said);
      assert.equal(nameCorrector([])(before), before);
    }),
  );
});
