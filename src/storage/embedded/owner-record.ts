import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../core/errors.ts';

/** An owner updates its record every five seconds. */
const FRESH_MS = 15_000;
const LOOK_EVERY_MS = 500;

export interface OwnerRecord extends Disposable {
  /**
   * Updates the record to show that the owner is alive. Throws when another process has taken over
   * the folder.
   */
  check(): void;
}

interface Owner {
  id: string;
  pid: number;
  host: string;
  started_at: string;
}

/**
 * Writes an ownership record into the folder. The file lock already keeps out other processes of
 * this machine. The record also detects a second machine on the same network disk, and a folder
 * that was replaced while in use.
 */
export async function writeOwnerRecord(folder: string): Promise<OwnerRecord> {
  const path = join(folder, 'owner.json');
  await untilStale(path, folder);
  const owner: Owner = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    started_at: new Date().toISOString(),
  };
  writeFileSync(`${path}.new`, JSON.stringify(owner), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return {
    check() {
      const found = readOwner(path);
      // A temporarily unreadable record does not mean another owner: the process may have no free
      // file descriptor.
      if (found === 'unreadable') return;
      if (found?.id === owner.id) return utimesSync(path, new Date(), new Date());
      const taker = found ? `Process ${found.pid} on ${found.host} has` : 'Somebody has';
      throw new Error(`${taker} taken over the data folder ${folder}.`);
    },
    [Symbol.dispose]: () => {
      const found = readOwner(path);
      if (found !== 'unreadable' && found?.id === owner.id) rmSync(path, { force: true });
    },
  };
}

/**
 * Waits until the record of another machine is old enough. Throws when its owner still updates it.
 */
async function untilStale(path: string, folder: string): Promise<void> {
  const found = readOwner(path);
  // On the same machine, the lock has already decided who owns the folder.
  if (found === null || found === 'unreadable' || found.host === hostname()) return;
  const touchedAt = statSync(path).mtimeMs;
  while (Date.now() - touchedAt < FRESH_MS) {
    await wait(LOOK_EVERY_MS);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? touchedAt) === touchedAt) continue;
    throw new StartError(
      `The data folder ${folder} is in use by process ${found.pid} on ${found.host}. Stop it ` +
        'first, or choose another folder with SVC_DATA_DIR.',
    );
  }
}

/** Returns null when there is no record. */
function readOwner(path: string): Owner | null | 'unreadable' {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'unreadable';
  }
}
