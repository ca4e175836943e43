/** Tests the steps from sound to voiceprints and decisions, each step at its limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundSpeech } from '../audio/speech-in.ts';
import { silence } from '../audio/testing.ts';
import { backgroundVoices } from './background.ts';
import { encodedVoices } from './encoded-voices.ts';
import { DIMENSIONS, voiceFeatures } from './features.ts';
import { likenessOfHalves } from './halves-likeness.ts';
import { logDensity, logSum, mixtureOf, statisticsOf } from './mixture.ts';
import type { VoicePrint, VoicePrinter } from './print.ts';
import { judgeRecording } from './quality.ts';
import { judgeTalk } from './talk.ts';
import { builtInPrint, builtInVerdict, sureFrom } from './voice.ts';

const RATE = 16_000;

test('an encoder gets windows of four seconds, and the voiceprint is their weighted sum', async () => {
  const lengths: number[] = [];
  const printer = encodedVoices({
    name: 'test',
    embed: async (pcm: Int16Array) => {
      lengths.push(pcm.length / RATE);
      return Float32Array.from([1, pcm[0]!]);
    },
  } as never);
  const heard = async (seconds: number) => {
    lengths.length = 0;
    const print = await printer.read(new Int16Array(seconds * RATE).fill(3));
    return { lengths: [...lengths], print };
  };
  assert.deepEqual([printer.minSeconds, printer.apart, printer.separates], [1, 0.4, true]);
  assert.equal((await heard(0.99)).print, null);
  assert.deepEqual((await heard(1)).lengths, [1]);
  assert.deepEqual((await heard(5.9)).lengths, [5.9]);
  assert.deepEqual((await heard(6)).lengths, [4, 2]);
  const { lengths: three, print } = await heard(13);
  assert.deepEqual(three, [4, 4, 5]);
  assert.deepEqual([print!.model, print!.seconds, [...print!.statistics]], ['test', 13, [13, 39]]);
  const verdicts = [0.551, 0.55, 0.4, 0.399].map((likeness) => printer.judge(likeness, 4));
  assert.deepEqual(verdicts, ['sure', 'perhaps', 'perhaps', 'other']);
});

test('the built-in check requires more similarity for longer pieces', () => {
  const bounds = [0, 2, 3, 7, 60].map((seconds) => Math.round(sureFrom(seconds) * 1000));
  assert.deepEqual(bounds, [140, 140, 148, 180, 180]);
  const verdicts = [0.14, 0.139, 0.08, 0.079].map((likeness) => builtInVerdict(likeness, 2));
  assert.deepEqual(verdicts, ['sure', 'perhaps', 'perhaps', 'other']);
});

/** A sound with changing pitch and loudness, the same every time. */
function babble(seconds: number, loudness = 6_000): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: seconds * RATE }, (_, at) => {
    const time = at / RATE;
    phase += (2 * Math.PI * (180 + 40 * Math.sin(7 * time))) / RATE;
    const formant = Math.sin(9 * phase * (1 + 0.2 * Math.sin(3 * time)));
    const on = Math.sin(5 * time) > -0.8 ? 1 : 0.001;
    return Math.round(
      loudness * on * (0.6 * Math.sin(phase) + 0.3 * Math.sin(3 * phase) + 0.1 * formant),
    );
  });
}

test('the features of a sound match the recorded ones, for frames with speech', () => {
  const frames = voiceFeatures(babble(2));
  const digest = [0, 1, 18, 19, 37].map((dimension) =>
    Math.round(
      frames.reduce((sum, frame, at) => sum + frame[dimension]! * Math.cos(at / 9), 0) * 100,
    ),
  );
  assert.deepEqual([frames.length, frames[0]!.length], [175, DIMENSIONS]);
  assert.deepEqual(digest, [1224, 1934, -621, 1568, 1605]);
  for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
    const mean = frames.reduce((sum, frame) => sum + frame[dimension]!, 0) / frames.length;
    const variance = frames.reduce((sum, frame) => sum + frame[dimension]! ** 2, 0) / frames.length;
    assert.ok(Math.abs(mean) < 1e-9 && Math.abs(variance - 1) < 1e-6);
  }
  // A frame has 400 samples, and the next one begins 160 samples later.
  const count = (samples: number) => voiceFeatures(babble(2).slice(0, samples)).length;
  assert.deepEqual([0, 399, 400, 559, 560].map(count), [0, 0, 1, 1, 2]);
  assert.deepEqual(voiceFeatures(silence(1)), []);
  const print = builtInPrint(babble(2))!;
  assert.equal(print.seconds, 1.75);
  const check = print.statistics.reduce((sum, value, at) => sum + value * Math.sin(at), 0);
  assert.equal(Math.round(check * 10), -321);
  const frameCount = print.statistics
    .subarray(0, backgroundVoices().constants.length)
    .reduce((sum, value) => sum + value, 0);
  assert.ok(Math.abs(frameCount - 175) < 1);
});

test('a piece needs speech in 75 frames', () => {
  const frames = (count: number) => babble(5).slice(0, 400 + 160 * (count - 1));
  const spoken = (pcm: Int16Array) => voiceFeatures(pcm).length;
  let enough = 0;
  while (spoken(frames(enough)) < 75) enough += 1;
  assert.equal(builtInPrint(frames(enough - 1)), null);
  assert.ok(builtInPrint(frames(enough)));
});

test('a mixture gives the likelihood of a frame, exactly in logarithms', () => {
  const at = (value: number) => new Float64Array(DIMENSIONS).fill(value);
  const mixture = mixtureOf([0.5, 0.5], Float64Array.from([...at(0), ...at(4)]), [
    ...at(1),
    ...at(4),
  ]);
  const normal = (x: number, mean: number, variance: number) =>
    -0.5 * Math.log(2 * Math.PI * variance) - (x - mean) ** 2 / (2 * variance);
  for (const [component, mean, variance] of [
    [0, 0, 1],
    [1, 4, 4],
  ] as const) {
    const expected = Math.log(0.5) + DIMENSIONS * normal(1, mean, variance);
    assert.ok(Math.abs(logDensity(mixture, component, at(1)) - expected) < 1e-9);
  }
  assert.ok(Math.abs(logSum([-1_000, -1_000]) - (-1_000 + Math.log(2))) < 1e-9);
  assert.ok(
    Math.abs(logSum([-3, -1, -2]) - Math.log(Math.exp(-3) + Math.exp(-1) + Math.exp(-2))) < 1e-9,
  );
  const statistics = statisticsOf(mixture, [at(0.5), at(0.5), at(5)]);
  assert.equal(statistics.length, 2 * (1 + DIMENSIONS));
  const shown = [0, 1, 2, 1 + DIMENSIONS, 2 + DIMENSIONS, 1 + 2 * DIMENSIONS];
  assert.deepEqual(
    shown.map((place) => statistics[place]),
    [2, 1, 1, 1, 1, 1],
  );
});

/** A voiceprint that points in one direction of a plane. */
function pointing(degrees: number, seconds = 3, plane = 0): VoicePrint {
  const { precisions, constants } = backgroundVoices();
  const statistics = new Float32Array(constants.length * (1 + DIMENSIONS));
  const radians = (degrees * Math.PI) / 180;
  for (const [at, value] of [
    [plane, Math.cos(radians)],
    [plane + 1, Math.sin(radians)],
  ] as const) {
    statistics[constants.length + at] = (100 * value * seconds) / Math.sqrt(precisions[at]!);
  }
  return { model: 'mfcc-gmm-1', seconds, statistics };
}
const angle = (likeness: number) => (Math.acos(likeness) * 180) / Math.PI;

test("similar enough pieces are the owner's, less certainly if another voice is close", () => {
  const judge = (pieces: VoicePrint[], people: VoicePrint[] = []) =>
    judgeTalk({ pieces, owner: pointing(0), people }).join(' ');
  // The limit is 0.15 for short pieces and 0.17 for long ones.
  assert.equal(judge([pointing(angle(0.151), 3)]), 'owner');
  assert.equal(judge([pointing(angle(0.149), 3)]), 'probable');
  assert.equal(judge([pointing(angle(0.169), 15)]), 'probable');
  assert.equal(judge([pointing(angle(0.171), 15)]), 'owner');
  assert.equal(judge([pointing(angle(0.161), 9)]), 'owner');
  assert.equal(judge([pointing(angle(0.159), 9)]), 'probable');
  assert.equal(judge([pointing(angle(0.081), 3)]), 'probable');
  assert.equal(judge([pointing(angle(0.079), 3)]), 'other');
  const [piece, person] = [pointing(30), (likeness: number) => pointing(30 + angle(likeness))];
  const own = Math.cos(Math.PI / 6);
  assert.equal(judge([piece], [person(own * 0.84)]), 'owner');
  assert.equal(judge([piece], [person(own * 0.86)]), 'probable');
  assert.equal(judge([piece], [person(own * 1.01)]), 'other');
  // Similar pieces are evaluated together, but each piece needs a minimum similarity to the owner.
  assert.equal(judge([pointing(40, 10), pointing(84.5, 3)]), 'owner owner');
  assert.equal(judge([pointing(40, 10), pointing(86, 3)]), 'owner probable');
  assert.equal(judge([pointing(40, 10), pointing(91, 3)]), 'owner other');
  assert.equal(judge([pointing(70, 10), pointing(151, 3)]), 'owner other');
  assert.equal(judge([pointing(0, 3, 5), pointing(10, 3)]), 'other owner');
});

const printer = (likeness: (one: VoicePrint, other: VoicePrint) => number, apart = 0.5) =>
  ({
    apart,
    likeness,
    read: async (pcm: Int16Array) => (pcm.length === 0 ? null : printOf(pcm[0]!)),
  }) as unknown as VoicePrinter;
const printOf = (value: number): VoicePrint => ({
  model: 'test',
  seconds: 1,
  statistics: Float32Array.from([value, 1]),
});
const mean = ({ statistics: [sum, count] }: VoicePrint) => sum! / count!;
const near = (one: VoicePrint, other: VoicePrint) => 1 - Math.abs(mean(one) - mean(other)) / 10;

test('the pieces of a recording are divided into the two most different groups', () => {
  const halves = (...values: number[]) => {
    const likeness = likenessOfHalves(printer(near), values.map(printOf));
    return likeness === null ? null : Math.round(likeness * 100) / 100;
  };
  assert.equal(halves(), null);
  assert.equal(halves(1), null);
  assert.equal(halves(1, 4), 0.7);
  assert.equal(halves(0, 9, 1, 10, 2), 0.15);
  assert.equal(halves(5, 5, 5), 1);
  assert.equal(halves(9, 0, 0.5, 8), 0.18);
});

test('the problems of a recording are reported exactly at the limits', async () => {
  const fine: FoundSpeech = {
    speechLevels: Array(9).fill(-20),
    pauseLevels: Array(8).fill(-40),
  } as unknown as FoundSpeech;
  const judged = async (speech: Int16Array, more: Partial<FoundSpeech> = {}) =>
    (await judgeRecording(printer(near), speech, { ...fine, ...more }))?.problems.join(' ');
  const ten = new Int16Array(10 * RATE).fill(1);
  const levels = (level: number, count = 8) => Array(count).fill(level) as number[];
  assert.equal(await judged(ten), '');
  assert.equal(await judged(ten.slice(1)), 'too_little_speech');
  assert.equal(await judged(new Int16Array(0)), undefined);
  assert.equal(await judged(ten, { speechLevels: levels(-42), pauseLevels: [] }), '');
  assert.equal(await judged(ten, { speechLevels: levels(-42.1), pauseLevels: [] }), 'too_quiet');
  assert.equal(await judged(ten, { pauseLevels: levels(-32) }), '');
  assert.equal(await judged(ten, { pauseLevels: levels(-31.9) }), 'too_noisy');
  assert.equal(await judged(ten, { pauseLevels: levels(-20, 7) }), '');
  const clipped = (count: number, level = 32_600) => {
    const pcm = ten.slice();
    for (let at = 1; at <= count; at++) pcm[at * 3] = at % 2 ? level : -level;
    return pcm;
  };
  assert.equal(await judged(clipped(160)), '');
  assert.equal(await judged(clipped(161)), 'clipped');
  assert.equal(await judged(clipped(161, 32_599)), '');
  // Two pieces of five seconds.
  const two = (value: number) => {
    const pcm = ten.slice();
    pcm[5 * RATE] = value;
    return pcm;
  };
  assert.equal(await judged(two(6)), '');
  assert.equal(await judged(two(7)), 'two_voices');
});
