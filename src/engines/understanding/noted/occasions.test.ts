import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNoThing, namesOccasion, occasionIn, occasionOf, titleBefore } from './occasions.ts';

test('a sentence names its only occasion', () => {
  const own = new Set(['ben']);
  assert.equal(occasionIn('The dress rehearsal is on Thursday.', own), 'dress rehearsal');
  assert.equal(occasionIn('A wedding and a funeral on Thursday.', own), null);
  assert.equal(occasionIn('The oven comes on Thursday.', own), null);
});

test('an occasion may be of somebody', () => {
  assert.equal(occasionOf('My boy Eli has his recital on Friday.'), "Eli's recital");
  assert.equal(occasionOf('Mia has got a swimming lesson.'), "Mia's swimming lesson");
  assert.equal(occasionOf('Mia has her exam results.'), "Mia's exam");
  assert.equal(occasionOf('There has been a party.'), null);
  assert.equal(occasionOf('Mia has a cold.'), null);
});

test('a name ends in an occasion or has one before its place', () => {
  for (const name of ['Coffee with Lena', 'Flights to Hobart', "Eli's recital", 'check-up'])
    assert.ok(namesOccasion(name), name);
  for (const name of ['Hospital', 'Nina']) assert.ok(!namesOccasion(name), name);
});

test('a title stands before the name of who is met', () => {
  assert.equal(titleBefore('Lal', "I've got Dr Lal on Thursday"), 'Dr');
  assert.equal(titleBefore('Lal', 'Mrs. Lal, on Thursday'), 'Mrs');
  assert.equal(titleBefore('Lal', 'Lal, on Thursday'), null);
  assert.equal(titleBefore('Okafor', "I've got Dr Lal on Thursday"), null);
});

test('words of praise are no things', () => {
  assert.ok(isNoThing('Lovely'));
  assert.ok(!isNoThing('Lovely garden'));
});
