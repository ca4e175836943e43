import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync } from 'node:fs';
import pg from 'pg';
import { removeFolder, temporaryFolder } from './template.ts';
import type { OwnerSession } from './template.ts';
import { freePort } from './servers/free-port.ts';

export interface PostgresServer extends AsyncDisposable {
  /**
   * The URL of the server's maintenance database. Tests create their own databases on the same
   * server.
   */
  url: string;
  /** Ends the server as a crash would, and starts it again. */
  crash(): Promise<void>;
}

/** Returns the folder of Debian's newest PostgreSQL; undefined when none is installed. */
export function postgresPrograms(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
}

/**
 * Starts a temporary PostgreSQL server from Debian's package on the loopback interface. A server
 * that does not sync loses data only when the machine ends.
 */
export async function startPostgres({ syncs = true } = {}): Promise<PostgresServer> {
  const bin = postgresPrograms();
  if (!bin) throw new Error('PostgreSQL is not installed: run `node scripts/setup.mjs test`.');
  const folder = temporaryFolder();
  const owner = serverUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  const data = `${folder}/data`;
  const port = await freePort();
  const as = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };

  execFileSync(`${bin}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...as,
    stdio: 'ignore',
  });
  // Two test files run at a time, each has several processes, and each process has a connection
  // pool.
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=400',
    ...(syncs ? [] : ['fsync=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting]);
  const start = () =>
    spawn(`${bin}/postgres`, ['-D', data, '-p', String(port), ...settings], {
      ...as,
      stdio: 'ignore',
    });
  let server = start();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilAnswering(url);
  return {
    url,
    async crash() {
      server.kill('SIGQUIT');
      await once(server, 'exit');
      server = start();
      await untilAnswering(url);
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGINT');
      await once(server, 'exit');
      removeFolder(folder);
    },
  };
}

const TEMPLATES = { fresh: 'commonplace_template', owned: 'commonplace_template_owned' };

/**
 * Makes databases in which a service has already run once, so that copies of them need no
 * migrations; one of them contains the owner. Returns the session of this owner.
 */
export async function makeDatabaseTemplates(serverUrl: string): Promise<OwnerSession> {
  // Loaded when needed, because it loads the whole service.
  const { runServiceOnce, signInOnce } = await import('./first-start.ts');
  const { fresh, owned } = TEMPLATES;
  await runOnce(serverUrl, `CREATE DATABASE ${fresh}`);
  await runServiceOnce({ DATABASE_URL: ofDatabase(serverUrl, fresh) });
  // Each test has a different secret.
  await runOnce(ofDatabase(serverUrl, fresh), 'DELETE FROM installation');
  await runOnce(serverUrl, `CREATE DATABASE ${owned} TEMPLATE ${fresh}`);
  const owner = await signInOnce({ DATABASE_URL: ofDatabase(serverUrl, owned) });
  await runOnce(ofDatabase(serverUrl, owned), 'DELETE FROM installation');
  return owner;
}

/** Returns the session of the owner whom the copied databases contain; null without templates. */
export function databaseOwner(): OwnerSession | null {
  const session = process.env['COMMONPLACE_TEST_DATABASE_OWNER'];
  return session ? (JSON.parse(session) as OwnerSession) : null;
}

/**
 * Creates a database on that server: a copy of a template if there is one, or an `empty` database.
 */
export async function createTestDatabase(
  serverUrl: string,
  kind: 'fresh' | 'owned' | 'empty' = 'fresh',
): Promise<{ url: string } & AsyncDisposable> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const template = kind === 'empty' || !databaseOwner() ? '' : ` TEMPLATE ${TEMPLATES[kind]}`;
  // The usual strategy copies page by page through the log, in three times the CPU time.
  await runOnce(serverUrl, `CREATE DATABASE ${name}${template} STRATEGY FILE_COPY`);
  return {
    url: ofDatabase(serverUrl, name),
    [Symbol.asyncDispose]: () => runOnce(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

function ofDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** PostgreSQL refuses to run as root. Debian's package creates a user for it. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  return { uid: id('-u'), gid: id('-g') };
}

async function untilAnswering(url: string): Promise<void> {
  for (let tries = 100; ; tries -= 1) {
    try {
      return await runOnce(url, 'SELECT 1');
    } catch (error) {
      if (tries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
