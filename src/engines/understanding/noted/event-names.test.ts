import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameIn, nounIn } from './event-names.ts';

test('a name has no owner, no clause after it and no verb that has only begun', () => {
  for (const [said, name] of [
    ["Abena's recital", "Abena's recital"],
    ["Handover's", 'Handover'],
    ['his diabetes check', 'diabetes check'],
    ["we're doing a reunion", 'reunion'],
    ["Mam's asked us for lunch", 'lunch'],
    ["Piano goes to the school, they're coming", 'Piano goes to the school'],
    ["Clips out at ten days, that's", 'Clips out at ten days'],
    ['Driver has', 'Driver'],
    ['Committee meets, which', 'Committee meets'],
  ]) {
    assert.equal(nameIn(said!), name, said);
  }
});

test('words of a sentence are no name', () => {
  for (const said of [
    'I report back',
    'It goes to the council',
    'Wear something that turns',
    'Can Zofia come for tea',
    'Hip was bad',
    'it',
    'nine words are too many for a single name',
    'Tight but fine ill pick it up',
    'Me then for the seaside',
    'Two hundred and ten',
    'Taken the day off',
  ]) {
    assert.equal(nameIn(said), null, said);
  }
});

test('the noun of an appointment keeps the word that belongs to it', () => {
  assert.equal(nounIn('see you at the pub quiz then'.split(' ')), 'pub quiz');
  assert.equal(nounIn('the wedding is in doha'.split(' ')), 'wedding');
  assert.equal(nounIn('no it is fine'.split(' ')), undefined);
});
