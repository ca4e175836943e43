/**
 * Measures how well the built-in check recognises a voice: `node bench/voices.ts FOLDER [OTHERS]`,
 * with a folder of recordings for each speaker. Each voice is enrolled with 20 s of its speaker.
 * The rest is cut into pieces, and every piece, and every recording of OTHERS (a folder of
 * recordings of as many people), is compared with every voice. "Taken for another" and "not
 * recognised" use the similarity threshold of the service; the equal error rate is where both would
 * be the same.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { joined } from '../src/engines/audio/testing.ts';
import { SAMPLE_RATE } from '../src/engines/audio/sample-rate.ts';
import { likenessOfHalves } from '../src/engines/voices/halves-likeness.ts';
import { BuiltInVoices } from '../src/engines/voices/built-in.ts';
import type { VoicePrint } from '../src/engines/voices/print.ts';
import { builtInLikeness, builtInPrint, sureFrom } from '../src/engines/voices/voice.ts';
import { narrow, noisy, readRecording } from '../src/engines/voices/testing.ts';
import { printTable } from './measure.ts';

const ENROLMENT = 20 * SAMPLE_RATE;
const LENGTHS = [1.5, 2, 3, 5];

const [folder, others] = process.argv.slice(2);
if (!folder) throw new Error('usage: node bench/voices.ts FOLDER [OTHERS]');

const speakers = readdirSync(folder).map((name) => {
  const files = readdirSync(join(folder, name)).toSorted();
  const all = joined(...files.map((file) => readRecording(join(folder, name, file))));
  return { all, voice: builtInPrint(all.subarray(0, ENROLMENT))!, rest: all.subarray(ENROLMENT) };
});
const strangers = others
  ? readdirSync(others).map((name) => readRecording(join(others, name)))
  : [];

const CONDITIONS: [string, (pcm: Int16Array) => Int16Array][] = [
  ['clean', (pcm) => pcm],
  ['8 kHz', narrow],
  ['noise, 20 dB', (pcm) => noisy(pcm, { decibels: 20, seed: 7 })],
  ['noise, 10 dB', (pcm) => noisy(pcm, { decibels: 10, seed: 8 })],
];

for (const seconds of LENGTHS) {
  printTable(
    `The built-in voice check, ${speakers.length} speakers, pieces of ${seconds} s`,
    CONDITIONS.map(([condition, change]) => measured(seconds, condition, change)),
  );
}

const printer = new BuiltInVoices();
const piecesOf = ({ all }: (typeof speakers)[number], seconds: number) =>
  pieces(all.subarray(0, seconds * SAMPLE_RATE), 4).map((piece) => builtInPrint(piece)!);
const looksLikeTwo = (prints: readonly VoicePrint[]) =>
  likenessOfHalves(printer, prints)! < printer.apart;
const pairs = speakers.flatMap((one, at) =>
  speakers.slice(at + 1).map((other) => [...piecesOf(one, 12), ...piecesOf(other, 12)]),
);
const alone = speakers.map((speaker) => piecesOf(speaker, 24));
printTable('Are there two voices in a recording of 24 s?', [
  {
    'two voices, noticed': `${pairs.filter(looksLikeTwo).length} of ${pairs.length}`,
    'one voice, taken for two': `${alone.filter(looksLikeTwo).length} of ${alone.length}`,
  },
]);

function measured(seconds: number, condition: string, change: (pcm: Int16Array) => Int16Array) {
  const [own, other, strange]: [Trial[], Trial[], Trial[]] = [[], [], []];
  const started = performance.now();
  let heard = 0;
  const read = (piece: Int16Array) => {
    heard += seconds;
    return builtInPrint(change(piece));
  };
  for (const { voice, rest } of speakers) {
    for (const print of pieces(rest, seconds).map(read)) {
      for (const each of speakers)
        (each.voice === voice ? own : other).push(trial(each.voice, print));
    }
  }
  for (const recording of strangers) {
    const print = read(recording.slice(0, seconds * SAMPLE_RATE));
    for (const { voice } of speakers) strange.push(trial(voice, print));
  }
  const took = performance.now() - started;
  return {
    condition,
    'pieces of the voice / of others': `${own.length} / ${other.length}`,
    'not recognised': percent(own, ({ score, sure }) => score < sure),
    'taken for another': percent(other, ({ score, sure }) => score >= sure),
    ...(strange.length > 0 && {
      'strangers taken for one': percent(strange, ({ score, sure }) => score >= sure),
    }),
    'equal error rate': `${(100 * equalErrorRate(own, other)).toFixed(1)} %`,
    'ms per second of sound': (took / heard).toFixed(1),
  };
}

interface Trial {
  score: number;
  sure: number;
}

function trial(voice: VoicePrint, print: VoicePrint | null): Trial {
  if (!print) return { score: Number.NEGATIVE_INFINITY, sure: 0 };
  return { score: builtInLikeness(voice, print), sure: sureFrom(print.seconds) };
}

function pieces(pcm: Int16Array, seconds: number): Int16Array[] {
  const size = seconds * SAMPLE_RATE;
  return Array.from({ length: Math.floor(pcm.length / size) }, (_, at) =>
    pcm.slice(at * size, (at + 1) * size),
  );
}

function percent(trials: readonly Trial[], counts: (trial: Trial) => boolean): string {
  return `${((100 * trials.filter(counts).length) / trials.length).toFixed(1)} %`;
}

function equalErrorRate(own: readonly Trial[], others: readonly Trial[]): number {
  const share = (trials: readonly Trial[], counts: (score: number) => boolean) =>
    trials.filter(({ score }) => counts(score)).length / trials.length;
  return Math.min(
    ...[...own, ...others].map(({ score: limit }) =>
      Math.max(
        share(own, (score) => score < limit),
        share(others, (score) => score >= limit),
      ),
    ),
  );
}
