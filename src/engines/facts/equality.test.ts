/** Tests when two facts, tasks or appointments are the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sameWordOf } from '../words/terms.ts';
import { areSame, containsAllOf, KnownTexts, saySame } from './equality.ts';

test('known paraphrases and other forms of the same words are the same', () => {
  for (const [one, other] of [
    ['Is allergic to peanuts', 'Has a peanut allergy'],
    ['Is allergic to peanuts', 'Allergic to peanuts.'],
    ['Works as a nurse at the hospital', 'Is a nurse at the hospital'],
    ['Lives in Lisbon', 'Is living in Lisbon'],
    ['The user lives in Lisbon', 'lives in Lisbon'],
    ['Has a son called Leo', 'Leo is my son'],
    ["Son's name is Leo", 'My son is called Leo'],
    ['Is married to Nina', 'Wife is called Nina'],
    ['Favourite film is Alien', 'Alien is my favourite film'],
    ['Likes jazz', 'Loves jazz'],
    ['Has two cats', 'Has 2 cats'],
    ['Has three kids', 'Has three children'],
    ["Doesn't eat meat", 'Does not eat meat'],
    ['Call mum', 'Call my mother'],
    ['Ring the plumber', 'Please ring the plumber!'],
  ] as const) {
    assert.ok(saySame(one, other), `${one} – ${other}`);
    assert.ok(saySame(other, one), `${other} – ${one}`);
  }
  assert.ok(saySame('Wohnt in Leipzig', 'wohnt in Leipzig.', 'de'));
});

test('one other word, number, name, code, day, sign or negation makes another text', () => {
  for (const [one, other] of [
    ['Takes 20 mg of the tablets', 'Takes 40 mg of the tablets'],
    ['Has a daughter called Ida', 'Has a daughter called Eva'],
    ['Has a son called Leo', 'Has a daughter called Leo'],
    ['Has a brother called Leo', 'Has a younger brother called Leo'],
    ['Gift code is AB3XQ', 'Gift code is aB3XQ'],
    ['Takes prednisone', 'Takes prednisolone'],
    ['Lives in Interlaken', 'Lives in Interlagos'],
    ['Lives in La Paz', 'Lives in Paz'],
    ['Lived in Porto', 'Lives in Porto'],
    ['Lives in Lisbon', 'Lives in Lisbon with Rui'],
    ['Works as a nurse in Porto', 'Works as a nurse in Lisbon'],
    ['Eats fish', 'Does not eat fish'],
    ['Likes jazz', 'Hates jazz'],
    ['Speaks Italian', 'Only speaks Italian'],
    ['Runs on Mondays', 'Runs on Tuesdays'],
    ['Has a cat', 'Has cats'],
    ['Has a kid', 'Has kids'],
    ['Meets Ana at 10 am every day', 'Meets Ana at 10 pm every day'],
    ['Fly from Rome to Paris', 'Fly from Paris to Rome'],
    ['Turn on the heating', 'Turn off the heating'],
    ['Pay invoice 12', 'Pay invoice 21'],
    ['Owes $50', 'Owes €50'],
    ['Needs 1.5 litres', 'Needs 15 litres'],
    ['Set it to -5', 'Set it to 5'],
    ['Writes C++', 'Writes C#'],
    ['Likes 🍎', 'Likes 🍐'],
    ['Drinks soy milk', 'Drinks milk'],
    ['Has a fox den at home', 'Has a fox at home'],
    ['Watches Die Hard', 'Watches hard'],
  ] as const) {
    assert.ok(!saySame(one, other), `${one} – ${other}`);
    assert.ok(!saySame(other, one), `${other} – ${one}`);
  }
  assert.ok(!saySame('Nimmt 20 mg', 'Nimmt 40 mg', 'de'));
  assert.ok(!saySame('Tiene una hija que se llama Ida', 'Tiene una hija que se llama Eva', 'es'));
});

const word = fc
  .stringMatching(/^[b-df-hj-np-tv-z][aeou][b-df-hj-np-tv-z]{1,2}[aeou]?$/)
  .filter((each) => !saySame(each, 'x'));
const fact = fc.record({
  verb: fc.constantFrom('Has', 'Takes', 'Likes', 'Lives in', 'Works as a', 'Is allergic to'),
  words: fc.array(word, { minLength: 1, maxLength: 5 }),
  at: fc.nat(),
  other: fc.oneof(
    word,
    fc.nat(999).map(String),
    fc.constantFrom('Ida', 'B2B', 'Monday', 'not', 'die', 'soy', 'mi'),
  ),
});

test('facts that differ in one word are two, in whatever place it stands', () => {
  fc.assert(
    fc.property(fact, ({ verb, words, at, other }) => {
      const place = at % words.length;
      fc.pre(sameWordOf(words[place]!) !== sameWordOf(other));
      const text = (some: readonly string[]) => `${verb} ${some.join(' ')}`;
      assert.ok(!saySame(text(words), text(words.with(place, other))));
      assert.ok(!saySame(text(words), text(words.toSpliced(place, 0, other))));
      assert.ok(saySame(text(words), `${text(words)}.`));
    }),
  );
});

test('the same words about another time are another task, and without a time the same', () => {
  const text = 'Pay the rent';
  const [monday, friday] = [new Date('2026-11-23'), new Date('2026-11-27')];
  assert.ok(!areSame({ text, at: monday }, { text, at: friday }));
  assert.ok(areSame({ text, at: monday }, { text, at: new Date('2026-11-23') }));
  assert.ok(areSame({ text, at: monday }, { text }));
});

test('a known text is found by its parts, and only at its time', () => {
  const known = new KnownTexts(['Lives in Lisbon']);
  assert.equal(known.find({ text: 'Is living in Lisbon' }), 'Lives in Lisbon');
  assert.equal(known.find({ text: 'Lives in Porto' }), undefined);
  known.add({ text: 'Has a dog' }, 'Has a dog. Has a cat');
  assert.equal(known.find({ text: 'has a dog' }), 'Has a dog. Has a cat');
  known.add({ text: 'Dentist', at: new Date(1) });
  assert.equal(known.find({ text: 'Dentist', at: new Date(2) }), undefined);
  assert.equal(known.find({ text: 'Dentist', at: new Date(1) }), 'Dentist');
});

test('a text contains another when it has all of its words, and says no as often', () => {
  const isIn = (part: string, whole: string) => containsAllOf(whole, part);
  assert.ok(isIn('Ring the plumber', 'Ring the plumber about the leak'));
  assert.ok(isIn('Likes dogs', 'Likes big dogs'));
  for (const [part, whole] of [
    ['Pay invoice 12', 'Pay invoice 21'],
    ['Ring Ana', 'Do not ring Ana'],
    ['Turn off the heating', 'Turn on the heating'],
    ['Andrea called', 'Andreas called'],
    ['', 'Ring Ana'],
  ] as const) {
    assert.ok(!isIn(part, whole), part);
  }
});
