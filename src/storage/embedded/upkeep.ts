import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { DiskSpace } from '../disk-space.ts';
import type { SharedSession } from './session.ts';

const LOOK_EVERY_MS = 5_000;
/** A checkpoint costs 5 to 31 ms; without checkpoints the log grew to 714 MB. */
const CHECKPOINT_AFTER_BYTES = 32 * 1024 * 1024;
/**
 * Without statistics, the planner sorts all memories for one page: 7 ms instead of 0.6 with 12,000
 * memories.
 */
const ANALYZE_AFTER_BYTES = 1024 * 1024;
const VACUUM_EVERY_MS = 60 * 60_000;

interface Upkeep extends AsyncDisposable {
  startStatistics(): void;
}

/**
 * Runs checkpoints, statistics and vacuum on timers, because PGlite has no background processes.
 * Statistics begin with `startStatistics`.
 */
export function startUpkeep({
  session,
  disk,
  checkOwner,
  isCopying,
  log,
}: {
  session: SharedSession;
  disk: Pick<DiskSpace, 'isLow' | 'isFull'>;
  /** Throws when another process has taken over the folder. */
  checkOwner: () => void;
  /** True while a copy of the database is made, which a checkpoint would break. */
  isCopying: () => boolean;
  log: Log;
}): Upkeep {
  let hasStatistics = false;
  const done = { CHECKPOINT: 0, ANALYZE: 0 };

  const look = async () => {
    checkOwner();
    // Both tasks write, and PostgreSQL crashes when it cannot write.
    if (disk.isFull) return;
    const written = await logPosition(session);
    // A checkpoint frees the log's disk space.
    if (disk.isLow && written > done.CHECKPOINT) await checkpoint(written);
    if (hasStatistics && written - done.ANALYZE > ANALYZE_AFTER_BYTES) {
      // All other statements wait for the current one, so each table gets a separate statement.
      const tables = await tableNames(session);
      await run(
        'ANALYZE',
        written,
        tables.map((name) => `ANALYZE ${name}`),
      );
    }
    if (written - done.CHECKPOINT > CHECKPOINT_AFTER_BYTES) await checkpoint(written);
  };
  const checkpoint = async (written: number) => {
    if (!isCopying()) await run('CHECKPOINT', written);
  };
  const run = async (task: keyof typeof done, written: number, statements: string[] = [task]) => {
    for (const statement of statements) {
      checkOwner();
      await session.send(statement, []);
    }
    done[task] = written;
  };
  const vacuum = async () => {
    if (!disk.isFull) await session.send('VACUUM', []);
  };

  const upkeep = startPeriodic({ name: 'upkeep', everyMs: LOOK_EVERY_MS, log, run: look });
  const vacuums = startPeriodic({ name: 'vacuum', everyMs: VACUUM_EVERY_MS, log, run: vacuum });

  return {
    startStatistics: () => void (hasStatistics = true),
    async [Symbol.asyncDispose]() {
      await Promise.all([upkeep, vacuums].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/** Returns the number of bytes written to the write-ahead log since the database was created. */
async function logPosition(session: SharedSession): Promise<number> {
  const { rows } = await session.send(
    "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS position",
    [],
  );
  return (rows[0] as { position: number }).position;
}

async function tableNames(session: SharedSession): Promise<string[]> {
  const { rows } = await session.send(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    [],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
