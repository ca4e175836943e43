/** `commonplace backup`: copies all data of the service into an archive. */
import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import { StartError } from '../../core/errors.ts';
import { megabytes } from '../../engines/models/model-pull.ts';
import { writeBackup } from '../../storage/backup/backup.ts';
import { archiveName } from '../../storage/backup/places/names.ts';
import { openTarget } from '../../storage/backup/places/address.ts';
import type { BackupPlace } from '../../storage/backup/places/place.ts';
import { secretOf } from '../../storage/installation.ts';
import { parseCommandLine } from '../arguments.ts';
import { filesOf, lockBackups, openForReading, withSentences } from './store.ts';

const USAGE = `Usage: commonplace backup FOLDER|FILE.tar.gz|s3://BUCKET/FOLDER
      --keep N    delete all but the newest N backups of the folder`;

const OPTIONS = { keep: { type: 'string' } } as const;

export async function backup(...words: string[]): Promise<void> {
  const { positionals, values } = parseCommandLine(words, OPTIONS, USAGE);
  const config = readConfig(process.env);
  const [to = config.backup.folder, ...more] = positionals;
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (to === undefined || more.length > 0 || (keep !== null && !(keep >= 1))) {
    throw new StartError(USAGE);
  }
  const { place, name } = openTarget(to, config.bucket);
  const { key } = config.backup;
  const begun = performance.now();
  await using _lock = await lockBackups(config.storage.dataDir);
  const sink = place.sink(name ?? archiveName(new Date(), key !== undefined));
  const { result, bytes } = await withSentences(async () => {
    using interruption = untilSignal();
    await place.prepare();
    return await writeBackup({
      sink,
      key,
      signal: interruption.signal,
      dataDir: config.storage.dataDir,
      secret: secretOf(config.storage),
      now: new Date(),
      objects: filesOf(config),
      openRows: () => openForReading(config),
    });
  });
  const { tables, files, objects } = result;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${sink.address}: ${rows} rows of ${tables.length} tables, ` +
      `${files + objects.stored} files of sound and photos, ` +
      `${megabytes(bytes)}, after ${seconds} s.`,
  );
  if (objects.missing.length > 0) {
    console.log(
      `The store for files has lost ${objects.missing.length} files, which the archive does not contain. ` +
        'Run: commonplace doctor',
    );
  }
  if (key === undefined) {
    console.log(
      'The archive is not encrypted and does not contain the secret of the service. ' +
        (config.storage.secret === undefined
          ? `Keep a copy of ${join(config.storage.dataDir, 'secret')}, or set SVC_BACKUP_KEY.`
          : 'Keep SVC_SECRET, or set SVC_BACKUP_KEY.'),
    );
  }
  if (keep !== null) await deleteOld(place, keep);
}

/**
 * Aborts at a signal that ends the process, so that nothing unfinished stays behind. After its
 * disposal, signals end the process again.
 */
function untilSignal(): Disposable & { signal: AbortSignal } {
  const stop = new AbortController();
  const abort = () => stop.abort(new StartError('The backup was interrupted.'));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, abort);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, abort);
    },
  };
}

/** The new archive is complete, so a failure here is only reported. */
async function deleteOld(place: BackupPlace, keep: number): Promise<void> {
  try {
    const archives = await place.list();
    for (const { name } of archives.slice(keep)) await place.remove(name);
  } catch (error) {
    console.error(`Old archives could not be deleted: ${(error as Error).message}`);
  }
}
