import type { Db } from '../../../storage/database.ts';
import { insertMemories } from './insert-memories.sql.ts';
import type { MemoryRow, NewMemory } from '../memories.sql.ts';

/** The maximum number of waiting requests that share one statement. */
const MAX_AT_ONCE = 200;

interface Waiting {
  rows: readonly NewMemory[];
  resolve: (stored: MemoryRow[]) => void;
  reject: (error: unknown) => void;
}

interface Line {
  waiting: Waiting[];
  isBusy: boolean;
}

const lines = new WeakMap<Db, Line>();

/**
 * Stores memories as `insertMemories` does. Requests that arrive while a statement runs share the
 * next statement, because a row in a shared insert takes a quarter of the time of a single insert.
 * A statement never waits for more requests.
 */
export function insertTogether(db: Db, rows: readonly NewMemory[]): Promise<MemoryRow[]> {
  if (db.isTransaction) return insertMemories(db, rows);
  const line = lines.get(db) ?? { waiting: [], isBusy: false };
  lines.set(db, line);
  return new Promise((resolve, reject) => {
    line.waiting.push({ rows, resolve, reject });
    if (!line.isBusy) void serve(db, line);
  });
}

async function serve(db: Db, line: Line): Promise<void> {
  line.isBusy = true;
  while (line.waiting.length > 0) {
    const together = line.waiting.splice(0, MAX_AT_ONCE);
    try {
      const all = together.flatMap(({ rows }) => rows);
      const stored = await insertMemories(db, all);
      for (const { rows, resolve } of together) resolve(stored.splice(0, rows.length));
    } catch {
      // A statement fails as a whole when one row cannot be stored. Then each request is repeated
      // alone.
      const alone = ({ rows, resolve, reject }: Waiting) =>
        insertMemories(db, rows).then(resolve, reject);
      await Promise.all(together.map(alone));
    }
  }
  line.isBusy = false;
}
