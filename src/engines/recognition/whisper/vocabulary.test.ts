import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES, languageToken, TRANSCRIBE, TokenVocabulary } from './vocabulary.ts';
import { WHISPER_FILES } from './whisper-files.ts';

const vocabulary = new TokenVocabulary(WHISPER_FILES.vocabulary.url);

test('the tokens of any text give the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(vocabulary.textOf(vocabulary.tokensOf(text)), text);
    }),
    { numRuns: 1_000 },
  );
});

test('a text has the tokens that the network was trained with', () => {
  assert.deepEqual(
    vocabulary.tokensOf(' And Mr. John Dashwood'),
    [400, 2221, 13, 2619, 23_453, 6_092],
  );
  assert.equal(vocabulary.textOf([632, 550, 31_339]), ' had then leisure');
  assert.deepEqual(vocabulary.tokensOf(''), []);
});

test('a token that ends in the middle of a character is shown as unknown', () => {
  const tokens = vocabulary.tokensOf('𝔘');
  assert.ok(tokens.length > 1);
  assert.match(vocabulary.textOf(tokens.slice(0, 1)), /\uFFFD/);
});

test('each language has a token of its own', () => {
  assert.deepEqual(['en', 'de', 'es', 'su'].map(languageToken), [50_259, 50_261, 50_262, 50_357]);
  const tokens = new Set(LANGUAGES.map(languageToken));
  assert.equal(tokens.size, LANGUAGES.length);
  assert.ok(Math.max(...tokens) < TRANSCRIBE);
  assert.throws(() => languageToken('tlh'), /does not know the language tlh/);
});
