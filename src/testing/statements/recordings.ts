/** The file `statements.jsonl` of a room: for each `*.sql.ts` a line about it, and a line for each call. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, RecordedFile } from './calls.ts';

const FILE = 'statements.jsonl';

export function readRecording(room: string): RecordedFile[] {
  const files: RecordedFile[] = [];
  for (const line of readFileSync(join(room, FILE), 'utf8').trimEnd().split('\n')) {
    const value = JSON.parse(line) as Call | Omit<RecordedFile, 'calls'>;
    if ('file' in value) files.push({ ...value, calls: [] });
    else files.at(-1)!.calls.push(value);
  }
  return files;
}

export function writeRecording(room: string, files: readonly RecordedFile[]): void {
  const lines = files.flatMap(({ calls, ...about }) => [about, ...calls]);
  writeFileSync(join(room, FILE), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
