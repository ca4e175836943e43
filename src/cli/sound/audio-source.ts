import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Invalid } from '../../core/errors.ts';
import { readWav } from '../../engines/audio/wav.ts';
import { Usage } from '../command.ts';

/** Sample rate of all audio that is sent. */
export const RATE = 16_000;
const FRAME_BYTES = RATE * 2 * 0.1;

/** Reads a recording as PCM in pieces of 100 ms. WAV is decoded here, other formats by ffmpeg. */
export async function* framesOfFile(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const samples = await readSamples(path);
  const bytes = new Uint8Array(
    samples.buffer as ArrayBuffer,
    samples.byteOffset,
    samples.byteLength,
  );
  for (let at = 0; at < bytes.length; at += FRAME_BYTES) yield bytes.subarray(at, at + FRAME_BYTES);
}

async function readSamples(path: string): Promise<Int16Array> {
  const file = await readFile(path).catch(() => {
    throw new Usage(`There is no file ${path}.`);
  });
  try {
    return readWav(file);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return decodeWithFfmpeg(path, error.message);
  }
}

async function decodeWithFfmpeg(path: string, why: string): Promise<Int16Array> {
  const chunks: Uint8Array[] = [];
  const arguments_ = [
    '-v',
    'error',
    '-i',
    path,
    '-f',
    's16le',
    '-ac',
    '1',
    '-ar',
    String(RATE),
    '-',
  ];
  for await (const chunk of output('ffmpeg', arguments_, `${why} Other formats need ffmpeg.`)) {
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)),
  );
}

/** Records from the microphone with any recorder that is installed. */
export function framesOfMicrophone(signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const script = [
    `arecord -q -t raw -f S16_LE -c 1 -r ${RATE}`,
    `rec -q -t raw -e signed -b 16 -c 1 -r ${RATE} -`,
    `ffmpeg -v error -f avfoundation -i :0 -f s16le -ac 1 -ar ${RATE} -`,
  ].map((recorder) => `command -v ${recorder.split(' ')[0]} >/dev/null && exec ${recorder}`);
  const help = 'Recording needs arecord (alsa-utils), rec (sox) or ffmpeg.';
  return output('sh', ['-c', `${script.join('; ')}; exit 127`], help, signal);
}

async function* output(
  program: string,
  words: string[],
  help: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', resolve);
  });
  signal?.addEventListener('abort', () => child.kill());
  for await (const chunk of child.stdout) yield new Uint8Array(chunk as Buffer);
  const code = await ended;
  if (!signal?.aborted && code !== 0) throw new Usage(help);
}
