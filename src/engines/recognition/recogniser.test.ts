import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knowsLanguage, qualityIn } from './recogniser.ts';
import { KNOWN_LANGUAGES, languageToken, POOR_LANGUAGES } from './whisper/vocabulary.ts';

const capabilities = {
  languages: KNOWN_LANGUAGES,
  poorLanguages: POOR_LANGUAGES,
  quality: 'medium',
} as never;

test('the quality depends on the language', () => {
  const quality = (language: string) => qualityIn({ capabilities }, language);
  assert.deepEqual(['en-GB', 'de', 'multi'].map(quality), ['medium', 'medium', 'medium']);
  assert.deepEqual(['cy', 'hr-HR', 'yo'].map(quality), ['low', 'low', 'low']);
});

test('every code of a language that the built-in recogniser knows has a token', () => {
  for (const language of KNOWN_LANGUAGES) {
    assert.ok(knowsLanguage({ capabilities }, language));
    assert.ok(languageToken(language) >= 50_259 && languageToken(language) < 50_358, language);
  }
  assert.equal(languageToken('nb'), languageToken('no'));
  assert.ok(!knowsLanguage({ capabilities }, 'ga'));
  assert.throws(() => languageToken('ga'), /does not know the language ga/);
});
