import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../core/errors.ts';
import type { Database } from '../database.ts';

/** The beginning of the names of folders with copies of the embedded database. */
export const SNAPSHOT = 'snapshot-';
const NAME = /^snapshot-[0-9a-f-]{36}$/;

/** Copies the embedded database into a folder of this name in the data folder. */
export async function makeSnapshot(
  database: Pick<Database, 'copyTo' | 'disk'>,
  dataDir: string,
  name = '',
): Promise<void> {
  if (!NAME.test(name)) throw new StartError('Usage: snapshot NAME');
  if (!database.copyTo) throw new StartError('A PostgreSQL server needs no copy for a backup.');
  if (database.disk.isLow) {
    throw new StartError('The disk of the data folder has no room for a copy of the database.');
  }
  const folder = join(dataDir, name);
  await mkdir(folder, { mode: 0o700 });
  await database.copyTo(folder);
}
