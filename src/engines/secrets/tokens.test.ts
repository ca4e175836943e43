import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersIn, secretTokens } from './tokens.ts';

const digitsIn = (...turns: string[]) =>
  numbersIn(secretTokens(turns)).map(({ digits, isAmount }) => (isAmount ? `${digits}!` : digits));

test('digits, tens and repeated digits of a sentence are one number', () => {
  const numbers: Record<string, string[]> = {
    'It is four, seven, 11.': ['4711'],
    'twenty, twenty one, twenty': ['202120'],
    'twenty, one': ['201'],
    'twenty zero': ['200'],
    'einundzwanzig drei': ['213'],
    'double four triple 7': ['44777'],
    'double trouble': [],
    'oh four oh two': ['402'],
    'four. Seven': ['4', '7'],
    'four? Seven': ['4', '7'],
    'four: seven': ['4', '7'],
    '#4711* 12': ['471112'],
    nothing: [],
  };
  for (const [text, digits] of Object.entries(numbers)) assert.deepEqual(digitsIn(text), digits);
  assert.deepEqual(digitsIn('four', 'seven'), ['4', '7']);
});

test('two words may stand between the digits of a number, three may not', () => {
  assert.deepEqual(digitsIn('four dash seven'), ['47']);
  assert.deepEqual(digitsIn('four um dash seven'), ['47']);
  assert.deepEqual(digitsIn('four um dash dash seven'), ['4', '7']);
  assert.deepEqual(digitsIn('four - seven'), ['4', '7']);
  assert.deepEqual(digitsIn('four, um, seven'), ['4', '7']);
  assert.deepEqual(digitsIn('dash seven'), ['7']);
});

test('an amount goes on with a smaller scale, and never with the same one', () => {
  assert.deepEqual(digitsIn('five hundred and thirty six'), ['536!']);
  assert.deepEqual(digitsIn('two thousand five hundred and six'), ['2506!']);
  assert.deepEqual(digitsIn('nine thousand twelve'), ['9012!']);
  assert.deepEqual(digitsIn('five hundred two thousand'), ['502!']);
  assert.deepEqual(digitsIn('five hundred two hundred'), ['502!']);
  assert.deepEqual(digitsIn('five hundred, two'), ['5002!']);
  assert.deepEqual(digitsIn('five hundred 4711'), ['5004711!']);
  assert.deepEqual(digitsIn('five, hundred'), ['5']);
  assert.deepEqual(digitsIn('five', 'hundred'), ['5']);
});
