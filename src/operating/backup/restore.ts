/** `commonplace restore`: fills an empty store from an archive. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { StartError } from '../../core/errors.ts';
import { keepSecret, restoreArchive } from '../../storage/backup/restore.ts';
import { openArchive } from '../../storage/backup/places/address.ts';
import { secretOf } from '../../storage/installation.ts';
import { parseCommandLine } from '../arguments.ts';
import { targetOf, withSentences } from './store.ts';

const USAGE = `Usage: commonplace restore FILE|s3://BUCKET/FOLDER/FILE
The data folder (SVC_DATA_DIR) or the database (DATABASE_URL) must be empty.`;

export async function restore(...words: string[]): Promise<void> {
  const { positionals } = parseCommandLine(words, {}, USAGE);
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new StartError(USAGE);
  const config = readConfig(process.env);
  const { tables, files, secret } = await withSentences(() =>
    restoreArchive(openArchive(path, config.bucket), config.backup.key, targetOf(config)),
  );
  if (secret !== null && config.storage.secret === undefined) {
    await keepSecret(config.storage.dataDir, secret);
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored ${rows} rows of ${tables.length} tables and ${files} files; ` +
      'all counts and checksums are those of the backup.',
  );
  console.log(adviceOnSecret(config, secret));
}

function adviceOnSecret({ storage }: Config, secret: string | null): string {
  const path = join(storage.dataDir, 'secret');
  const current = storage.secret !== undefined || existsSync(path) ? secretOf(storage) : undefined;
  if (secret !== null && current === secret) return 'Start the service with: commonplace serve';
  const place = storage.secret === undefined ? path : 'SVC_SECRET';
  if (secret !== null) {
    return `${place} differs from the secret of the backup. Run once: commonplace secret replace`;
  }
  return (
    `The backup does not contain the secret of the service. Put the former one into ${place} ` +
    'before the start. If it is lost, run once: commonplace secret replace'
  );
}
