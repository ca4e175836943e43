import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../../config.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import { openPlace } from '../../storage/backup/places/address.ts';
import { isBucketAddress } from '../../storage/backup/settings.ts';

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;
/** Stores charge for lists, and a failed upload is repeated as a whole. */
const LOOK_AT_BUCKET_EVERY_MS = 600_000;

/**
 * Makes a backup whenever the newest one is too old. The backup is made by a separate
 * process, whose memory ends with it.
 */
export function startRegularBackups({ backup }: Config, log: Log): AsyncDisposable {
  const { folder, everyHours, keep } = backup;
  if (folder === undefined) return { [Symbol.asyncDispose]: async () => {} };
  const place = openPlace(folder, backup);
  const lookEveryMs = isBucketAddress(folder) ? LOOK_AT_BUCKET_EVERY_MS : LOOK_EVERY_MS;
  const periodMs = everyHours * HOUR_MS;
  return startPeriodic({
    name: 'the regular backup',
    everyMs: Math.min(lookEveryMs, periodMs),
    atOnce: true,
    log,
    async run(stopping) {
      const [newest] = await place.list(stopping);
      if (newest && Date.now() - newest.made_at.getTime() < periodMs) return;
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
