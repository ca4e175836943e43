/**
 * Measures how many live streams one process can handle: 20 ms Opus frames in real time, with
 * speech in half of the time.
 *
 *   node bench/streams.ts [STREAMS …]             voice activity alone, 10 to 200 streams
 *   node bench/streams.ts recognised [STREAMS …]  with the built-in recogniser, 1 to 16 streams
 *
 * This process generates the load; the service runs in another process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Encoder } from '@evan/opus';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { median, printTable, quantile } from './measure.ts';
import type { Measured } from './streams-service.ts';

const FRAME_SAMPLES = 320;
const FRAME_MS = 20;
const WARM_UP_SECONDS = 6;
const SECONDS = 24;
/** The service limits the sockets of one user. */
const SOCKETS_PER_USER = 20;
const SENTENCES = [
  'I live in Boston with my two children.',
  'We have a meeting with the doctor on Friday.',
  'I need to call my sister tomorrow morning.',
  'He works as a teacher at a small school.',
];

interface Loop {
  frames: Uint8Array[];
  /** Indexes of the frames after which a speaker has just stopped. */
  ends: Set<number>;
}

const recognised = process.argv[2] === 'recognised';
const talk = await talkInALoop();
const rows = [];
const wanted = process.argv.slice(recognised ? 3 : 2).map(Number);
const usual = recognised ? [1, 2, 4, 8, 12, 16] : [10, 50, 100, 200];
for (const streams of wanted.length > 0 ? wanted : usual) {
  rows.push(await measure(streams));
}
printTable(recognised ? 'Live streams, built-in recogniser' : 'Live streams, voice activity', rows);

async function measure(count: number): Promise<Record<string, string | number>> {
  const folder = temporaryFolder();
  const service = fork(new URL('./streams-service.ts', import.meta.url), {
    serialization: 'advanced',
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      SVC_DATA_DIR: folder,
      SVC_RECOGNISER: recognised ? 'builtin' : 'none',
      SVC_RATE_LIMIT: 'off',
      SVC_MODELS: 'off',
      SVC_OWNER_EMAIL: OWNER.email,
      SVC_OWNER_PASSWORD: OWNER.password,
      SVC_SIGN_UP: 'open',
      SVC_MAX_CONNECTIONS_PER_ADDRESS: '1000',
    },
  });
  try {
    const [{ url }] = (await once(service, 'message')) as [{ url: string }];
    const users = [await ApiUser.signIn(url, OWNER)];
    while (users.length * SOCKETS_PER_USER < count) {
      users.push(await ApiUser.signUp(url, `user${users.length}@example.org`));
    }
    const delays: number[] = [];
    const listeners = await Promise.all(
      Array.from({ length: count }, (_, n) => {
        const { token, id: uid } = users[Math.floor(n / SOCKETS_PER_USER)]!;
        return Listener.open(url, { token, uid, codec: 'opus_fs320', sample_rate: 16_000 });
      }),
    );
    const stop = new AbortController();
    const speaking = listeners.map((listener, n) =>
      stream(listener, n / count, { stop: stop.signal, delays }),
    );
    await wait(WARM_UP_SECONDS * 1000);
    service.send('begin');
    delays.length = 0;
    await wait(SECONDS * 1000);
    service.send('end');
    const [{ cpu, waits, loopDelayP99, residentMiB }] = (await once(service, 'message')) as [
      Measured,
    ];
    stop.abort();
    await Promise.all(speaking);
    for (const { socket } of listeners) socket.terminate();
    return {
      streams: count,
      'CPU per stream, % of a core': ((100 * cpu) / count).toFixed(2),
      'CPU, % of a core': Math.round(100 * cpu),
      'frame → decision p50 / p99, ms': `${Math.round(median(waits))} / ${Math.round(quantile(waits, 0.99))}`,
      'event loop delay p99, ms': Math.round(loopDelayP99),
      'memory, MiB': Math.round(residentMiB),
      ...(recognised && {
        'end of speech → words p50 / p95, ms': delays.length
          ? `${Math.round(median(delays))} / ${Math.round(quantile(delays, 0.95))}`
          : '–',
        utterances: delays.length,
      }),
    };
  } finally {
    service.kill('SIGKILL');
    removeFolder(folder);
  }
}

/**
 * Sends the loop in real time, from a different position for each stream, and measures how long
 * words take.
 */
async function stream(
  listener: Listener,
  place: number,
  { stop, delays }: { stop: AbortSignal; delays: number[] },
): Promise<void> {
  const first = Math.floor(place * talk.frames.length);
  const started = performance.now();
  let endedAt: number | undefined;
  listener.socket.on('message', (data) => {
    if (endedAt === undefined || !String(data).startsWith('[')) return;
    delays.push(performance.now() - endedAt);
    endedAt = undefined;
  });
  for (let n = 0; !stop.aborted; n += 1) {
    const at = (first + n) % talk.frames.length;
    listener.socket.send(talk.frames[at]!);
    if (talk.ends.has(at)) endedAt = performance.now();
    const ahead = n * FRAME_MS - (performance.now() - started);
    if (ahead > 2) await wait(ahead);
  }
}

/** Builds sentences with pauses of the same length as the sentences. */
async function talkInALoop(): Promise<Loop> {
  const pieces: Int16Array[] = [];
  const ends = new Set<number>();
  let length = 0;
  for (const sentence of SENTENCES) {
    const spoken = await speak(sentence);
    const last = spoken.findLastIndex((sample) => Math.abs(sample) > 300);
    const pcm = spoken.subarray(0, last + 1);
    ends.add(Math.floor((length + pcm.length) / FRAME_SAMPLES));
    pieces.push(pcm, silence(pcm.length / 16_000));
    length += 2 * pcm.length;
  }
  const encoder = new Encoder({ channels: 1, sample_rate: 16_000, application: 'voip' });
  const talk = joinedSound(...pieces);
  const frames = Array.from({ length: Math.floor(talk.length / FRAME_SAMPLES) }, (_, n) =>
    Uint8Array.from(encoder.encode(talk.slice(n * FRAME_SAMPLES, (n + 1) * FRAME_SAMPLES))),
  );
  return { frames, ends };
}
