import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config.ts';
import { serve } from '../assembly/service.ts';
import { cachedFolder, fingerprintOf } from './cached-folder.ts';
import { QUICK_NODE } from './quick-node.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** All that decides what a first start leaves: the packages, the database's start, the migrations. */
const INGREDIENTS = [
  'package-lock.json',
  'src/storage/embedded/*.ts',
  'src/storage/migrations/*.sql',
  'src/testing/template.ts',
];

export interface Template extends AsyncDisposable {
  folder: string;
}

/** A data folder in which a service has run once: tests start from a copy in half a second. */
export async function makeTemplate(): Promise<Template> {
  const folder = temporaryFolder();
  await runServiceOnce({ SVC_DATA_DIR: folder });
  return { folder, [Symbol.asyncDispose]: async () => removeFolder(folder) };
}

/** Starts a service, which makes what it needs, and stops it. */
export async function runServiceOnce(environment: Record<string, string>): Promise<void> {
  const folder = temporaryFolder();
  const config = readConfig({
    PORT: '0',
    SVC_DATA_DIR: folder,
    SVC_RECOGNISER: 'none',
    SVC_LOG_LEVEL: 'silent',
    ...environment,
  });
  const service = await serve(config, { warm: false });
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'commonplace-test-'));
}

/** A copy of the template, which is made when no run of this checkout has made it before. */
export function copyTemplate(): string {
  const folder = temporaryFolder();
  cpSync(process.env['COMMONPLACE_TEST_TEMPLATE'] ?? cachedTemplate(), folder, { recursive: true });
  return folder;
}

/** The first test of a file would pay seconds for a new database and all of its migrations. */
function cachedTemplate(): string {
  const cache = join(ROOT, 'node_modules/.cache/commonplace-templates');
  return cachedFolder(cache, fingerprintOf(ROOT, INGREDIENTS), (folder) => {
    const program = fileURLToPath(new URL('./make-template.ts', import.meta.url));
    execFileSync(process.execPath, [...QUICK_NODE, program, folder]);
  });
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
