import { join } from 'node:path';
import { StartError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { lockByName, transaction } from '../transaction.ts';
import { appliedSchema, hasMigrations, MIGRATIONS } from '../migrations.ts';
import { writeBackup } from './backup.ts';
import type { Files } from '../objects/files.ts';
import { openPlace } from './places/address.ts';
import type { BucketSettings } from '../bucket/settings.ts';

interface Upgrade extends BucketSettings {
  database: Database;
  dataDir: string;
  /** The folder or bucket of regular backups. */
  folder: string | undefined;
  key: string | undefined;
  /** The store for files. */
  objects: Files;
  secret(): string;
  progress(step: string): void;
}

/**
 * Runs the backup and the migrations in one process at a time. Otherwise a second process could
 * replace the archive with one of a database that is half migrated.
 */
export async function aloneInUpgrade(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  upgrade: () => Promise<void>,
): Promise<void> {
  // The data folder of the embedded database belongs to this process.
  if (kind === 'embedded') return upgrade();
  await transaction(db, async (tx) => {
    await lockByName(tx, 'upgrade');
    await upgrade();
  });
}

/**
 * Backs up a database whose schema is older than this version, before a migration changes it. The
 * operator of a PostgreSQL server has other means, so such a database is backed up only when there
 * is a folder for backups.
 */
export async function backUpBeforeUpgrade(upgrade: Upgrade): Promise<void> {
  const { database, dataDir, folder, key, objects, secret, progress } = upgrade;
  if (!(await hasMigrations(database.db))) return;
  const schema = await appliedSchema(database.db);
  const isOld = schema > 0 && MIGRATIONS.some(({ number }) => number > schema);
  if (!isOld || (database.kind === 'postgresql' && folder === undefined)) return;
  progress('Backing up before the upgrade');
  const ending = key === undefined ? 'tar.gz' : 'tar.gz.age';
  try {
    const place = openPlace(folder ?? join(dataDir, 'backups'), upgrade);
    await place.prepare();
    await writeBackup({
      sink: place.sink(`before-upgrade-from-${schema}.${ending}`),
      key,
      dataDir,
      secret: key === undefined ? '' : secret(),
      now: new Date(),
      objects,
      openRows: async () => ({
        db: database.db,
        kind: database.kind,
        [Symbol.asyncDispose]: async () => {},
      }),
    });
  } catch (cause) {
    throw new StartError(
      `This version changes the database, and the backup before it failed: ${(cause as Error).message} ` +
        'Correct this, or upgrade without a backup: commonplace migrate --without-backup',
      { cause },
    );
  }
}
