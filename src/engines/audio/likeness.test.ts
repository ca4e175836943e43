import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSounds } from './likeness.ts';
import { silence } from './testing.ts';

const RATE = 16_000;

/** A voice that rises and falls, with a little noise; `seed` makes another one. */
function voice(seconds: number, seed: number): Int16Array {
  let state = seed;
  let phase = 0;
  return Int16Array.from({ length: seconds * RATE }, (_, i) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const t = i / RATE;
    phase += (2 * Math.PI * (110 + 20 * seed + 40 * Math.sin(t * (2 + seed)))) / RATE;
    const loud = 0.6 + 0.4 * Math.sin(t * (7 + seed));
    return 5_000 * loud * (Math.sin(phase) + Math.sin(2 * phase) / 2) + (state / 2 ** 30 - 1) * 200;
  });
}

const said = voice(1.5, 1);
const later = (ms: number, factor: number) => {
  const by = Math.round((ms * RATE) / 1000);
  return said.map((_, i) => Math.round((said[i - by] ?? 0) * factor));
};

test('a copy is found by its delay and its loudness, also if it is inverted', () => {
  for (const ms of [1, 5, 30, 120, 250]) {
    for (const factor of [0.6, 0.1, 1.5, -0.6]) {
      const found = compareSounds(said, later(ms, factor))!;
      assert.ok(Math.abs(found.lagMs - ms) < 0.5, `${ms} ms: ${found.lagMs}`);
      assert.ok(found.likeness > 0.9 - ms / 1000, `${found.likeness}`);
      assert.ok(found.ratio > 1 === Math.abs(factor) < 1, `${factor}: ${found.ratio}`);
      assert.ok(Math.abs(compareSounds(later(ms, factor), said)!.lagMs + ms) < 0.5);
    }
  }
});

test('other voices are not alike, and silence is compared with nothing', () => {
  for (const seed of [2, 3, 4, 5]) {
    assert.ok(compareSounds(said, voice(1.5, seed))!.likeness < 0.5, `${seed}`);
  }
  assert.equal(compareSounds(said, silence(1.5)), null);
  assert.equal(compareSounds(new Int16Array(0), said), null);
});
