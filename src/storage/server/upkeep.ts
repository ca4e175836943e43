import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import { isConnectionLost } from '../faults.ts';
import type { ServerPool } from './pool.ts';

const LOOK_EVERY_MS = 5_000;

/**
 * Finds tables that have grown much since their last statistics. The server checks only once a
 * minute. Without new statistics, the planner sorts all memories for one page, which is six times
 * as slow with 10,000 memories.
 */
const GROWN = `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 200 AND n_mod_since_analyze > n_live_tup / 2`;

/** Updates the statistics of tables that have just been filled. */
export function startServerUpkeep(pool: ServerPool, log: Log): Periodic {
  const look = async () => {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ name: string }>(GROWN);
      for (const { name } of rows) await client.query(`ANALYZE (SKIP_LOCKED) ${name}`);
    } finally {
      client.release();
    }
  };
  return startPeriodic({
    name: 'making statistics',
    everyMs: LOOK_EVERY_MS,
    log,
    run: () =>
      look().catch((error: unknown) => {
        if (!isConnectionLost(error)) throw error;
      }),
  });
}
