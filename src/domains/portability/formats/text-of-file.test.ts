import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UnfitFile } from '../../../core/errors.ts';
import { recogniseFormat } from './recognise.ts';
import { CHATGPT, LIMITLESS, MEM0, OMI } from './samples.fixture.ts';
import { jsonOfFile, textOfFile } from './text-of-file.ts';

test('JSON that was cut is refused at whichever byte', () => {
  for (const value of [CHATGPT, LIMITLESS, MEM0, OMI]) {
    for (const space of [0, 2]) {
      const whole = Buffer.from(JSON.stringify(value, null, space));
      for (let length = 0; length < whole.length; length += 5) {
        const name = length % 2 === 0 ? 'export.json' : 'export';
        const cut = whole.subarray(0, length);
        assert.throws(() => recogniseFormat(name, cut, 'UTC'), UnfitFile, cut.toString());
      }
    }
  }
});

test('records of JSON in lines are refused if the last line was cut', () => {
  const whole = MEM0.results.map((each) => JSON.stringify(each)).join('\n');
  const first = whole.indexOf('\n');
  for (let length = first + 2; length < whole.length; length += 1) {
    assert.throws(
      () => recogniseFormat('a.jsonl', Buffer.from(whole.slice(0, length)), 'UTC'),
      /line 2/,
    );
  }
});

test('text in Latin letters is read in each encoding that is known', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz  .,éüñçø');
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1 }), (given) => {
      const text = `The words are ${given.join('')} and these.`;
      for (const encoding of ['utf8', 'utf16le', 'latin1'] as const) {
        assert.equal(textOfFile('a.txt', Buffer.from(text, encoding)).text, text);
      }
    }),
  );
});

test('text in other encodings is refused', () => {
  const polish = Buffer.from('To jest ksi\u00b9\u00bfka.', 'latin1');
  const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  const japanese = Buffer.from([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x81, 0x5b]);
  for (const file of [polish, russian, japanese]) {
    assert.throws(() => textOfFile('a.txt', file), /encoding/);
  }
});

test('an integer that a number cannot hold keeps its digits', () => {
  const text =
    '{"a": 9007199254740993, "b": [12345678901234567890, 7, 1.5], "c": "1234567890123456789"}';
  assert.deepEqual(jsonOfFile('a.json', text)?.value, {
    a: '9007199254740993',
    b: ['12345678901234567890', 7, 1.5],
    c: '1234567890123456789',
  });
});
