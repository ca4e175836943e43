import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, fingerprintOf } from './cached-folder.ts';
import { QUICK_NODE } from './quick-node.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The files that determine the result of a first start: packages, database start-up and migrations.
 */
const INGREDIENTS = [
  'package-lock.json',
  'src/storage/embedded/*.ts',
  'src/storage/migrations/*.sql',
  'src/testing/first-start.ts',
];

export const OWNER = { email: 'owner@example.org', password: 'correct horse battery' };

export interface OwnerSession {
  id: string;
  token: string;
}

const MEMORY = '/dev/shm';
/**
 * The folder of temporary files: in memory if there is room, because a copy of the template takes a
 * second on many disks.
 */
export const TEMPORARY =
  process.env['TMPDIR'] ?? (roomIn(MEMORY) > 4 * 1024 ** 3 ? MEMORY : tmpdir());

export function temporaryFolder(): string {
  return mkdtempSync(join(TEMPORARY, 'commonplace-test-'));
}

/** Returns the free space of a folder in bytes; 0 if it does not exist. */
function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Returns a copy of the template, which the first test run of a checkout creates. */
export function copyTemplate(kind: 'fresh' | 'owned' = 'fresh'): string {
  const folder = temporaryFolder();
  cpSync(join(templateFolder(), kind), folder, { recursive: true });
  return folder;
}

/** Returns the session of the owner in copies of the `owned` template. */
export function ownerSession(): OwnerSession {
  const text = readFileSync(join(templateFolder(), 'owner.json'), 'utf8');
  return JSON.parse(text) as OwnerSession;
}

/** Returns a cached template, because a new database with all its migrations takes seconds. */
export function templateFolder(): string {
  const made = process.env['COMMONPLACE_TEST_TEMPLATE'];
  if (made) return made;
  const cache = join(ROOT, 'node_modules/.cache/commonplace-templates');
  // The session of the owner ends after some weeks.
  const month = new Date().toISOString().slice(0, 7);
  return cachedFolder(cache, `${fingerprintOf(ROOT, INGREDIENTS)}-${month}`, (folder) => {
    const program = fileURLToPath(new URL('./make-template.ts', import.meta.url));
    execFileSync(process.execPath, [...QUICK_NODE, program, folder]);
  });
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
