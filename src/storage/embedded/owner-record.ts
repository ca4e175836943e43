import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

export interface OwnerRecord extends Disposable {
  /** Throws when another process has taken the folder, or the folder was replaced. */
  check(): void;
}

/**
 * Writes into the folder who has it. The file lock is what keeps others out; the record notices where
 * a lock does not reach: two machines on one network disk, or a folder that was swapped under us.
 */
export function writeOwnerRecord(folder: string): OwnerRecord {
  const path = join(folder, 'owner.json');
  const id = randomUUID();
  const started_at = new Date().toISOString();
  const record = { id, pid: process.pid, host: hostname(), started_at };
  writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  const read = (): Partial<typeof record> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8'));
    } catch {
      return {};
    }
  };
  return {
    check() {
      const { id: found, host, pid } = read();
      if (found === id) return;
      const taker = found ? `Process ${pid} on ${host} has` : 'Somebody has';
      throw new Error(`${taker} taken over the data folder ${folder}.`);
    },
    [Symbol.dispose]: () => {
      if (read().id === id) rmSync(path, { force: true });
    },
  };
}
