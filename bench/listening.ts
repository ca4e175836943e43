/**
 * Measures the time from the end of speech to its segment, and from the end of a recording to
 * `completed`, in real time over the socket with the built-in recogniser; then how far the words are
 * behind somebody who speaks for a minute, and what that costs. `npm run bench -- listening`
 */
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import type { Listener } from '../src/testing/clients/listener.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { TEST_SENTENCES } from '../src/engines/recognition/test-sentences.ts';
import { openDevice } from './clips.ts';
import { median, printTable, quantile } from './measure.ts';
import { cpuOfTree, residentMiB } from './process-figures.ts';

const SENTENCES = [
  'I live in Boston with my two children.',
  'We have a meeting with the doctor on Friday.',
  'I need to call my sister tomorrow morning.',
  'He works as a teacher at a small school.',
];
const CONVERSATIONS = 5;

const folder = temporaryFolder();
const environment = { SVC_RECOGNISER: 'builtin' };
try {
  await using service = await spawnService({ folder, environment });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const toSegment: number[] = [];
  const toCompleted: number[] = [];
  for (let round = 0; round < CONVERSATIONS; round += 1) {
    await using device = await openDevice(service.url, owner);
    await device.event('service_status', ({ status }) => status === 'ready');
    for (const sentence of SENTENCES) toSegment.push(await sayAndWait(device, sentence));
    const ended = performance.now();
    await owner.call('POST', '/v1/conversations', {});
    toCompleted.push(performance.now() - ended);
  }
  const cost = await oneTalker(service, owner);
  printTable(
    'Listening, built-in recogniser, ms',
    [
      { what: 'end of speech → its last word', values: toSegment },
      { what: 'end of recording → completed', values: toCompleted },
    ].map(({ what, values }) => ({
      what,
      median: Math.round(median(values)),
      p95: Math.round(quantile(values, 0.95)),
      runs: values.length,
    })),
  );
  printTable('One talker, a minute with half pauses', [cost]);
} finally {
  removeFolder(folder);
}

/**
 * Speaks in real time and returns the milliseconds from the end of the speech to the segment with
 * its words.
 */
async function sayAndWait(device: Listener, sentence: string): Promise<number> {
  const pcm = trimmed(await speak(sentence));
  // Drafts show the words before; the last one of the sentence comes at its end.
  const [lastWord] = /\w+(?=\W*$)/.exec(sentence)!;
  const count = () => device.text.split(new RegExp(lastWord, 'i')).length;
  const before = count();
  await device.stream(pcm);
  const spoken = performance.now();
  const quiet = device.stream(joinedSound(silence(2.5)));
  await device.until(() => count() > before);
  const took = performance.now() - spoken;
  await quiet;
  return took;
}

/** Removes the silence at the end, which is not speech. */
function trimmed(pcm: Int16Array): Int16Array {
  const last = pcm.findLastIndex((sample) => Math.abs(sample) > 300);
  return pcm.subarray(0, last + 1);
}

/** Speaks for a minute, of which about half is silence. */
async function oneTalker(service: Spawned, owner: ApiUser) {
  const turns = await Promise.all(
    TEST_SENTENCES.slice(0, 6).map(async (sentence) => trimmed(await speak(sentence, 'rms'))),
  );
  const device = await openDevice(service.url, owner);
  const idle = residentMiB(service.child.pid!);
  const [behind, started]: [number[], number] = [[], performance.now()];
  let spoken = 0;
  const before = cpuOfTree(service.child.pid!);
  let peak = 0;
  for (const turn of turns) {
    const from = (performance.now() - started) / 1000;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMiB(service.child.pid!));
      const last = Math.max(0, ...[...device.segments.values()].map(({ end }) => Number(end)));
      const now = (performance.now() - started) / 1000;
      // The words before the turn are not late, because nobody spoke.
      if (now - from > 3) behind.push(now - Math.max(from, last));
    }, 250);
    await device.stream(turn);
    clearInterval(watch);
    spoken += turn.length / 16_000;
    await device.stream(silence(turn.length / 16_000));
  }
  const seconds = (performance.now() - started) / 1000;
  await device[Symbol.asyncDispose]();
  return {
    'speech, s': Math.round(spoken),
    'words behind while speaking, median s': median(behind).toFixed(1),
    'p95 s': quantile(behind, 0.95).toFixed(1),
    'CPU, cores': ((cpuOfTree(service.child.pid!) - before) / seconds).toFixed(2),
    'MiB before': idle,
    'MiB at most': peak,
  };
}

type Spawned = Awaited<ReturnType<typeof spawnService>>;
