import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the command line finds the service, and what it proves itself with. */
export interface ClientSettings {
  baseUrl: string;
  token: string | undefined;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8080';

/** The environment first (`SVC_API_BASE_URL`, `SVC_API_KEY`), then what `auth login` kept. */
export function readClientSettings(environment: NodeJS.ProcessEnv): ClientSettings {
  const kept = readKept(environment);
  return {
    baseUrl: environment['SVC_API_BASE_URL'] || kept.baseUrl || DEFAULT_BASE_URL,
    token: environment['SVC_API_KEY'] || kept.token,
  };
}

export function keepClientSettings(
  environment: NodeJS.ProcessEnv,
  settings: Required<ClientSettings>,
): string {
  const file = settingsFile(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A session opens everything: for its owner's eyes only.
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return file;
}

export function forgetClientSettings(environment: NodeJS.ProcessEnv): void {
  rmSync(settingsFile(environment), { force: true });
}

function readKept(environment: NodeJS.ProcessEnv): Partial<ClientSettings> {
  try {
    return JSON.parse(readFileSync(settingsFile(environment), 'utf8')) as Partial<ClientSettings>;
  } catch {
    return {};
  }
}

function settingsFile(environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] || homedir();
  const folder = environment['XDG_CONFIG_HOME'] || join(home, '.config');
  return join(folder, 'commonplace', 'client.json');
}
