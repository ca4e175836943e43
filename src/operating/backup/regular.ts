import { spawn } from 'node:child_process';
import type { Config } from '../../config.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { BackupRequests } from '../../domains/statistics/operator.ts';
import { openPlace } from '../../storage/backup/places/address.ts';
import { isBucketAddress } from '../../storage/bucket/settings.ts';

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;
/** Stores charge for lists, and a failed upload is repeated as a whole. */
const LOOK_AT_BUCKET_EVERY_MS = 600_000;

/**
 * Makes a backup whenever the newest one is too old, and when the owner requests one. The backup is
 * made by a separate process, whose memory ends with it.
 */
export class RegularBackups implements BackupRequests, AsyncDisposable {
  readonly #settings: Config['backup'];
  readonly #bucket: Config['bucket'];
  #periodic: Periodic | undefined;
  #isRequested = false;
  #isRunning = false;

  constructor({ backup, bucket }: Config) {
    this.#settings = backup;
    this.#bucket = bucket;
  }

  get isRunning(): boolean {
    return this.#isRequested || this.#isRunning;
  }

  request(): void {
    this.#isRequested = true;
    this.#periodic?.nudge();
  }

  start(log: Log): void {
    const { folder, everyHours } = this.#settings;
    if (folder === undefined) return;
    const place = openPlace(folder, this.#bucket);
    const lookEveryMs = isBucketAddress(folder) ? LOOK_AT_BUCKET_EVERY_MS : LOOK_EVERY_MS;
    const periodMs = everyHours * HOUR_MS;
    this.#periodic = startPeriodic({
      name: 'the regular backup',
      everyMs: Math.min(lookEveryMs, periodMs),
      atOnce: true,
      log,
      run: async (stopping) => {
        if (!this.#isRequested) {
          const [newest] = await place.list(stopping);
          if (newest && Date.now() - newest.made_at.getTime() < periodMs) return;
        }
        await this.#backUp(folder, stopping, log);
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#periodic?.[Symbol.asyncDispose]();
  }

  async #backUp(folder: string, stopping: AbortSignal, log: Log): Promise<void> {
    this.#isRunning = true;
    this.#isRequested = false;
    try {
      const words = ['backup', folder, '--keep', String(this.#settings.keep)];
      const { isFailed, output } = await runMain(words, stopping);
      if (isFailed) log.error({ folder, output }, 'the backup failed');
      else if (output !== '') log.warn({ folder, output }, 'the backup is complete');
    } finally {
      this.#isRunning = false;
    }
  }
}

/** Runs a command of this program. Returns its output if it failed, and otherwise its warnings. */
async function runMain(
  words: readonly string[],
  signal: AbortSignal,
): Promise<{ isFailed: boolean; output: string }> {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  const said: string[] = [];
  const warned: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    said.push(chunk.toString());
    warned.push(chunk.toString());
  });
  child.once('error', (error) => said.push(error.message));
  // The command ends when it has cleaned up.
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  signal.removeEventListener('abort', stop);
  const isFailed = code !== 0 && !signal.aborted;
  const output = isFailed ? `${code}: ${said.join('').trim()}` : warned.join('').trim();
  return { isFailed, output: signal.aborted ? '' : output };
}
