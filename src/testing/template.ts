import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config.ts';
import { ManualClock } from '../core/clock.ts';
import { serve } from '../assembly/service.ts';
import { cachedFolder, fingerprintOf } from './cached-folder.ts';
import { ApiUser } from './clients/api-user.ts';
import { QUICK_NODE } from './quick-node.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The files that determine the result of a first start: packages, the start of the database,
 * migrations.
 */
const INGREDIENTS = [
  'package-lock.json',
  'src/storage/embedded/*.ts',
  'src/storage/migrations/*.sql',
  'src/testing/template.ts',
];

export interface Template extends AsyncDisposable {
  folder: string;
}

export const OWNER = { email: 'owner@example.org', password: 'correct horse battery' };

export interface OwnerSession {
  id: string;
  token: string;
}

/** Makes data folders in which a service has run once. Tests start from a copy in half a second. */
export async function makeTemplate(): Promise<Template> {
  const folder = temporaryFolder();
  await fillTemplate(folder);
  return { folder, [Symbol.asyncDispose]: async () => removeFolder(folder) };
}

/**
 * Fills a template: `fresh` has no account, `owned` has the owner, whose session is in
 * `owner.json`.
 */
export async function fillTemplate(folder: string): Promise<void> {
  const [fresh, owned] = [join(folder, 'fresh'), join(folder, 'owned')];
  await runServiceOnce({ SVC_DATA_DIR: fresh });
  // PostgreSQL's two template databases are half of the files, and no test creates a database here.
  for (const unused of ['1', '4']) emptyFolder(join(fresh, 'postgres/base', unused));
  cpSync(fresh, owned, { recursive: true });
  const owner = await signInOnce({ SVC_DATA_DIR: owned });
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(owner));
}

/** Starts a service, which creates the owner, signs the owner in, and stops the service. */
export async function signInOnce(environment: Record<string, string>): Promise<OwnerSession> {
  const settings = {
    SVC_OWNER_EMAIL: OWNER.email,
    SVC_OWNER_PASSWORD: OWNER.password,
    SVC_TIMEZONE: 'Europe/Lisbon',
  };
  return runServiceOnce({ ...settings, ...environment }, async (url) => {
    const { id, token } = await ApiUser.signIn(url, OWNER);
    return { id, token };
  });
}

/** Starts a service, which makes what it needs, and stops it. */
export async function runServiceOnce(environment: Record<string, string>): Promise<void>;
export async function runServiceOnce<T>(
  environment: Record<string, string>,
  work: (url: string) => Promise<T>,
): Promise<T>;
export async function runServiceOnce<T>(
  environment: Record<string, string>,
  work?: (url: string) => Promise<T>,
): Promise<T | undefined> {
  const folder = temporaryFolder();
  const config = readConfig({
    PORT: '0',
    SVC_DATA_DIR: folder,
    SVC_RECOGNISER: 'none',
    SVC_LOG_LEVEL: 'silent',
    ...environment,
  });
  // Lies before the time of every test, even of tests with a clock of their own.
  const clock = new ManualClock('2000-01-01T00:00:00Z');
  const service = await serve(config, { clock });
  const result = await work?.(service.url);
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
  return result;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'commonplace-test-'));
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
function templateFolder(): string {
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

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
