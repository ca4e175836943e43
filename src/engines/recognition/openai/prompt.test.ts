import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptOf } from './prompt.ts';

test('the most important names are at the end of the prompt', () => {
  assert.equal(promptOf(['Ana', 'Commalise', 'Porto']), 'Porto, Commalise, Ana.');
  assert.equal(promptOf([]), '');
  assert.equal(promptOf(undefined), '');
});

test('a long list keeps its first names', () => {
  const names = Array.from({ length: 200 }, (_, index) => `Name ${index}`);
  const prompt = promptOf(names);
  assert.ok(prompt.length <= 600 && prompt.length > 580, String(prompt.length));
  assert.match(prompt, /^Name \d+, .* Name 1, Name 0\.$/);
});
