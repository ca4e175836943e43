import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SpokenPiece } from '../../audio/segmenter.ts';
import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';
import { PieceJoiner } from './piece-joiner.ts';

/**
 * Successive pieces: for each one its length and the length of the silence before it, in 32 ms
 * frames.
 */
const speech = fc.array(
  fc.record({
    gap: fc.nat({ max: 120 }),
    length: fc.integer({ min: 5, max: 400 }),
    isFarBehind: fc.boolean(),
  }),
  { maxLength: 12 },
);

test('joined pieces contain each sample once, at its time', () => {
  fc.assert(
    fc.property(speech, (pieces) => {
      const joiner = new PieceJoiner();
      const out: SpokenPiece[] = [];
      const said: SpokenPiece[] = [];
      let at = 0;
      for (const [i, { gap, length, isFarBehind }] of pieces.entries()) {
        const start = ((at + gap) * 512) / SAMPLE_RATE;
        at += gap + length;
        const pcm = new Int16Array(length * 512).fill(i + 1);
        const piece = { pcm, start, end: (at * 512) / SAMPLE_RATE };
        said.push(piece);
        out.push(...joiner.push(piece, isFarBehind));
      }
      const last = joiner.take();
      if (last) out.push(last);
      assert.deepEqual(heard(out), heard(said));
      for (const { start, end, pcm } of out) {
        assert.ok(Math.abs(end - start - pcm.length / SAMPLE_RATE) < 1e-6);
      }
    }),
  );
});

test('pieces are passed on immediately, and joined only for a slow engine', () => {
  const joiner = new PieceJoiner();
  const pieceAt = (start: number) => ({
    pcm: new Int16Array(SAMPLE_RATE),
    start,
    end: start + 1,
  });
  assert.equal(joiner.push(pieceAt(0), false).length, 1);
  assert.equal(joiner.push(pieceAt(2), true).length, 0);
  assert.equal(joiner.push(pieceAt(4), true).length, 0);
  assert.equal(joiner.heldSamples, 3 * SAMPLE_RATE);
  const [joined] = joiner.push(pieceAt(6), false);
  assert.deepEqual([joined!.start, joined!.end], [2, 7]);
});

test('pieces are joined up to a gap of 2 seconds and a length of 30', () => {
  const piece = ([start, end]: readonly [number, number]) => ({
    pcm: new Int16Array((end - start) * SAMPLE_RATE).fill(1),
    start,
    end,
  });
  for (const [first, second, expected] of [
    [[0, 1], [1, 2], '0-2'],
    [[0, 1], [3, 4], '0-4'],
    [[0, 1], [3.125, 4], '0-1 3.125-4'],
    // A piece that begins before the end of the one before it is not joined to it.
    [[0, 1], [0.875, 2], '0-1 0.875-2'],
    [[5, 20], [21, 35], '5-35'],
    [[5, 20], [21, 35.125], '5-20 21-35.125'],
  ] as const) {
    for (const isFarBehind of [true, false]) {
      const joiner = new PieceJoiner();
      assert.deepEqual(joiner.push(piece(first), true), []);
      const passed = joiner.push(piece(second), isFarBehind);
      const isJoined = !expected.includes(' ');
      assert.equal(passed.length, (isJoined ? 1 : 2) - (isFarBehind ? 1 : 0));
      const last = joiner.take();
      const all = last ? [...passed, last] : passed;
      assert.equal(all.map(({ start, end }) => `${start}-${end}`).join(' '), expected);
      for (const { pcm, start, end } of all) assert.equal(pcm.length, (end - start) * SAMPLE_RATE);
    }
  }
});

/** Every speech sample with its time. */
function heard(pieces: readonly SpokenPiece[]): string[] {
  const runs: string[] = [];
  for (const { pcm, start } of pieces) {
    for (let at = 0; at < pcm.length; at += 512) {
      if (pcm[at] !== 0) runs.push(`${pcm[at]} at ${(start + at / SAMPLE_RATE).toFixed(3)}`);
    }
  }
  return runs;
}
