import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitOf } from './fits.ts';

test('a query fits by the beginnings of words, in any order, and small words do not count', () => {
  assert.equal(fitOf('keys', ['API keys']), 1);
  assert.ok(fitOf('ke', ['API keys']) > 0);
  assert.ok(fitOf('password change', ['Change password']) > 0);
  assert.ok(fitOf('change my password', ['Change password']) > 0);
  assert.equal(fitOf('eys', ['API keys']), 0);
  assert.equal(fitOf('budget', ['API keys', 'Dark', 'New task']), 0);
  assert.equal(fitOf('', ['API keys']), 0);
});

test('accents and misspelled words fit too, but less', () => {
  assert.equal(fitOf('Jurgen', ['Jürgen Núñez']), 1);
  for (const query of ['exprot', 'exort', 'exporrt', 'expprt']) {
    assert.ok(fitOf(query, ['Export everything']) > 0, query);
  }
  assert.ok(fitOf('asistants', ['Assistants']) > 0);
  assert.ok(fitOf('export', ['Export']) > fitOf('exprot', ['Export']));
  assert.equal(fitOf('dork', ['Day']), 0);
});
