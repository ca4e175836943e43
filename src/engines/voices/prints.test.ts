/** Tests the steps from vectors to voiceprints and decisions, each step at its limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundSpeech } from '../audio/speech-in.ts';
import { encodedVoices } from './encoded-voices.ts';
import type { VoiceEncoder } from './encoder/encoder.ts';
import { groupVoices } from './groups.ts';
import { cosine, together } from './print.ts';
import type { VoicePrint, VoicePrinter } from './print.ts';
import { judgeRecording } from './quality.ts';
import { judgeTalk } from './talk.ts';

const RATE = 16_000;
const limits = { sure: 0.6, perhaps: 0.4, same: 0.5 };

/** An encoder whose vector is the first sample, and that notes the length of each piece. */
function encoderOf(lengths: number[] = []): VoiceEncoder {
  return {
    name: 'test',
    dimensions: 2,
    limits,
    embed: async (pcm) => {
      lengths.push(pcm.length / RATE);
      return Float32Array.from([1, pcm[0]!]);
    },
  };
}

test('the cosine of voiceprints is 1 for equal directions and 0 for orthogonal ones', () => {
  const cosineOf = (one: number[], other: number[]) =>
    cosine(Float32Array.from(one), Float32Array.from(other));
  assert.equal(cosineOf([3, 4], [6, 8]), 1);
  assert.equal(cosineOf([3, 4], [-3, -4]), -1);
  assert.equal(cosineOf([3, 4], [-4, 3]), 0);
  assert.equal(cosineOf([3, 4], [0, 0]), 0);
});

test('an encoder gets windows of four seconds, and the voiceprint is their weighted sum', async () => {
  const lengths: number[] = [];
  const printer = encodedVoices(encoderOf(lengths));
  const heard = async (seconds: number) => {
    lengths.length = 0;
    const print = await printer.read(new Int16Array(seconds * RATE).fill(300));
    return { lengths: [...lengths], print };
  };
  assert.deepEqual([printer.minSeconds, printer.limits], [1.5, limits]);
  assert.equal((await heard(1.49)).print, null);
  assert.deepEqual((await heard(1.5)).lengths, [1.5]);
  assert.deepEqual((await heard(5.9)).lengths, [5.9]);
  assert.deepEqual((await heard(6)).lengths, [4, 2]);
  const { lengths: three, print } = await heard(13);
  assert.deepEqual(three, [4, 4, 5]);
  assert.deepEqual(
    [print!.model, print!.seconds, [...print!.statistics]],
    ['test', 13, [13, 3900]],
  );
  const verdicts = [0.6, 0.599, 0.4, 0.399].map((likeness) => printer.judge(likeness));
  assert.deepEqual(verdicts, ['sure', 'perhaps', 'perhaps', 'other']);
});

test('pauses do not count, and a piece needs 0.75 s of speech', async () => {
  const printer = encodedVoices(encoderOf());
  const piece = (spoken: number, level = 3_000, pause = 0) =>
    printer.read(new Int16Array(3 * RATE).fill(pause).fill(level, 0, spoken * RATE));
  assert.equal((await piece(0.76))!.seconds, 0.76);
  assert.equal(await piece(0.74), null);
  assert.equal((await piece(1, 3_000, 100))!.seconds, 3, 'a pause is 30 dB quieter');
  assert.equal((await piece(1, 3_000, 90))!.seconds, 1);
  assert.equal(await piece(3, 10), null, 'below -70 dB there is no voice');
  assert.equal((await piece(3, 11))!.seconds, 3);
});

/** A voiceprint that points in one direction of a plane. */
function pointing(degrees: number, seconds = 3, plane = 0): VoicePrint {
  const statistics = new Float32Array(16);
  const radians = (degrees * Math.PI) / 180;
  statistics[plane] = seconds * Math.cos(radians);
  statistics[plane + 1] = seconds * Math.sin(radians);
  return { model: 'test', seconds, statistics };
}
const angle = (likeness: number) => (Math.acos(likeness) * 180) / Math.PI;
const talkPrinter = encodedVoices(encoderOf());

test("similar enough pieces are the owner's, less certainly if another voice is close", () => {
  const judge = (pieces: VoicePrint[], people: VoicePrint[] = []) =>
    judgeTalk(talkPrinter, { pieces, owner: pointing(0), people })
      .map(({ verdict }) => verdict)
      .join(' ');
  assert.equal(judge([pointing(angle(0.601))]), 'owner');
  assert.equal(judge([pointing(angle(0.599))]), 'probable');
  assert.equal(judge([pointing(angle(0.401))]), 'probable');
  assert.equal(judge([pointing(angle(0.399))]), 'other');
  const [piece, person] = [pointing(30), (likeness: number) => pointing(30 + angle(likeness))];
  const own = Math.cos(Math.PI / 6);
  assert.equal(judge([piece], [person(own * 0.84)]), 'owner');
  assert.equal(judge([piece], [person(own * 0.86)]), 'probable');
  assert.equal(judge([piece], [person(own * 1.01)]), 'other');
  // Similar pieces are judged together, but each piece needs a minimum similarity to the owner.
  assert.equal(judge([pointing(40, 10), pointing(78, 3)]), 'owner owner');
  assert.equal(judge([pointing(40, 10), pointing(79, 3)]), 'owner probable');
  // A group with at least 6 s needs 0.05 more.
  assert.equal(judge([pointing(angle(0.649), 5.9)]), 'owner');
  assert.equal(judge([pointing(angle(0.649), 6)]), 'probable');
  assert.equal(judge([pointing(angle(0.651), 6)]), 'owner');
  assert.equal(judge([pointing(0, 3, 5), pointing(10, 3)]), 'other owner');
});

const groups = (...prints: VoicePrint[]) =>
  groupVoices(prints, limits)
    .map((group) => group.join(''))
    .join(' ');

test('pieces are grouped by their average likeness, in the order of speaking', () => {
  assert.equal(groups(), '');
  assert.equal(groups(pointing(0)), '0');
  assert.equal(groups(pointing(0, 9), pointing(100, 9), pointing(10, 9), pointing(90, 9)), '02 13');
  // 0 and 40 join; the third piece is on average just below or above the limit.
  const third = (degrees: number) => groups(pointing(0, 9), pointing(40, 9), pointing(degrees, 9));
  assert.equal(third(76), '012');
  assert.equal(third(79), '0 12');
  assert.equal(third(101), '01 2');
});

test('a single short piece joins the voice that it resembles a little', () => {
  const rest = [pointing(0, 9), pointing(1, 9)];
  assert.equal(groups(...rest, pointing(74, 3.9)), '012');
  assert.equal(groups(...rest, pointing(74, 4)), '01 2');
  assert.equal(groups(...rest, pointing(76.5, 3.9)), '01 2');
  const three = [74, 73, 72].map((degrees) => pointing(degrees, 1));
  assert.equal(groups(...rest, ...three), '01 234', 'three pieces are a voice');
  assert.equal(groups(pointing(0, 3.9), pointing(74, 3.9)), '0 1', 'neither is a voice yet');
});

test('in a long talk, short pieces join the groups of the long ones', () => {
  const talk = Array.from({ length: 620 }, (_, at) =>
    pointing(at % 2 ? 100 : at / 100, at < 600 ? 9 : 1),
  );
  const [even, odd, ...more] = groupVoices(talk, limits);
  assert.deepEqual([even!.length, odd!.length, more], [310, 310, []]);
  assert.ok(even!.every((at) => at % 2 === 0));
});

const printer = (likeness: (one: VoicePrint, other: VoicePrint) => number) =>
  ({
    limits,
    likeness,
    read: async (pcm: Int16Array) => (pcm.length === 0 ? null : pointing(pcm[0]!, 9)),
  }) as unknown as VoicePrinter;
const near = (one: VoicePrint, other: VoicePrint) => cosine(one.statistics, other.statistics);

test('voiceprints add up, and there is none of nothing', () => {
  const sum = together([pointing(0, 2), pointing(90, 1)])!;
  assert.deepEqual([sum.seconds, sum.statistics[0], sum.statistics[1]], [3, 2, 1]);
  assert.equal(together([]), null);
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
  // Two pieces of five seconds; 60 degrees are a likeness of 0.5.
  const two = (value: number) => {
    const pcm = ten.slice();
    pcm[5 * RATE] = value;
    return pcm;
  };
  assert.equal(await judged(two(60)), '');
  assert.equal(await judged(two(62)), 'two_voices');
});
