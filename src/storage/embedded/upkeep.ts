import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { DiskSpace } from '../disk-space.ts';
import type { SharedSession } from './session.ts';

const LOOK_EVERY_MS = 5_000;
/** A checkpoint costs 5 to 31 ms; without any, the log grew to 714 MB. */
const CHECKPOINT_AFTER_BYTES = 32 * 1024 * 1024;
/** Without statistics the planner sorts all memories for one page: 7 ms instead of 0.6 at 12,000. */
const ANALYZE_AFTER_BYTES = 1024 * 1024;
const VACUUM_EVERY_MS = 60 * 60_000;

/** PGlite has no background processes: checkpoints, statistics and vacuum run on our timers. */
export function startUpkeep({
  session,
  disk,
  checkOwner,
  log,
}: {
  session: SharedSession;
  disk: Pick<DiskSpace, 'isLow' | 'isFull'>;
  /** Throws when the folder belongs to somebody else by now. */
  checkOwner: () => void;
  log: Log;
}): AsyncDisposable {
  const done = { CHECKPOINT: 0, ANALYZE: 0 };

  const look = async () => {
    checkOwner();
    // Both write. PostgreSQL ends when it cannot.
    if (disk.isFull) return;
    const written = await logPosition(session);
    // A checkpoint gives back the room of the log.
    if (disk.isLow && written > done.CHECKPOINT) await run('CHECKPOINT', written);
    if (written - done.ANALYZE > ANALYZE_AFTER_BYTES) await run('ANALYZE', written);
    if (written - done.CHECKPOINT > CHECKPOINT_AFTER_BYTES) await run('CHECKPOINT', written);
  };
  const run = async (statement: keyof typeof done, written: number) => {
    checkOwner();
    await session.send(statement, []);
    done[statement] = written;
  };
  const vacuum = async () => {
    if (!disk.isFull) await session.send('VACUUM', []);
  };

  const upkeep = startPeriodic({ name: 'upkeep', everyMs: LOOK_EVERY_MS, log, run: look });
  const vacuums = startPeriodic({ name: 'vacuum', everyMs: VACUUM_EVERY_MS, log, run: vacuum });

  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([upkeep, vacuums].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/** Bytes of write-ahead log since the database was made. */
async function logPosition(session: SharedSession): Promise<number> {
  const { rows } = await session.send(
    "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS position",
    [],
  );
  return (rows[0] as { position: number }).position;
}
