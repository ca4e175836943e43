/** Tests in which language a page is rendered. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { noteLanguage, pageReaderOf } from './reader.ts';

const SITE = 'https://me.example.org/commonplace';
const requestOf = (languages?: string) =>
  ({
    headers: { host: 'stranger.example', ...(languages && { 'accept-language': languages }) },
  }) as IncomingMessage;
const languageOf = (languages?: string) => pageReaderOf(requestOf(languages), SITE).language;

test('a page is in the language that the browser prefers and the pages speak', () => {
  for (const [languages, language] of [
    [undefined, 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de, en', 'de'],
    ['en, de', 'en'],
    ['en;q=0.8, de', 'de'],
    ['en;q=0.8, de;q=0.9', 'de'],
    ['de;q=0.5, en;q=0.9', 'en'],
    ['en; q=0.1, de;q=0.9', 'de'],
    ['de;q=nonsense, en;q=0.1', 'en'],
    ['fr, pt;q=0.9, de;q=0.1', 'de'],
    ['fr, den', 'en'],
  ] as const) {
    assert.equal(languageOf(languages), language, languages);
  }
  assert.equal(languageOf(`${'fr,'.repeat(100)}de`), 'en');
});

test('the language that a user has chosen comes first', () => {
  const request = requestOf('en');
  noteLanguage(request, null);
  assert.equal(pageReaderOf(request, SITE).language, 'en');
  noteLanguage(request, 'de');
  assert.deepEqual(pageReaderOf(request, SITE), { language: 'de', host: 'me.example.org' });
  noteLanguage(request, 'pt');
  assert.equal(pageReaderOf(request, SITE).language, 'en');
});
