import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { Invalid } from '../../core/errors.ts';
import { hasFfmpeg } from './ffmpeg.ts';
import { SAMPLE_RATE } from './sample-rate.ts';
import { readWav } from './wav.ts';

/** Formats that hold sound, and no addresses of other files. */
const FORMATS = 'aac,aiff,amr,caf,flac,matroska,mov,mp3,ogg,wav';
const LONGEST_MS = 60_000;

/** A file is no recording, or of a kind that nothing here reads. */
export class UnreadableRecording extends Invalid {}

/**
 * The sound of a file as 16 kHz mono; no more than `mostSeconds` of it. Plain WAV files are read here,
 * everything else by ffmpeg, if it is there.
 */
export async function readRecordingFile(
  path: string,
  { mostSeconds }: { mostSeconds: number },
): Promise<Int16Array> {
  if (await isWav(path)) {
    try {
      return readWav(await readFile(path)).subarray(0, mostSeconds * SAMPLE_RATE);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      if (!hasFfmpeg()) throw new UnreadableRecording(error.message);
    }
  }
  if (!hasFfmpeg())
    throw new UnreadableRecording('Without ffmpeg only WAV files can be read here.');
  return byFfmpeg(path, mostSeconds);
}

async function isWav(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
  return buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8) === 'WAVE';
}

async function byFfmpeg(path: string, mostSeconds: number): Promise<Int16Array> {
  const input = ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, '-i', path];
  const output = ['-t', String(mostSeconds), '-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1'];
  const child = spawn('ffmpeg', ['-v', 'error', '-nostdin', ...input, '-vn', ...output, 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const bytes = new Uint8Array(Buffer.concat(chunks));
  // A file that breaks off has been read up to there.
  if ((await ended) !== 0 && bytes.length === 0) {
    throw new UnreadableRecording('This is not a recording that can be read.');
  }
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
}
