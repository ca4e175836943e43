/**
 * Speech for tests, synthesised when the test runs; Debian's flite gives the same bytes each time.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readWav } from './wav.ts';

export type FliteVoice = 'slt' | 'rms' | 'awb' | 'kal16';

const spoken = new Map<string, Promise<Int16Array>>();

/** Speaks the text; returns a copy of the sound at 16 kHz, which is made once. */
export async function speak(text: string, voice: FliteVoice = 'slt'): Promise<Int16Array> {
  const key = `${voice} ${text}`;
  const sound = spoken.get(key) ?? synthesise(text, voice);
  spoken.set(key, sound);
  return (await sound).slice();
}

async function synthesise(text: string, voice: FliteVoice): Promise<Int16Array> {
  const folder = await mkdtemp(join(tmpdir(), 'speech-'));
  try {
    const file = join(folder, 'speech.wav');
    await promisify(execFile)('flite', ['-voice', voice, '-t', text, '-o', file]);
    return readWav(await readFile(file));
  } catch (cause) {
    throw new Error("Tests with speech need Debian's flite: apt-get install flite", { cause });
  } finally {
    await rm(folder, { recursive: true });
  }
}
