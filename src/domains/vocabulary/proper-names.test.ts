import assert from 'node:assert/strict';
import { test } from 'node:test';
import { properNames } from './proper-names.ts';

const CASES: readonly [text: string, names: string[]][] = [
  ['Has a sister in Faro', ['Faro']],
  ['Works with Lena Brook in May on Monday', ['Lena Brook']],
  ['Speaks German. Lives near Lake Constance', ['Lake Constance']],
  ["Keeps Marta's keys, and I'm sure I know", ['Marta']],
  ['Says: “Hello Peter”', ['Peter']],
  ['Vive en Núñez con Jürgen', ['Núñez', 'Jürgen']],
  // All nouns have capital letters.
  ['Er hat ein Haus und einen Hund in der Stadt', []],
  ['Die Ärztin heißt Frau Schneider und ist nett', ['Schneider']],
  ['', []],
];

for (const [text, names] of CASES) {
  test(`“${text}” names ${names.join(', ') || 'nobody'}`, () => {
    assert.deepEqual(properNames([text]), names);
  });
}

test('the most frequent names come first', () => {
  assert.deepEqual(properNames(['Sees Ana', 'Sees Rui', 'With Rui and Rui']), ['Rui', 'Ana']);
});
