/** Tests the features that the acts around a sentence give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTS, Acts, type ActKind } from './acts.ts';
import { prepared } from './features.ts';
import { unitsOf } from './units.ts';
import { WordClusters } from './word-clusters.ts';

const UNLIKELY = -5;

/** Returns the named acts of a talk whose turns have one act each, with this score. */
function actsAround(
  turn: number,
  acts: readonly (readonly [act: ActKind, score: number])[],
): string[] {
  const turns = acts.map((_, at) => ({ text: 'Words.', speaker: `${at}`, isUser: false }));
  const talk = { language: 'en', turns };
  const all = prepared(talk, unitsOf(talk), new WordClusters(''));
  const scores = new Map(
    all.units.map((unit) => {
      const [own, score] = acts[unit.turn]!;
      return [unit, Float64Array.from(ACTS, (act) => (act === own ? score : UNLIKELY))] as const;
    }),
  );
  return new Acts(all, scores)
    .featuresOf(all.units[turn]!)
    .filter((feature) => /^(?:acts|cancelled) /.test(feature));
}

test('the likeliest acts of a turn and its neighbours are named', () => {
  for (const [at, act] of ACTS.entries()) {
    const next = ACTS[(at + 1) % ACTS.length]!;
    const acts = [
      ['move', 0],
      [act, 1],
      [next, 2],
      ['ask', 3],
    ] as const;
    assert.deepEqual(
      actsAround(1, acts).slice(0, 3),
      [`acts ${act} ${next}`, `acts move > ${act}`, `acts ${act} ${next} ask`],
      act,
    );
  }
});

test('an act is named only above the lowest score', () => {
  const [own] = actsAround(0, [
    ['offer', -1],
    ['accept', -0.9],
  ]);
  assert.equal(own, 'acts - accept');
});

test('a cancellation counts from the second turn after a sentence', () => {
  const cancelled = (turn: number) =>
    actsAround(turn, [
      ['ask', 0],
      ['cancel', 2],
      ['inform', 0],
      ['cancel', 1],
      ['inform', 0],
    ]).at(-1);
  assert.deepEqual(
    [0, 1, 2, 3].map(cancelled),
    [4, 4, 0, 0].map((step) => `cancelled ${step}`),
  );
});
