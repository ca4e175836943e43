/**
 * Measures how well the built-in encoder recognises a voice: `node bench/voices.ts FOLDER [OTHERS]`,
 * with a folder of recordings for each speaker. Each voice is enrolled with 20 s of its speaker.
 * The rest is cut into pieces, and every piece, and every second recording of OTHERS (a folder of
 * recordings of as many people), is compared with every voice. The first half of OTHERS is the one
 * from which the encoder's normalisation was made. "Taken for another" and "not recognised" use the
 * limit of the service; the equal error rate is where both would be the same.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { joinedSound } from '../src/engines/audio/testing.ts';
import { SAMPLE_RATE } from '../src/engines/voice-activity/sample-rate.ts';
import { BuiltInEncoder } from '../src/engines/voices/encoder/built-in-encoder.ts';
import { encodedVoices } from '../src/engines/voices/encoded-voices.ts';
import { groupVoices } from '../src/engines/voices/groups.ts';
import type { VoicePrint } from '../src/engines/voices/print.ts';
import { narrow, noisy, readRecording } from '../src/engines/voices/testing.ts';
import { printTable } from './measure.ts';

const ENROLMENT = 20 * SAMPLE_RATE;
const LENGTHS = [1.5, 2, 3, 5];

const [folder, others] = process.argv.slice(2);
if (!folder) throw new Error('usage: node bench/voices.ts FOLDER [OTHERS]');

await using encoder = new BuiltInEncoder();
const printer = encodedVoices(encoder);
const { sure } = printer.limits;

const speakers = await Promise.all(
  readdirSync(folder).map(async (name) => {
    const files = readdirSync(join(folder, name)).toSorted();
    const all = joinedSound(...files.map((file) => readRecording(join(folder, name, file))));
    const voice = (await printer.read(all.slice(0, ENROLMENT)))!;
    return { all, voice, rest: all.subarray(ENROLMENT) };
  }),
);
const strangers = others
  ? readdirSync(others)
      .toSorted()
      .filter((_, at) => at % 2 === 1)
      .map((name) => readRecording(join(others, name)))
  : [];

const CONDITIONS: [string, (pcm: Int16Array) => Int16Array][] = [
  ['clean', (pcm) => pcm],
  ['8 kHz', narrow],
  ['white noise, 20 dB', (pcm) => noisy(pcm, { decibels: 20, seed: 7 })],
  ['dull noise, 20 dB', (pcm) => noisy(pcm, { decibels: 20, seed: 8 })],
  ['white noise, 10 dB', (pcm) => noisy(pcm, { decibels: 10, seed: 7 })],
  ['dull noise, 10 dB', (pcm) => noisy(pcm, { decibels: 10, seed: 8 })],
];

for (const seconds of LENGTHS) {
  const rows = [];
  for (const [condition, change] of CONDITIONS)
    rows.push(await measured(seconds, condition, change));
  printTable(
    `${printer.model}, ${speakers.length} speakers, ${strangers.length} strangers, pieces of ${seconds} s`,
    rows,
  );
}

const piecesOf = async ({ all }: (typeof speakers)[number], seconds: number) => {
  const cut = pieces(all.subarray(0, seconds * SAMPLE_RATE), 4);
  return (await Promise.all(cut.map((piece) => printer.read(piece)))).filter(
    (each) => each !== null,
  );
};
const looksLikeTwo = (prints: readonly VoicePrint[]) =>
  groupVoices(prints, printer.limits).length > 1;
const alone = await Promise.all(speakers.map((speaker) => piecesOf(speaker, 24)));
const half = await Promise.all(speakers.map((speaker) => piecesOf(speaker, 12)));
const pairs = half.flatMap((one, at) => half.slice(at + 1).map((other) => [...one, ...other]));
printTable('Are there two voices in a recording of 24 s?', [
  {
    'two voices, noticed': `${pairs.filter(looksLikeTwo).length} of ${pairs.length}`,
    'one voice, taken for two': `${alone.filter(looksLikeTwo).length} of ${alone.length}`,
  },
]);

async function measured(
  seconds: number,
  condition: string,
  change: (pcm: Int16Array) => Int16Array,
) {
  const [own, other, strange]: [number[], number[], number[]] = [[], [], []];
  const started = performance.now();
  let heard = 0;
  const read = (piece: Int16Array) => {
    heard += seconds;
    return printer.read(change(piece));
  };
  const likeness = (voice: VoicePrint, print: VoicePrint | null) =>
    print ? printer.likeness(voice, print) : Number.NEGATIVE_INFINITY;
  for (const { voice, rest } of speakers) {
    for (const piece of pieces(rest, seconds)) {
      const print = await read(piece);
      for (const each of speakers)
        (each.voice === voice ? own : other).push(likeness(each.voice, print));
    }
  }
  for (const recording of strangers) {
    const print = await read(recording.slice(0, seconds * SAMPLE_RATE));
    for (const { voice } of speakers) strange.push(likeness(voice, print));
  }
  const took = performance.now() - started;
  return {
    condition,
    'pieces of the voice / of others': `${own.length} / ${other.length}`,
    'not recognised': percent(own, (score) => score < sure),
    'taken for another': percent(other, (score) => score >= sure),
    ...(strange.length > 0 && {
      'strangers taken for one': percent(strange, (score) => score >= sure),
    }),
    'equal error rate': `${(100 * equalErrorRate(own, other)).toFixed(1)} %`,
    'ms per second of sound': (took / heard).toFixed(1),
  };
}

function pieces(pcm: Int16Array, seconds: number): Int16Array[] {
  const size = seconds * SAMPLE_RATE;
  return Array.from({ length: Math.floor(pcm.length / size) }, (_, at) =>
    pcm.slice(at * size, (at + 1) * size),
  );
}

function percent(scores: readonly number[], counts: (score: number) => boolean): string {
  return `${((100 * scores.filter(counts).length) / scores.length).toFixed(1)} %`;
}

function equalErrorRate(own: readonly number[], others: readonly number[]): number {
  const share = (scores: readonly number[], counts: (score: number) => boolean) =>
    scores.filter(counts).length / scores.length;
  return Math.min(
    ...[...own, ...others].map((limit) =>
      Math.max(
        share(own, (score) => score < limit),
        share(others, (score) => score >= limit),
      ),
    ),
  );
}
