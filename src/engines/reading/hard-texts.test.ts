/** Tests that any text costs bounded work: what the network reads of it, and how much at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wordList } from '../../core/text.ts';
import { MAX_PIECES } from './input.ts';
import { load } from './network.ts';
import { readTalk } from './talk.ts';

const LONGEST = 5_000;
/** Each sentence is read among others, whose ends are read again, and once by itself. */
const TIMES_READ = 4;
const FEW_PIECES = 400;

const WORDS = fc.constantFrom(
  ...wordList(`
    friday tomorrow the 31st monday 12th may every next week half past montag el martes by and call Ana
    is my password 1,000.50 3:30pm 12/05/2026 two hours “ ’ 🍎 👩‍👩‍👧 ? . , ! : - " a ا 東京`),
  '\n',
  'on Friday at 3',
  'in two hours',
  'from Monday to Wednesday',
  'I need to',
);
const text = fc
  .array(fc.oneof(WORDS, fc.nat(99_999).map(String)), { minLength: 800, maxLength: 1_500 })
  .map((words) => words.join(' ').slice(0, LONGEST).toWellFormed());

const loaded = load();
const read: number[] = [];
const states = loaded.network.states.bind(loaded.network);
loaded.network.states = (ids) => {
  read.push(ids.length);
  return states(ids);
};

/** The pieces that the network reads of a talk: all together, and the most at once. */
function workOf(said: string) {
  read.length = 0;
  const talk = { language: 'en', turns: [{ text: said, speaker: 'Ana', isUser: true }] };
  readTalk(talk, '2026-03-10T10:00', loaded);
  return { all: read.reduce((sum, one) => sum + one, 0), most: Math.max(0, ...read) };
}

test('texts of days, hours, digits, quotes and emoji are read a few times, in short steps', () => {
  const isBounded = (said: string) => {
    const pieces = loaded.pieces.of(said, LONGEST).length;
    const { all, most } = workOf(said);
    assert.ok(all <= TIMES_READ * pieces + FEW_PIECES, `${all} of ${pieces} pieces`);
    assert.ok(most <= MAX_PIECES, `${most} pieces at once`);
  };
  fc.assert(fc.property(text, isBounded), { numRuns: 4, endOnFailure: true });
  for (const part of ['on Friday at 3 ', 'on Friday at 3. ', 'ok. ', 'a', '🍎', '"', '31st, ']) {
    isBounded(part.repeat(LONGEST / part.length));
  }
});
