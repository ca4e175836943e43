import type { Db } from '../../storage/database.ts';
import { insertMemories } from './memories.sql.ts';
import type { MemoryRow } from './memories.sql.ts';

/** Of those who wait so many go into one statement. */
const MAX_AT_ONCE = 200;

interface Waiting {
  rows: readonly MemoryRow[];
  resolve: (stored: MemoryRow[]) => void;
  reject: (error: unknown) => void;
}

interface Line {
  waiting: Waiting[];
  isBusy: boolean;
}

const lines = new WeakMap<Db, Line>();

/**
 * Stores memories as `insertMemories` does. Who comes while a statement runs shares the next one: a
 * row of many costs a quarter of a row alone. Nobody waits for company.
 */
export function insertTogether(db: Db, rows: readonly MemoryRow[]): Promise<MemoryRow[]> {
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
      // One that cannot be stored spoils it for all: each for itself.
      const alone = ({ rows, resolve, reject }: Waiting) => insertMemories(db, rows).then(resolve, reject); // prettier-ignore
      await Promise.all(together.map(alone));
    }
  }
  line.isBusy = false;
}
