/**
 * Prepares the starting points of tests: data folders and databases in which a service has already
 * run once.
 */
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../assembly/service.ts';
import { readConfig } from '../config.ts';
import { ManualClock } from '../core/clock.ts';
import { ApiUser } from './clients/api-user.ts';
import { OWNER, removeFolder, temporaryFolder } from './template.ts';
import type { OwnerSession } from './template.ts';

/**
 * Fills a template: `fresh` has no account; `owned` has the owner's account, and the owner's
 * session is in `owner.json`.
 */
export async function fillTemplate(folder: string): Promise<void> {
  const [fresh, owned] = [join(folder, 'fresh'), join(folder, 'owned')];
  await runServiceOnce({ SVC_DATA_DIR: fresh });
  // No test creates a database here, so PostgreSQL's two template databases, which are half of the
  // files, are emptied.
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

/** Starts a service, which creates its data, and stops it. */
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
  // The clock must be earlier than in any test, including tests with their own clock.
  const clock = new ManualClock('2000-01-01T00:00:00Z');
  const service = await serve(config, { clock });
  const result = await work?.(service.url);
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
  return result;
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}
