/** Tests how a fact is split into its person, its time and its parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aspectOf, isAboutSomebody, neighboursOf } from './fact-aspects.ts';

test('a fact begins with the person that it is about, unless that is the user', () => {
  for (const [text, somebody, rest] of [
    ['Lives in Porto', '', 'Lives in Porto'],
    ['Works as a nurse', '', 'Works as a nurse'],
    ['Ana lives in Porto', 'ana: ', 'lives in Porto'],
    ['Mother lives in Porto', 'mother: ', 'lives in Porto'],
    ['His older brother is a cook', 'brother: ', 'is a cook'],
  ] as const) {
    assert.deepEqual(aspectOf(text), { somebody, aspect: '', rest }, text);
    assert.equal(isAboutSomebody(text), somebody !== '', text);
  }
});

test('words without anything behind the person are the fact itself', () => {
  assert.deepEqual(aspectOf('Mother'), { somebody: '', aspect: '', rest: 'Mother' });
});

test('a fact of the past has the words that say so only as its time', () => {
  for (const [text, aspect, rest] of [
    ['Used to live in Amsterdam', 'once ', '  live in Amsterdam'],
    ['Formerly a nurse', 'once ', '  a nurse'],
    ['Was a nurse', 'once ', 'Was a nurse'],
    ['Was born in Lisbon', '', 'Was born in Lisbon'],
    ['Is used to cold water', '', 'Is used to cold water'],
  ] as const)
    assert.deepEqual(aspectOf(text), { somebody: '', aspect, rest }, text);
});

test('the words on both sides of "and" and of the commas before it are neighbours', () => {
  for (const [text, pairs] of [
    ['Likes tea', ''],
    ['Likes Ana and Rui', 'ana-rui'],
    ['Has two cats, three dogs and a horse', 'cats-dogs dogs-horse'],
    ['Likes Ana & Rui or Eva', 'ana-rui rui-eva'],
    ['Lives in Lisbon and works as a nurse', ''],
    ['Likes the and', ''],
  ] as const) {
    const found = neighboursOf(text).map((pair) => pair.join('-'));
    assert.equal(found.join(' '), pairs, text);
  }
});
