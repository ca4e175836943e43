/** `commonplace backup`: copies all data of the service into an archive. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { StartError } from '../../core/errors.ts';
import { megabytes } from '../../engines/models/model-pull.ts';
import { writeBackup } from '../../storage/backup/backup.ts';
import { archiveName, isOurArchive } from '../../storage/backup/archive/names.ts';
import { secretOf } from '../../storage/installation.ts';
import { readArguments } from '../arguments.ts';
import { lockBackups, openForReading, saveMemory, withSentences } from './store.ts';

const USAGE = `Usage: commonplace backup FOLDER|FILE.tar.gz
      --keep N    delete all but the newest N backups of the folder`;

const OPTIONS = { keep: { type: 'string' } } as const;

export async function backup(...words: string[]): Promise<void> {
  const { positionals, values } = readArguments(words, OPTIONS, USAGE);
  const config = readConfig(process.env);
  const [to = config.backup.folder, ...more] = positionals;
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (to === undefined || more.length > 0 || (keep !== null && !(keep >= 1))) {
    throw new StartError(USAGE);
  }
  saveMemory();
  const path = pathOf(resolve(to), config);
  const begun = performance.now();
  await using _lock = await lockBackups(config.storage.dataDir);
  const { tables, files, has_secret } = await withSentences(() =>
    writeBackup({
      path,
      key: config.backup.key,
      dataDir: config.storage.dataDir,
      secret: secretOf(config.storage),
      now: new Date(),
      openRows: () => openForReading(config),
    }),
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${path}: ${rows} rows of ${tables.length} tables, ${files.length} files of sound, ` +
      `${megabytes(statSync(path).size)}, after ${seconds} s.`,
  );
  if (!has_secret) {
    console.log(
      'The archive is not encrypted and does not contain the secret of the service. ' +
        (config.storage.secret === undefined
          ? `Keep a copy of ${join(config.storage.dataDir, 'secret')}, or set SVC_BACKUP_KEY.`
          : 'Keep SVC_SECRET, or set SVC_BACKUP_KEY.'),
    );
  }
  if (keep !== null) deleteOld(dirname(path), keep);
}

/** A name with the ending of an archive is a file; any other name is a folder. */
function pathOf(to: string, { backup: { key } }: Config): string {
  if (/\.(tar\.gz|tgz|age)$/.test(basename(to))) return to;
  try {
    mkdirSync(to, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`The folder ${to} cannot be made (${code}). Choose another.`, { cause });
  }
  return join(to, archiveName(new Date(), key !== undefined));
}

function deleteOld(folder: string, keep: number): void {
  const old = readdirSync(folder).filter(isOurArchive).toSorted().toReversed().slice(keep);
  for (const name of old) rmSync(join(folder, name), { force: true });
}
