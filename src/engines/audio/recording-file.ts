/**
 * Reads finished recordings with ffmpeg: their properties, and their sound in pieces. ffmpeg cannot
 * report to a `WorkerHandle`, so the CPU time of each run is limited.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readSync } from 'node:fs';
import { promisify } from 'node:util';
import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { processWork } from '../supervision/process-work.ts';
import { WorkWatch } from '../supervision/work-watch.ts';
import { hasFfmpeg, toPcm } from './ffmpeg.ts';
import { toMono } from './mono.ts';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';
import { wavChunks, readWav } from './wav.ts';

/**
 * Container formats whose files contain the sound themselves. Other formats, such as playlists,
 * refer to files and addresses that ffmpeg would open.
 */
const FORMATS = 'wav,mp3,mov,ogg,flac,matroska,aac,aiff,caf,amr';
const SAFE = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS];
/** The limit is in CPU time, because wall-clock time may be much longer on a busy machine. */
const PROBE_BUDGET_MS = 20_000;
const BUDGET_MS = 60_000;
const BYTES_PER_SECOND = SAMPLE_RATE * 2;

export interface SoundFileFacts {
  seconds: number;
  /** The time of the recording, if the file contains it. */
  made_at: Date | null;
}

const Probe = z.object({
  streams: z.array(z.object({ codec_type: z.string() })),
  format: z.object({
    duration: z.coerce.number().positive().optional(),
    tags: z
      .record(z.string(), z.string())
      .transform((tags) => tags['creation_time'] ?? null)
      .optional(),
  }),
});

/** Resolves with null when the file contains no readable sound. */
export async function probeRecording(path: string): Promise<SoundFileFacts | null> {
  const shown = 'format=duration:format_tags=creation_time:stream=codec_type';
  const input = await inputOf(path);
  const words = ['-v', 'error', ...SAFE, '-of', 'json', '-show_entries', shown, ...input];
  const probing = promisify(execFile)('ffprobe', words);
  using _watch = watched(probing.child, PROBE_BUDGET_MS);
  const output = await probing.then(
    ({ stdout }) => stdout,
    () => '{}',
  );
  const probe = Probe.safeParse(JSON.parse(output));
  if (!probe.success) return null;
  const { streams, format } = probe.data;
  if (!streams.some(({ codec_type }) => codec_type === 'audio')) return null;
  const made = new Date(format.tags ?? NaN);
  // Devices without a clock write 1904 or 1970.
  const isKnown = made.getFullYear() > 1990;
  const claimed = (await hasWrongLength(path)) ? undefined : format.duration;
  const seconds = claimed ?? (await measure(path));
  return seconds === null ? null : { seconds, made_at: isKnown ? made : null };
}

/**
 * If the header of a recording has no length (as in files from browsers and streaming programs),
 * finds the length from the last packet. Returns null when the file has no packet, or when the
 * search takes too long.
 */
async function measure(path: string): Promise<number | null> {
  const shown = ['-select_streams', 'a:0', '-show_entries', 'packet=pts_time,duration_time'];
  const input = await inputOf(path);
  const words = ['-v', 'error', ...SAFE, ...shown, '-of', 'csv=p=0', ...input];
  const ffprobe = spawn('ffprobe', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  using _watch = watched(ffprobe, BUDGET_MS);
  const ended = once(ffprobe, 'close');
  ended.catch(() => {});
  let end = '';
  for await (const chunk of ffprobe.stdout as AsyncIterable<Buffer>) {
    end = (end + chunk.toString()).slice(-200);
  }
  const [, signal] = await ended;
  const [start, length] = (end.trimEnd().split('\n').at(-1) ?? '').split(',').map(Number);
  const seconds = start! + (length || 0);
  return signal === null && seconds > 0 ? seconds : null;
}

/**
 * Yields the sound as 16 kHz mono, 16 bit, in pieces of a second. Throws when the file is damaged
 * before its end.
 */
export async function* decodeRecording(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const words = ['-v', 'error', '-nostdin', ...SAFE, ...(await inputOf(path, '-i')), '-vn'];
  const sides = await sidesOf(path);
  const second = BYTES_PER_SECOND * sides;
  const ffmpeg = spawn('ffmpeg', [...words, ...toPcm(sides), 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
  });
  const ended = once(ffmpeg, 'close');
  ended.catch(() => {});
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of ffmpeg.stdout as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= second; rest = rest.subarray(second)) {
        yield bytesOf(monoOf(rest.subarray(0, second), sides));
      }
    }
    if (rest.length > 0) yield bytesOf(monoOf(rest, sides));
    await ended;
  } finally {
    ffmpeg.kill();
  }
}

/** The file is not a recording, or its format is not supported. */
export class UnreadableRecording extends Invalid {}

/**
 * Returns the sound of a file as 16 kHz mono, at most `maxSeconds` of it. This code reads plain WAV
 * files; ffmpeg reads all other formats, if it is installed.
 */
export async function readRecordingFile(
  path: string,
  { maxSeconds }: { maxSeconds: number },
): Promise<Int16Array> {
  if (await isWav(path)) {
    try {
      return readWav(await readFile(path)).subarray(0, maxSeconds * SAMPLE_RATE);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      if (!hasFfmpeg()) throw new UnreadableRecording(error.message);
    }
  }
  if (!hasFfmpeg())
    throw new UnreadableRecording('Without ffmpeg, this server reads only WAV files.');
  return byFfmpeg(path, maxSeconds);
}

/** Ends a process that loops or hangs. Disposing of the result stops the watch. */
function watched(child: ChildProcess, budgetMs: number): Disposable {
  const watch = new WorkWatch({
    measure: () => processWork(child.pid),
    budgetMs,
    onStuck: () => child.kill('SIGKILL'),
  });
  return { [Symbol.dispose]: () => watch.stop() };
}

async function isWav(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
  return buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8) === 'WAVE';
}

/**
 * Returns the file as an input of ffmpeg, which believes the length in the header of a WAV file
 * unless it is told not to.
 */
async function inputOf(path: string, ...before: string[]): Promise<string[]> {
  const options = (await hasWrongLength(path)) ? ['-ignore_length', '1'] : [];
  return [...options, ...before, `file:${path}`];
}

async function hasWrongLength(path: string): Promise<boolean> {
  // ffmpeg itself reports a file that is gone.
  if (!(await isWav(path).catch(() => false))) return false;
  await using file = await open(path);
  const { size } = await file.stat();
  const peek = (at: number, length: number) => {
    const bytes = Buffer.alloc(length);
    readSync(file.fd, bytes, 0, length, at);
    return bytes;
  };
  return wavChunks(peek, size).some(({ isDeclared }) => !isDeclared);
}

/** Returns 1 for sound with one channel, and 2 for sound with more, which ffmpeg mixes to two. */
async function sidesOf(path: string): Promise<1 | 2> {
  const shown = ['-select_streams', 'a:0', '-show_entries', 'stream=channels', '-of', 'csv=p=0'];
  const probing = promisify(execFile)('ffprobe', [
    ...SAFE,
    '-v',
    'error',
    ...shown,
    `file:${path}`,
  ]);
  using _watch = watched(probing.child, PROBE_BUDGET_MS);
  const channels = await probing.then(
    ({ stdout }) => parseInt(stdout, 10),
    () => 1,
  );
  return channels > 1 ? 2 : 1;
}

function monoOf(bytes: Buffer, channels: number): Int16Array {
  // A copy, because the buffer may begin at an odd place.
  const samples = new Int16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1);
  return toMono(samples, channels);
}

function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

async function byFfmpeg(path: string, maxSeconds: number): Promise<Int16Array> {
  const input = [...SAFE, ...(await inputOf(path, '-i'))];
  const sides = await sidesOf(path);
  const output = ['-t', String(maxSeconds), ...toPcm(sides)];
  const child = spawn('ffmpeg', ['-v', 'error', '-nostdin', ...input, '-vn', ...output, 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  using _watch = watched(child, BUDGET_MS);
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  // Uses the sound before the damage.
  if ((await ended) !== 0 && bytes.length === 0) {
    throw new UnreadableRecording('This file is not a recording, or it cannot be read.');
  }
  return monoOf(bytes, sides);
}
