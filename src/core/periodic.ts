import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** A repeating task. Disposing of the task waits for the current run and starts no further run. */
export interface Periodic extends AsyncDisposable {
  /** Runs the task now, or right after the current run. */
  nudge(): void;
}

interface PeriodicOptions {
  /** The name of the task in the log when it fails. */
  name: string;
  everyMs: number;
  log: Log;
  /** Also runs once at startup, before the first period has passed. */
  atOnce?: boolean;
  /** `stopping` aborts when the task is disposed of. */
  run(stopping: AbortSignal): Promise<unknown>;
}

/**
 * Repeats `run` until it is disposed of. Runs never overlap: all nudges and periods during a run
 * cause a single further run. The timer does not keep the process alive.
 */
export function startPeriodic({
  name,
  everyMs,
  log,
  atOnce = false,
  run,
}: PeriodicOptions): Periodic {
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let isQueued = false;
  const runOnce = async () => {
    isQueued = false;
    if (!stop.signal.aborted) await run(stop.signal);
  };
  const nudge = () => {
    if (isQueued || stop.signal.aborted) return;
    isQueued = true;
    running = running.then(runOnce).catch((error) => log.warn({ err: error }, `${name} failed`));
  };
  if (atOnce) nudge();
  const timer = setInterval(nudge, everyMs).unref();
  return {
    nudge,
    async [Symbol.asyncDispose]() {
      stop.abort();
      clearInterval(timer);
      await running;
    },
  };
}

const RETENTION_EVERY_MS = 3_600_000;

interface Retention {
  /** Names the deleted records in the log of the service. */
  of: string;
  keepMs: number;
  clock: Clock;
  log: Log;
  deleteBefore(before: Date): Promise<unknown>;
}

/** Deletes what is older than `keepMs`, when the service starts and then once an hour. */
export function startRetention({ of, keepMs, clock, log, deleteBefore }: Retention): Periodic {
  return startPeriodic({
    name: `retention of ${of}`,
    everyMs: RETENTION_EVERY_MS,
    log,
    atOnce: true,
    run: () => deleteBefore(new Date(clock.now().getTime() - keepMs)),
  });
}
