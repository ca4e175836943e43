/** Examinations of the machine: memory, the disk and the data folder. */
import { existsSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { lockProcess } from '../core/process-lock.ts';
import { hasFfmpeg } from '../engines/audio/ffmpeg.ts';
import { SNAPSHOT } from '../storage/backup/snapshot-folder.ts';
import { prepareDataFolder } from '../storage/data-folder.ts';
import { findingsOf } from './finding.ts';
import type { Finding } from './finding.ts';

const MIB = 1024 * 1024;
/** The built-in recogniser and the embedded database take 720 MiB together (docs/operating.md). */
const ENOUGH_MEMORY_MIB = 900;

export function examineMemory({ storage }: Config): Finding {
  const { ok, warning } = findingsOf('memory');
  const total = Math.floor(totalmem() / MIB);
  const says = `${total} MiB, of which ${Math.floor(freemem() / MIB)} are free.`;
  if (storage.databaseUrl !== undefined || total >= ENOUGH_MEMORY_MIB) return ok(says);
  return warning(says, 'Add swap space, or use PostgreSQL (DATABASE_URL): it needs less memory.');
}

export function examineDisk(storage: Config['storage']): Finding {
  if (!existsSync(storage.dataDir))
    return findingsOf('disk').ok('The data folder does not exist yet.');
  const { bavail, bsize } = statfsSync(storage.dataDir);
  return judgeDisk(bavail * bsize, storage);
}

/** The service refuses new data when this is a fault. */
export function judgeDisk(freeBytes: number, { dataDir, minFreeMib }: Config['storage']): Finding {
  const { ok, warning, fault } = findingsOf('disk');
  const free = Math.floor(freeBytes / MIB);
  const says = `${free} MiB are free on the disk of ${dataDir}.`;
  if (free < minFreeMib) {
    return fault(says, `Free space: below ${minFreeMib} MiB the service refuses new data.`);
  }
  return free < 10 * minFreeMib ? warning(says, 'Free space, or move the data folder.') : ok(says);
}

export async function examineFolder({ storage: { dataDir } }: Config): Promise<Finding> {
  const { ok, warning, fault } = findingsOf('data folder');
  const isNew = !existsSync(dataDir);
  try {
    prepareDataFolder(dataDir);
    const probe = join(dataDir, `.doctor-${process.pid}`);
    writeFileSync(probe, 'probe', { flush: true });
    rmSync(probe);
    const lock = await lockProcess(`${probe}.lock`);
    await lock?.[Symbol.asyncDispose]();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    return fault(
      `${dataDir} cannot be written (${code}).`,
      'Give it to the user of the service, or set SVC_DATA_DIR.',
    );
  } finally {
    if (isNew) rmSync(dataDir, { recursive: true, force: true });
  }
  const secret = join(dataDir, 'secret');
  const isOpen =
    process.platform !== 'win32' && existsSync(secret) && statSync(secret).mode & 0o077;
  if (isOpen) return warning(`Other users may read ${secret}.`, `Run: chmod 600 ${secret}`);
  return ok(`${dataDir} can be written and locked.`);
}

/** Finds what an interrupted command left behind. */
export function examineLeftovers({ storage: { dataDir } }: Config): Finding {
  const { ok, warning } = findingsOf('leftovers');
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  const left = names.filter(
    (name) => ['restoring', 'moving'].includes(name) || name.startsWith(SNAPSHOT),
  );
  if (left.length === 0) return ok('No interrupted backup, restore or move.');
  return warning(
    `An interrupted backup, restore or move left ${left.join(', ')} in ${dataDir}.`,
    'If none is under way, delete it, or run the command again.',
  );
}

export function examineFfmpeg(): Finding {
  const { ok, warning } = findingsOf('sound formats');
  if (hasFfmpeg()) return ok('ffmpeg is installed.');
  return warning(
    'ffmpeg is missing: uploads may only be WAV, and AAC is refused.',
    'Install ffmpeg.',
  );
}
