import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../core/errors.ts';
import type { Db } from './database.ts';

const MIN_SECRET_LENGTH = 32;

/**
 * Returns the secret from the settings; without one, the secret in the data folder, which is
 * created once.
 */
export function secretOf({
  secret,
  dataDir,
}: {
  secret?: string | undefined;
  dataDir: string;
}): string {
  if (secret !== undefined) return secret;
  const path = join(dataDir, 'secret');
  if (!existsSync(path)) makeSecret(path);
  const kept = readFileSync(path, 'utf8');
  if (kept.length >= MIN_SECRET_LENGTH) return kept;
  throw new StartError(
    `The secret in ${path} is incomplete. Restore it from a backup, or delete the ` +
      'file and run: commonplace secret replace',
  );
}

/** The file gets its final name only when it is complete. */
function makeSecret(path: string): void {
  const made = `${path}.${process.pid}`;
  writeFileSync(made, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(made, path);
  } catch (error) {
    // Another process that started at the same time created the file.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(made, { force: true });
  }
}

/** Throws unless the secret is the one that the database was first used with. */
export async function requireSameSecret(db: Db, secret: string): Promise<void> {
  const secret_fingerprint = fingerprintOf(secret);
  await db
    .insertInto('installation')
    .values({ secret_fingerprint })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await requireSecretOf(db, secret);
}

/** Like `requireSameSecret`, without writing. Accepts a database that no service has used. */
export async function requireSecretOf(db: Db, secret: string): Promise<void> {
  const row = await db.selectFrom('installation').selectAll().executeTakeFirst();
  if (!row || fingerprintOf(secret).equals(row.secret_fingerprint)) return;
  throw new StartError(
    'This database is used with another secret. Set SVC_SECRET to the same value in every ' +
      'process that shares the database; without SVC_SECRET, each data folder has a secret of ' +
      'its own. To change the secret on purpose, run once: commonplace secret replace',
  );
}

/** Accepts a new secret. Sessions and sealed values from the previous secret become useless. */
export async function replaceSecret(db: Db, secret: string): Promise<void> {
  const secret_fingerprint = fingerprintOf(secret);
  await db
    .insertInto('installation')
    .values({ secret_fingerprint })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ secret_fingerprint }))
    .execute();
}

function fingerprintOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('commonplace installation').digest();
}
