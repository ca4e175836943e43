import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

/** Returns options for raw sound at 16 kHz and 16 bit. */
export function toPcm(channels: number): string[] {
  return ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', String(channels)];
}

/** Returns whether ffmpeg is installed, which reads all formats that this code cannot read. */
export function hasFfmpeg(environment: NodeJS.ProcessEnv = process.env): boolean {
  const folders = (environment['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => folder !== '' && existsSync(join(folder, 'ffmpeg')));
}

/**
 * Starts a process that converts its standard input to raw sound on its standard output. The caller
 * must end the process, because a hang cannot be detected in a live stream.
 */
export function startFfmpeg(input: readonly string[]) {
  return spawn(
    'ffmpeg',
    [
      '-v',
      'error',
      '-nostdin',
      ...input,
      '-i',
      'pipe:0',
      '-vn',
      ...toPcm(1),
      '-flush_packets',
      '1',
      'pipe:1',
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
}
