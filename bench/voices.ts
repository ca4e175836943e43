/**
 * How well the built-in check knows a voice: `node bench/voices.ts FOLDER`, with a folder of
 * recordings for each speaker. 20 s of each enrol it; the rest is cut into pieces of 3 s, and every
 * piece is held against every voice. "Taken for another" and "not recognised" are at the score from
 * which the service marks a piece (SURE); the equal error rate is where both would be the same.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { joined } from '../src/engines/audio/testing.ts';
import { SAMPLE_RATE } from '../src/engines/audio/sample-rate.ts';
import { enrol, likenessTo, SURE } from '../src/engines/voices/voice.ts';
import type { Voice } from '../src/engines/voices/voice.ts';
import { narrow, noisy, readRecording } from '../src/engines/voices/testing.ts';
import { printTable } from './measure.ts';

const ENROLMENT = 20 * SAMPLE_RATE;
const PIECE = 3 * SAMPLE_RATE;

const folder = process.argv[2];
if (!folder) throw new Error('usage: node bench/voices.ts FOLDER');

const speakers = readdirSync(folder).map((name) => {
  const files = readdirSync(join(folder, name)).toSorted();
  const all = joined(...files.map((file) => readRecording(join(folder, name, file))));
  const rest = all.subarray(ENROLMENT);
  return {
    voice: enrol(all.subarray(0, ENROLMENT))!,
    pieces: Array.from({ length: Math.floor(rest.length / PIECE) }, (_, at) =>
      rest.slice(at * PIECE, (at + 1) * PIECE),
    ),
  };
});

const CONDITIONS: [string, (pcm: Int16Array) => Int16Array][] = [
  ['clean', (pcm) => pcm],
  ['8 kHz', narrow],
  ['noise, 20 dB', (pcm) => noisy(pcm, { decibels: 20, seed: 7 })],
  ['noise, 10 dB', (pcm) => noisy(pcm, { decibels: 10, seed: 8 })],
];

printTable(
  `The built-in voice check, ${speakers.length} speakers`,
  CONDITIONS.map(([condition, change]) => {
    const own: number[] = [];
    const others: number[] = [];
    const started = performance.now();
    let seconds = 0;
    for (const { voice, pieces } of speakers) {
      for (const piece of pieces.map(change)) {
        for (const each of speakers) {
          seconds += PIECE / SAMPLE_RATE;
          (each.voice === voice ? own : others).push(scoreOf(each.voice, piece));
        }
      }
    }
    const took = performance.now() - started;
    return {
      condition,
      'pieces of the voice / of others': `${own.length} / ${others.length}`,
      'not recognised': percent(own, (score) => score < SURE),
      'taken for another': percent(others, (score) => score >= SURE),
      'equal error rate': `${(100 * equalErrorRate(own, others)).toFixed(1)} %`,
      'ms per second of sound': (took / seconds).toFixed(1),
    };
  }),
);

function scoreOf(voice: Voice, piece: Int16Array): number {
  return likenessTo(voice, piece) ?? Number.NEGATIVE_INFINITY;
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
