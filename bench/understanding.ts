/**
 * Measures the CPU time of understanding 1,000 words and of a question, and how long understanding a
 * long conversation blocks the event loop.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CONVERSATIONS } from '../eval/own/conversations.ts';
import { transcriptOf } from '../eval/own/score.ts';
import type { Transcript } from '../src/engines/understanding/maker.ts';
import { answersIn } from '../src/engines/reading/answers.ts';
import { load } from '../src/engines/reading/network.ts';
import { BuiltInReader } from '../src/engines/reading/reader.ts';
import { readTalk } from '../src/engines/reading/talk.ts';
import { silentLog } from '../src/core/log.ts';
import { talkOf } from '../src/engines/understanding/composing/heard.ts';
import { compose } from '../src/engines/understanding/composing/understanding.ts';
import { ReadingMaker } from '../src/engines/understanding/reading-maker.ts';
import { median, printTable } from './measure.ts';

const ROUNDS = 5;
const LONG_WORDS = 20_000;

/** Joins the talks of our own set until they contain `words` words. */
function transcriptWith(words: number): Transcript {
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

function millisecondsOf(work: () => unknown): string {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    // Round 0 is the warm-up.
    if (round > 0) rounds.push((user + system) / 1_000);
  }
  return median(rounds).toFixed(0);
}

const loaded = load();
const transcript = transcriptWith(1_000);
const { talk, start } = talkOf(transcript);
const reading = readTalk(talk, start, loaded);
/** Twelve windows of the talk, as a question reads them. */
const passages = Array.from({ length: 12 }, (_, at) => ({
  turns: talk.turns.slice(at * 6, at * 6 + 8),
}));
const STEPS: readonly (readonly [string, () => unknown])[] = [
  ['reading', () => readTalk(talk, start, loaded)],
  ['wording', () => compose(transcript, reading)],
  ['a question to twelve passages', () => answersIn('When is the dentist?', passages, loaded)],
];
printTable(
  'Understanding 1,000 words',
  STEPS.map(([step, work]) => ({ step, 'CPU, ms': millisecondsOf(work) })),
);

// The reader's process does not keep the process alive.
const awake = setInterval(() => {}, 1_000);
await using reader = new BuiltInReader(silentLog);
await using worker = new ReadingMaker({ reader });
const signal = new AbortController().signal;
await worker.understand(transcript, { signal });
const long = transcriptWith(LONG_WORDS);
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
