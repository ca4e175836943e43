import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';
import { Segmenter, type SpokenPiece } from './segmenter.ts';
import { FRAME_SAMPLES } from '../voice-activity/frames.ts';

const FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE;

test('a piece starts before the speech and ends after it', () => {
  const [piece, ...others] = pieces([
    [0, 2],
    [0.9, 1],
    [0, 3],
  ]);
  assert.equal(others.length, 0);
  near(piece!.start, 2 - 0.32);
  near(piece!.end, 3 + 0.32);
  assert.equal(piece!.pcm.length, Math.round((piece!.end - piece!.start) * SAMPLE_RATE));
});

test('a piece contains exactly the sound of its time', () => {
  const [piece] = pieces([
    [0, 2],
    [0.9, 1],
    [0, 3],
  ]);
  // Every frame of the script is filled with its own number.
  assert.equal(piece!.pcm[0], Math.round(piece!.start / FRAME_SECONDS));
});

test('a pause shorter than the end silence does not end the piece', () => {
  const speech = pieces([
    [0.9, 1],
    [0.1, 0.9],
    [0.9, 1],
    [0, 2],
  ]);
  assert.equal(speech.length, 1);
});

test('between the two thresholds speech continues but does not start', () => {
  assert.equal(pieces([[0.4, 5]]).length, 0);
  const [piece] = pieces([
    [0.9, 0.5],
    [0.4, 3],
    [0, 2],
  ]);
  near(piece!.end, 3.5 + 0.32);
});

test('frames exactly at the thresholds are speech', () => {
  const [piece] = pieces([
    [0, 1],
    [0.5, 1],
    [0.35, 3],
    [0, 2],
  ]);
  // The tenth frame before the first one of speech, and the tenth frame after the last one.
  const at = (seconds: number) => Math.round(seconds / FRAME_SECONDS);
  assert.equal(at(piece!.start), at(1) - 10);
  assert.equal(at(piece!.end), at(1) + at(1) + at(3) + 10);
});

test('a pause of exactly the end silence ends the piece', () => {
  const end = Math.round(1 / FRAME_SECONDS) * FRAME_SECONDS;
  for (const [pause, count] of [
    [end - FRAME_SECONDS, 1],
    [end, 2],
  ] as const) {
    const speech = pieces([
      [0.9, 1],
      [0, pause],
      [0.9, 1],
    ]);
    assert.equal(speech.length, count);
  }
});

test('one loud frame is not speech, and a click of 150 ms is dropped', () => {
  assert.deepEqual(
    pieces([
      [0, 1],
      [0.99, FRAME_SECONDS],
      [0, 2],
    ]),
    [],
  );
  assert.deepEqual(
    pieces([
      [0, 1],
      [0.99, 0.15],
      [0, 2],
    ]),
    [],
  );
  assert.equal(
    pieces([
      [0, 1],
      [0.99, 0.25],
      [0, 2],
    ]).length,
    1,
  );
});

test('long speech is cut at its quietest moment without loss', () => {
  const quiet = Math.round(14.2 / FRAME_SECONDS);
  const cut = pieces(
    [
      [0.9, 20],
      [0, 2],
    ],
    (frame) => (frame === quiet ? 1 : 1000),
  );
  assert.equal(cut.length, 2);
  near(cut[0]!.end, quiet * FRAME_SECONDS);
  assert.equal(cut[1]!.start, cut[0]!.end);
});

test('speech of exactly the shortest length is kept', () => {
  const shortest = Math.round(0.2 / FRAME_SECONDS);
  for (const [frames, count] of [
    [shortest - 1, 0],
    [shortest, 1],
  ] as const) {
    const speech = pieces([
      [0, 1],
      [0.9, frames * FRAME_SECONDS],
      [0, 2],
    ]);
    assert.equal(speech.length, count);
  }
});

test('speech of exactly the longest length is cut at the first of equal frames', () => {
  const longest = Math.round(15 / FRAME_SECONDS);
  const window = Math.round(2 / FRAME_SECONDS);
  const cut = (frames: number) =>
    pieces([[0.9, frames * FRAME_SECONDS]], () => 1_000).map(({ end }) =>
      Math.round(end / FRAME_SECONDS),
    );
  assert.deepEqual(cut(longest - 1), [longest - 1]);
  assert.deepEqual(cut(longest), [longest - window, longest]);
});

test('a piece after a cut ends as usual', () => {
  const cut = pieces(
    [
      [0.9, 15.5],
      [0, 2],
    ],
    () => 1_000,
  );
  assert.equal(cut.length, 2);
  near(cut[1]!.end, 15.5 + 0.32);
});

test('while idle, only the sound before the speech is kept', () => {
  const kept = Math.round(0.32 / FRAME_SECONDS);
  const starts = (silence: number) =>
    Math.round(
      pieces([
        [0, silence * FRAME_SECONDS],
        [0.9, 1],
      ])[0]!.start / FRAME_SECONDS,
    );
  assert.deepEqual([kept - 1, kept, kept + 1, kept + 9].map(starts), [0, 0, 1, 9]);
});

test('the unfinished piece is returned at the end', () => {
  const segmenter = new Segmenter();
  for (let i = 0; i < 20; i++) segmenter.push(new Int16Array(FRAME_SAMPLES), 0.9);
  assert.ok(segmenter.heldSeconds > 0.6);
  assert.ok(segmenter.flush());
  assert.equal(segmenter.heldSeconds, 0);
  assert.equal(segmenter.flush(), undefined);
});

test('a pause returns the piece early, and it is the same if the pause is the end', () => {
  const segmenter = new Segmenter();
  const shown: (SpokenPiece | undefined)[] = [];
  let end: SpokenPiece | undefined;
  for (let frame = 0; frame < 100; frame++) {
    end ??= segmenter.push(new Int16Array(FRAME_SAMPLES).fill(frame), frame < 40 ? 0.9 : 0);
    shown.push(segmenter.pause());
  }
  const pauses = shown.filter((piece) => piece !== undefined);
  assert.equal(pauses.length, 1);
  assert.deepEqual(pauses[0], end);
});

test('pieces are ordered, separate and bounded for any probabilities', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 9, noNaN: true }),
        ),
        {
          maxLength: 12,
        },
      ),
      (script) => {
        let last = 0;
        for (const piece of pieces(script)) {
          assert.ok(piece.start >= last);
          assert.ok(piece.end > piece.start && piece.end - piece.start <= 15.1);
          assert.equal(piece.pcm[0], Math.round(piece.start / FRAME_SECONDS) & 0x7fff);
          last = piece.end;
        }
      },
    ),
  );
});

/** Runs a script of [probability, seconds]; `fill` is the level of each frame. */
function pieces(
  script: readonly (readonly [probability: number, seconds: number])[],
  fill: (frame: number) => number = (frame) => frame & 0x7fff,
): SpokenPiece[] {
  const segmenter = new Segmenter();
  const found: (SpokenPiece | undefined)[] = [];
  let frame = 0;
  for (const [probability, seconds] of script) {
    for (let i = 0; i < Math.round(seconds / FRAME_SECONDS); i++) {
      found.push(segmenter.push(new Int16Array(FRAME_SAMPLES).fill(fill(frame++)), probability));
    }
  }
  found.push(segmenter.flush());
  return found.filter((piece) => piece !== undefined);
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 2 * FRAME_SECONDS, `${actual} is not near ${expected}`);
}
