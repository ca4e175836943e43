import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GERMAN_SET_UPS } from '../../client/src/set-ups-german.ts';
import { SET_UPS } from '../../client/src/set-ups.ts';

const CONSOLE = new URL('../', import.meta.url);
const textsOf = (locale: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`messages/${locale}.json`, CONSOLE), 'utf8'));
const fieldsOf = (text: unknown) =>
  new Set(JSON.stringify(text).match(/(?<=\{)\w+(?=\})/g)).values().toArray().toSorted();

test('every text exists in both languages, with the same fields', () => {
  const [english, german] = [textsOf('en'), textsOf('de')];
  assert.deepEqual(Object.keys(german), Object.keys(english));
  for (const [name, text] of Object.entries(english)) {
    // A plural form for exactly one may omit the number.
    assert.deepEqual(fieldsOf(german[name]), fieldsOf(text), name);
  }
});

test('every step that connects an assistant exists in German', () => {
  for (const text of SET_UPS.flatMap(({ steps }) => steps)) assert.ok(GERMAN_SET_UPS[text], text);
});

test('every text is used', () => {
  const code = globSync('src/**/*.{ts,tsx}', { cwd: CONSOLE })
    .filter((path) => !path.startsWith('src/paraglide'))
    .map((path) => readFileSync(new URL(path, CONSOLE), 'utf8'))
    .join('\n');
  const used = new Set(code.match(/(?<=\bm\.)\w+/g));
  const unused = Object.keys(textsOf('en')).filter((name) => !used.has(name));
  assert.deepEqual(unused, []);
});

test('the German texts address the reader with "du"', () => {
  const formal = /\b(?:Ihr(?:e[mnrs]?)?|Ihnen)\b|\w+en Sie\b/;
  const found = Object.entries(textsOf('de')).filter(([, text]) =>
    formal.test(JSON.stringify(text)),
  );
  assert.deepEqual(found, []);
});
