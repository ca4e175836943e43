import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Heard } from '../transcripts/segment-assembler.ts';
import { CopiedWords } from './copied-words.ts';
import type { ChannelSounds } from './copied-words.ts';

const ZERO = 1_000_000;

/** Words of half a second each; channel 0 is the owner's. */
function heard(channel: number, words: string, from: number, withTimes = true): Heard {
  const texts = words.split(' ');
  const times = texts.map((text, n) => {
    const start = ZERO + from + n * 500;
    return { text, start, end: start + 450 };
  });
  return {
    text: words,
    start: times[0]!.start,
    end: times.at(-1)!.end,
    words: withTimes ? times : [],
    speaker_id: channel,
    is_user: channel === 0,
    person_id: null,
    person_name: null,
    stt_provider: 'x',
    voice_checked: false,
    voice_verdict: null,
    print: null,
  };
}

const silent: ChannelSounds = { soundOf: () => new Int16Array(0), areInStep: () => true };

/** Returns what each channel said in the end. */
function saidBy(arriving: readonly Heard[], sounds = silent): string[] {
  const copied = new CopiedWords(sounds);
  const said = new Map<string, Heard>();
  for (const each of arriving) {
    for (const own of copied.add(each.speaker_id, each)) said.set(own.utterance_id!, own);
  }
  return [...said.values()]
    .filter(({ text }) => text !== '')
    .map(({ speaker_id, text }) => `${speaker_id}: ${text}`)
    .toSorted();
}

/** The same sound on two channels, later and with another loudness on the second one. */
function sounds(first: number, { ms, factor }: { ms: number; factor: number }) {
  const source = (wall: number) => 8_000 * Math.sin(((wall % 1_500) / 1_500) ** 2 * 900);
  return {
    areInStep: () => true,
    soundOf: (channel: number, { from, until }: { from: number; until: number }) =>
      Int16Array.from({ length: Math.floor((until - from) * 16) }, (_, i) => {
        const wall = from + i / 16;
        return channel === first ? source(wall) : factor * source(wall - ms);
      }),
  };
}

test('a copy is left out, whichever channel is recognised sooner', () => {
  const original = heard(1, 'I work as a nurse', 0);
  for (const ms of [30, 200, -30, -200]) {
    const copy = heard(0, 'I work as a nurse', ms);
    const winner = ms > 0 ? '1: I work as a nurse' : '0: I work as a nurse';
    assert.deepEqual(saidBy([original, copy]), [winner], `${ms}`);
    assert.deepEqual(saidBy([copy, original]), [winner], `${ms}`);
  }
});

test('words that nothing tells apart are not the owner’s', () => {
  const both = [heard(0, 'I work as a nurse', 0), heard(1, 'I work as a nurse', 0)];
  assert.deepEqual(saidBy(both), ['1: I work as a nurse']);
  assert.deepEqual(saidBy(both.toReversed()), ['1: I work as a nurse']);
});

test('the sound decides, not the times that a recogniser measured', () => {
  const both = [heard(0, 'I work as a nurse', 0), heard(1, 'I work as a nurse', 60)];
  const owner = ['0: I work as a nurse'];
  const other = ['1: I work as a nurse'];
  for (const order of [both, both.toReversed()]) {
    assert.deepEqual(saidBy(order, sounds(1, { ms: 30, factor: 0.6 })), other);
    assert.deepEqual(saidBy(order, sounds(0, { ms: 30, factor: 0.6 })), owner);
    // A microphone may amplify what a line carries softly.
    assert.deepEqual(saidBy(order, sounds(1, { ms: 30, factor: 1.8 })), other);
    assert.deepEqual(saidBy(order, sounds(1, { ms: 0, factor: 0.6 })), other);
  }
});

test('what the owner says besides stays, and so do other words at the same time', () => {
  const original = heard(1, 'I work as a nurse', 0);
  const copyAndOwn = heard(0, 'I work as a nurse that is a hard job', 30);
  for (const order of [
    [original, copyAndOwn],
    [copyAndOwn, original],
  ]) {
    assert.deepEqual(saidBy(order), ['0: that is a hard job', '1: I work as a nurse']);
  }
  const meanwhile = heard(0, 'We sold a house', 100);
  assert.equal(saidBy([original, meanwhile]).length, 2);
});

test('two people may agree at once; only the same sound makes one of it', () => {
  const both = [heard(0, 'Yes', 0), heard(1, 'Yes', 40)];
  assert.deepEqual(saidBy(both), ['0: Yes', '1: Yes']);
  assert.deepEqual(saidBy(both, sounds(1, { ms: 40, factor: 0.6 })), ['1: Yes']);
});

test('without times of words, they are estimated', () => {
  const original = heard(1, 'I am allergic to peanuts', 0, false);
  const copy = heard(0, 'I am allergic to peanuts', 30, false);
  assert.deepEqual(saidBy([copy, original]), ['1: I am allergic to peanuts']);
});

test('the same words again are no copy', () => {
  assert.equal(saidBy([heard(1, 'no no no no', 0), heard(0, 'no no no no', 3_000)]).length, 2);
});
