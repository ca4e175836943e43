import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../../config.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import { newestBackup } from '../../storage/backup/archive/names.ts';

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Makes a backup whenever the newest one of the folder is too old. The backup is made by a separate
 * process, whose memory ends with it.
 */
export function startRegularBackups(
  { backup: { folder, everyHours, keep } }: Config,
  log: Log,
): AsyncDisposable {
  if (folder === undefined) return { [Symbol.asyncDispose]: async () => {} };
  const periodMs = everyHours * HOUR_MS;
  return startPeriodic({
    name: 'the regular backup',
    everyMs: Math.min(LOOK_EVERY_MS, periodMs),
    atOnce: true,
    log,
    async run(stopping) {
      const newest = await newestBackup(folder);
      if (newest && Date.now() - newest.getTime() < periodMs) return;
      const words = ['backup', folder, '--keep', String(keep)];
      const output = await runMain(words, stopping);
      if (output !== null) log.error({ folder, output }, 'the regular backup failed');
    },
  });
}

/** Runs a command of this program. Returns its output if it failed. */
async function runMain(words: readonly string[], signal: AbortSignal): Promise<string | null> {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = once(child, 'close').catch((error: Error) => [error.message]);
  const [code] = (await ended) as [unknown];
  return code === 0 || signal.aborted ? null : `${String(code)}: ${output.trim()}`;
}
