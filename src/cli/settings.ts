import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The address of the service and the credential of the command line. */
export interface ClientSettings {
  baseUrl: string;
  /** A developer key, for access to the user's data. */
  key: string | undefined;
  /** The token of a signed-in session, for listening and for managing keys. */
  session: string | undefined;
  /** The time zone of the account; without one, times are in the zone of this machine. */
  timezone: string | undefined;
}

/** The file that `auth login` writes. */
export interface KeptSettings {
  baseUrl: string;
  session: string;
  key: string;
  key_id: string;
  timezone?: string;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8080';

/**
 * Reads the environment (`SVC_API_BASE_URL`, `SVC_API_KEY`), then the settings that `auth login`
 * stored.
 */
export function readClientSettings(environment: NodeJS.ProcessEnv): ClientSettings {
  const kept = readKept(environment);
  const given = environment['SVC_API_KEY'];
  const isSession = given?.startsWith('svc_ses_');
  return {
    baseUrl: environment['SVC_API_BASE_URL'] || kept.baseUrl || DEFAULT_BASE_URL,
    key: given ? (isSession ? undefined : given) : kept.key,
    // Listening needs a session, even when a key is set for all other requests.
    session: isSession ? given : kept.session,
    timezone: environment['TZ'] || kept.timezone,
  };
}

export function keepClientSettings(environment: NodeJS.ProcessEnv, settings: KeptSettings): string {
  const file = settingsFile(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Only the file's owner may read it, because a session has full access.
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return file;
}

export function deleteClientSettings(environment: NodeJS.ProcessEnv): void {
  rmSync(settingsFile(environment), { force: true });
}

export function readKept(environment: NodeJS.ProcessEnv): Partial<KeptSettings> {
  try {
    return JSON.parse(readFileSync(settingsFile(environment), 'utf8')) as Partial<KeptSettings>;
  } catch {
    return {};
  }
}

function settingsFile(environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] || homedir();
  const folder = environment['XDG_CONFIG_HOME'] || join(home, '.config');
  return join(folder, 'commonplace', 'client.json');
}
