import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Invalid } from '../../core/errors.ts';
import { hasFfmpeg, startFfmpeg } from './ffmpeg.ts';
import { readWav } from './wav.ts';

/** A file of any format as 16 kHz mono: WAV by ourselves, the others by ffmpeg. */
export async function readRecording(path: string): Promise<Int16Array> {
  const file = await readFile(path);
  if (file.subarray(0, 4).toString('latin1') === 'RIFF') {
    try {
      return readWav(file);
    } catch (error) {
      // Of a kind that only ffmpeg knows, perhaps.
      if (!(error instanceof Invalid) || !hasFfmpeg()) throw error;
    }
  }
  if (!hasFfmpeg()) {
    throw new Invalid(
      'Only WAV files of 16-bit PCM can be read without ffmpeg: apt-get install ffmpeg',
    );
  }
  return convert(file);
}

async function convert(file: Uint8Array): Promise<Int16Array> {
  const ffmpeg = startFfmpeg([]);
  // It may stop reading before the end.
  ffmpeg.stdin.on('error', () => {});
  ffmpeg.stdin.end(file);
  const exit = new Promise<number | null>((resolve) => ffmpeg.once('exit', resolve));
  const bytes = await buffer(ffmpeg.stdout);
  if ((await exit) !== 0 || bytes.length < 2) throw new Invalid('This file holds no sound.');
  return new Int16Array(Uint8Array.from(bytes).buffer, 0, Math.floor(bytes.length / 2));
}
