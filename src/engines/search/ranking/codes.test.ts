/** Tests that codes and numbers are found however they are cut into words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasCode, snippetOf } from '../marks.ts';
import { TextIndex } from '../text-index.ts';
import { rank } from './ranker.ts';

function indexOf(texts: readonly string[], isTalk = false): TextIndex {
  const index = new TextIndex();
  const documents = texts.map((text, at) => ({ id: `${at}`, text, whole: !isTalk }));
  if (isTalk) index.put({ id: 'talk', at: 0, labels: [], texts: documents });
  else for (const each of documents) index.put({ id: each.id, at: 0, labels: [], texts: [each] });
  return index;
}

const found = (index: TextIndex, text: string) =>
  rank(index, { text, limit: 10 }).groups.map(({ id }) => id);

const CHARACTER = fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRSTUVWXYZ');
const CODE = fc
  .array(CHARACTER, { minLength: 6, maxLength: 24 })
  .map((characters) => characters.join(''))
  .filter((code) => (code.match(/\d/g) ?? []).length >= 3);

/** Cuts a code into groups of at most four characters, as people write it. */
const cutsOf = (code: string) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 12, maxLength: 12 }),
      fc.array(fc.constantFrom(' ', '-', '.', '/', ' - '), { minLength: 12, maxLength: 12 }),
    )
    .map(([lengths, signs]) => {
      let rest = code;
      let text = '';
      for (let at = 0; rest !== ''; at += 1) {
        const length = rest.length < 7 ? rest.length : lengths[at % 12]!;
        text += rest.slice(0, length) + (rest.length > length ? signs[at % 12]! : '');
        rest = rest.slice(length);
      }
      return text;
    });

test('a code is found in each way to cut it, by each other way', () => {
  fc.assert(
    fc.property(
      CODE.chain((code) => fc.tuple(fc.constant(code), cutsOf(code), cutsOf(code))),
      ([code, stored, asked]) => {
        const index = indexOf([
          'The garden is green.',
          `It is ${stored} there.`,
          'Room 12 is free.',
        ]);
        for (const query of [code, code.toLowerCase(), asked]) {
          assert.equal(found(index, query)[0], '1', `${stored} by ${query}`);
          assert.ok(hasCode(`It is ${stored} there.`, query), `${stored} by ${query}`);
        }
      },
    ),
    { numRuns: 300 },
  );
});

/** The first four digits may be the code of a country with a zero. */
test('a code with one other character is not found', () => {
  fc.assert(
    fc.property(
      fc
        .stringMatching(/^[1-9]\d{6,11}$/)
        .chain((code) => fc.tuple(fc.constant(code), fc.integer({ min: 4, max: code.length - 1 }))),
      ([code, place]) => {
        const other = String((Number(code[place]) + 1) % 10);
        const wrong = code.slice(0, place) + other + code.slice(place + 1);
        assert.deepEqual(found(indexOf([`It is ${wrong} there.`]), code), []);
        assert.ok(!hasCode(`It is ${wrong} there.`, code));
      },
    ),
    { numRuns: 200 },
  );
});

test('a phone number is found with and without the code of the country', () => {
  const index = indexOf(['Tel. 0170 987 65 43', 'Tel. +49151 2345678', 'Tel. (415) 555-0132']);
  for (const [query, id] of [
    ['+49 170 9876543', '0'],
    ['00491709876543', '0'],
    ['0151 2345678', '1'],
    ['1512345678', '1'],
    ['+1 415 555 0132', '2'],
    ['14155550132', '2'],
    ['555-0132', '2'],
  ] as const) {
    assert.equal(found(index, query)[0], id, query);
  }
});

test('a code in quotation marks is found by its characters too', () => {
  const index = indexOf(['It is AB-12 34.', 'AB, 12 and 34 are three.']);
  assert.deepEqual(found(index, '"AB1234"'), ['0']);
  assert.deepEqual(found(index, '"AB 12 34"'), ['0']);
});

test('a turn with a code leads to it, with the code marked', () => {
  const index = indexOf(['Hello there.', 'The IBAN is DE89 3704 0044 0532.', 'Thank you.'], true);
  const { groups } = rank(index, { text: 'DE89370400440532', limit: 1 });
  assert.equal(groups[0]!.texts[0]!.id, '1');
  const { text, marks } = snippetOf('The IBAN is DE89 3704 0044 0532.', 'de893704-00440532', 100);
  assert.deepEqual(
    marks.map(({ start, end }) => text.slice(start, end)),
    ['DE89 3704 0044 0532'],
  );
});

test('numbers beside each other are no code with words between them', () => {
  const index = indexOf(['We bought 12 apples and 34 pears.', 'The 12th of May 2034.']);
  assert.deepEqual(found(index, '1234'), []);
  assert.deepEqual(found(index, '122034'), []);
});

test('an index of only common words has numbers as scores', () => {
  for (const isTalk of [true, false]) {
    const { groups } = rank(indexOf(['Do it', 'It is so'], isTalk), { text: 'do it', limit: 5 });
    assert.ok(groups.length > 0);
    for (const { score, texts } of groups) {
      for (const value of [score, ...texts.map((each) => each.score)]) {
        assert.ok(value > 0 && value <= 1, `${value}`);
      }
    }
  }
});
