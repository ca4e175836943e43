import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Turn } from '../reading/turns.ts';
import { ribbonOf, STEPS } from './ribbon.ts';

const turn = (colour: number, start: number, end: number): Turn =>
  ({
    speaker: { key: String(colour), name: '', colour },
    segments: [{ start, end, text: 'x'.repeat(Math.round((end - start) * 10)) }],
  }) as unknown as Turn;

/** The widest point of a band. */
const widest = (path: string) => {
  const numbers = path.match(/[\d.]+/g)!.map(Number);
  return Math.max(...numbers.filter((_, at) => at % 2 === 0));
};

test('each speaker has a band, in the order of time', () => {
  const bands = ribbonOf([turn(0, 0, 30), turn(1, 30, 60), turn(0, 60, 72)], 72);
  assert.deepEqual(
    bands.map(({ colour }) => colour),
    [0, 1, 0],
  );
});

test('silence interrupts the ribbon', () => {
  const bands = ribbonOf([turn(0, 0, 10), turn(0, 50, 72)], 72);
  assert.equal(bands.length, 2);
  assert.match(bands[0]!.path, /^M12 0Q/);
  assert.ok(bands[1]!.path.includes(` 12 ${STEPS}Q`));
});

test('kept sound gives the width, else the length of the words', () => {
  const turns = [turn(0, 0, 72)];
  const quiet = ribbonOf(turns, 72, [{ start: 0, seconds: 72, peaks: Array(240).fill(30) }]);
  const loud = ribbonOf(turns, 72, [{ start: 0, seconds: 72, peaks: Array(240).fill(128) }]);
  const [unheard] = ribbonOf(turns, 72);
  assert.ok(widest(quiet[0]!.path) < widest(unheard!.path));
  assert.ok(widest(unheard!.path) < widest(loud[0]!.path));
});

test('a conversation without words has no ribbon', () => {
  assert.deepEqual(ribbonOf([], 60), []);
  assert.deepEqual(ribbonOf([turn(0, 0, 0)], 0), []);
});
