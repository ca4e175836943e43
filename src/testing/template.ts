import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { serve } from '../assembly/serve.ts';

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

export function copyTemplate(): string {
  const folder = temporaryFolder();
  const template = process.env['COMMONPLACE_TEST_TEMPLATE'];
  if (template) cpSync(template, folder, { recursive: true });
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
