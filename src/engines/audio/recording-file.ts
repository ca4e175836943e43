/** Finished recordings, read by ffmpeg: what is in them, and their sound piece by piece. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { z } from 'zod';
import { SAMPLE_RATE } from './sample-rate.ts';

/**
 * Containers that hold their sound themselves. Others (play lists) name further files and addresses,
 * which ffmpeg would open.
 */
const FORMATS = 'wav,mp3,mov,ogg,flac,matroska,aac,aiff,caf,amr';
const SAFE = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS];
const PROBE_MS = 20_000;
const BYTES_PER_SECOND = SAMPLE_RATE * 2;

export interface RecordingFacts {
  seconds: number;
  /** When it was made, if it says so. */
  made_at: Date | null;
}

const Probe = z.object({
  streams: z.array(z.object({ codec_type: z.string() })),
  format: z.object({
    duration: z.coerce.number().positive(),
    tags: z
      .record(z.string(), z.string())
      .transform((tags) => tags['creation_time'] ?? null)
      .optional(),
  }),
});

/** Null for what holds no sound that can be read. */
export async function probeRecording(path: string): Promise<RecordingFacts | null> {
  const shown = 'format=duration:format_tags=creation_time:stream=codec_type';
  const words = ['-v', 'error', ...SAFE, '-of', 'json', '-show_entries', shown, `file:${path}`];
  const output = await promisify(execFile)('ffprobe', words, { timeout: PROBE_MS }).then(
    ({ stdout }) => stdout,
    () => '{}',
  );
  const probe = Probe.safeParse(JSON.parse(output));
  if (!probe.success) return null;
  const { streams, format } = probe.data;
  if (!streams.some(({ codec_type }) => codec_type === 'audio')) return null;
  const made = new Date(format.tags ?? NaN);
  // Devices without a clock say that it was 1904 or 1970.
  const isKnown = made.getFullYear() > 1990;
  return { seconds: format.duration, made_at: isKnown ? made : null };
}

/** Its sound as 16 kHz mono, 16 bit, a second at a time. Throws when the file breaks off badly. */
export async function* decodeRecording(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const words = ['-v', 'error', '-nostdin', ...SAFE, '-i', `file:${path}`, '-vn'];
  const sound = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', 'pipe:1'];
  const ffmpeg = spawn('ffmpeg', [...words, ...sound], {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
  });
  const ended = once(ffmpeg, 'close');
  ended.catch(() => {});
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of ffmpeg.stdout as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= BYTES_PER_SECOND; rest = rest.subarray(BYTES_PER_SECOND)) {
        yield rest.subarray(0, BYTES_PER_SECOND);
      }
    }
    if (rest.length > 0) yield rest;
    await ended;
  } finally {
    ffmpeg.kill();
  }
}
