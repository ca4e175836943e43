/**
 * Measures the time of each step of the built-in rules per 1,000 words on one core, and how long
 * understanding a long conversation blocks the event loop.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CONVERSATIONS } from '../eval/own/conversations.ts';
import { transcriptOf } from '../eval/own/score.ts';
import type { Transcript } from '../src/engines/understanding/maker.ts';
import { RulesWorker } from '../src/engines/understanding/rules-worker.ts';
import { hear } from '../src/engines/understanding/noted/heard.ts';
import { rankedPhrases } from '../src/engines/understanding/noted/topics.ts';
import { actionItemsOf } from '../src/engines/understanding/rules/action-items.ts';
import { categorise } from '../src/engines/understanding/rules/category.ts';
import { eventsOf } from '../src/engines/understanding/rules/events.ts';
import { read, type Reading } from '../src/engines/understanding/rules/reading.ts';
import { understandByRules } from '../src/engines/understanding/by-rules.ts';
import { titleOf } from '../src/engines/understanding/rules/title.ts';
import { median, printTable } from './measure.ts';

const ROUNDS = 15;
const LONG_WORDS = 20_000;

/** Joins the talks of our own set until they contain `words` words. */
function talkOf(words: number): Transcript {
  const talks = CONVERSATIONS.map(transcriptOf);
  const segments: Transcript['segments'][number][] = [];
  for (let count = 0, turn = 0; count < words; turn += 1) {
    for (const segment of talks[turn % talks.length]!.segments) {
      count += segment.text.split(' ').length;
      const start = segments.length * 5;
      segments.push({ ...segment, id: `s${segments.length}`, start, end: start + 4 });
    }
  }
  return { ...talks[0]!, segments };
}

/**
 * The number of repetitions of the talk in a round. The CPU clock is too coarse to measure a single
 * run.
 */
const TALKS = 20;

function millisecondsOf(prepare: () => () => unknown): string {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const works = Array.from({ length: TALKS }, prepare);
    const before = process.threadCpuUsage();
    for (const work of works) work();
    const { user, system } = process.threadCpuUsage(before);
    // Round 0 is the warm-up.
    if (round > 0) rounds.push((user + system) / 1_000 / TALKS);
  }
  return median(rounds).toFixed(2);
}

const talk = talkOf(1_000);
const heard = hear(talk);
/** Runs a step on a fresh reading each time, because a reading caches its results. */
const onReading = (step: (reading: Reading) => unknown) => () => {
  const reading = read(talk);
  return () => step(reading);
};
const STEPS: readonly (readonly [string, () => () => unknown])[] = [
  ['reading', () => () => read(talk)],
  ['category', onReading(categorise)],
  ['title', onReading((reading) => titleOf(rankedPhrases(reading, heard), reading))],
  ['small reader', () => () => hear(talk)],
  ['action items', onReading(actionItemsOf)],
  ['events', onReading(eventsOf)],
  ['all together', () => () => understandByRules(talk)],
];
printTable(
  'Understanding 1,000 words by the built-in rules',
  STEPS.map(([step, prepare]) => ({ step, 'CPU, ms': millisecondsOf(prepare) })),
);

// The rules thread does not keep the process alive.
const awake = setInterval(() => {}, 1_000);
await using worker = new RulesWorker();
const signal = new AbortController().signal;
for (let round = 0; round < ROUNDS; round += 1) await worker.understand(talk, { signal });
const long = talkOf(LONG_WORDS);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const before = process.cpuUsage();
await worker.understand(long, { signal });
const { user, system } = process.cpuUsage(before);
const took = (user + system) / 1_000;
delay.disable();
printTable(`Beside the event loop, ${LONG_WORDS.toLocaleString('en')} words`, [
  {
    'CPU, ms': took.toFixed(0),
    'per 1,000 words, ms': (took / (LONG_WORDS / 1_000)).toFixed(2),
    'longest pause of the event loop, ms': (delay.max / 1e6).toFixed(1),
  },
]);
clearInterval(awake);
