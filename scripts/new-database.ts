/**
 * Makes a new database and packs it for the package of the service. Its process sees one fixed moment
 * and fixed random bytes, so the archive is the same each time. Nothing secret comes from them: the
 * database has no passwords, and only its own process reaches it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packDatabase } from '../src/storage/embedded/packed-database.ts';

const CREATION = fileURLToPath(
  new URL('../src/storage/embedded/creation-process.ts', import.meta.url),
);
const FIXED = new URL('fixed-moment.mjs', import.meta.url).href;

export async function writeNewDatabase(archive: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-database-'));
  try {
    const child = fork(CREATION, [join(folder, 'postgres')], {
      execArgv: ['--liftoff-only', '--import', FIXED],
    });
    const [reply] = (await once(child, 'message')) as [{ made: boolean; reason?: string }];
    if (!reply.made) throw new Error(`The new database cannot be made: ${reply.reason}.`);
    await packDatabase(join(folder, 'postgres'), archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
