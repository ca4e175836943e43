import type { Log } from '../../core/log.ts';
import type { SharedSession } from './session.ts';

const CHECKPOINT_EVERY_MS = 15_000;
/** A checkpoint costs 5 to 31 ms; without any, the log grew to 714 MB. */
const CHECKPOINT_AFTER_BYTES = 32 * 1024 * 1024;
const VACUUM_EVERY_MS = 60 * 60_000;

/** PGlite has no background processes: checkpoints and vacuum run on our timers. */
export function startUpkeep({
  session,
  log,
}: {
  session: SharedSession;
  log: Log;
}): AsyncDisposable {
  let checkpointAt = 0;
  let running: Promise<void> = Promise.resolve();

  const checkpoint = async () => {
    const { rows } = await session.send(
      "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS position",
      [],
    );
    const position = (rows[0] as { position: number }).position;
    if (position - checkpointAt < CHECKPOINT_AFTER_BYTES && checkpointAt > 0) return;
    await session.send('CHECKPOINT', []);
    checkpointAt = position;
  };
  const vacuum = async () => void (await session.send('VACUUM (ANALYZE)', []));

  const every = (milliseconds: number, work: () => Promise<void>) =>
    setInterval(() => {
      running = running.then(work).catch((error) => log.warn({ err: error }, 'upkeep failed'));
    }, milliseconds).unref();
  const timers = [every(CHECKPOINT_EVERY_MS, checkpoint), every(VACUUM_EVERY_MS, vacuum)];

  return {
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
