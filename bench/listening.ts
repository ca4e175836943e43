/**
 * Measures the time from the end of speech to its segment, and from the end of a recording to
 * `completed`, in real time over the socket with the built-in recogniser. `node bench/listening.ts`
 */
import { joined, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { median, printTable, quantile } from './measure.ts';

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
    await using device = await Listener.open(service.url, {
      token: owner.token,
      uid: owner.id,
      codec: 'pcm16',
      sample_rate: 16_000,
    });
    await device.event('service_status', ({ status }) => status === 'ready');
    for (const sentence of SENTENCES) toSegment.push(await sayAndWait(device, sentence));
    const ended = performance.now();
    await owner.call('POST', '/v1/conversations', {});
    toCompleted.push(performance.now() - ended);
  }
  printTable(
    'Listening, built-in recogniser, ms',
    [
      { what: 'end of speech → segment (1 s of end silence included)', values: toSegment },
      { what: 'end of recording → completed', values: toCompleted },
    ].map(({ what, values }) => ({
      what,
      median: Math.round(median(values)),
      p95: Math.round(quantile(values, 0.95)),
      runs: values.length,
    })),
  );
} finally {
  removeFolder(folder);
}

/**
 * Speaks in real time and returns the milliseconds from the end of the speech to the segment with
 * its words.
 */
async function sayAndWait(device: Listener, sentence: string): Promise<number> {
  const pcm = trimmed(await speak(sentence));
  const before = device.text;
  await device.stream(pcm);
  const spoken = performance.now();
  const quiet = device.stream(joined(silence(2.5)));
  await device.until(() => device.text !== before);
  const took = performance.now() - spoken;
  await quiet;
  return took;
}

/** Removes the silence at the end, which is not speech. */
function trimmed(pcm: Int16Array): Int16Array {
  const last = pcm.findLastIndex((sample) => Math.abs(sample) > 300);
  return pcm.subarray(0, last + 1);
}
