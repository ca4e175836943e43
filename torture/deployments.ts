/**
 * The two deployments: one process with the embedded database, or three processes with one
 * PostgreSQL server.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { silentLog } from '../src/core/log.ts';
import { openIdentity } from '../src/domains/accounts/identity.ts';
import { openDatabase } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrations.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { openTcpProxy } from '../src/testing/servers/proxies/tcp-proxy.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../src/testing/template.ts';
import type { Credentials } from './client.ts';
import { SupervisedProcess } from './supervised-process.ts';
import { freePort } from '../src/testing/servers/free-port.ts';

const PRELOAD = new URL('../src/testing/faults/disk-faults.preload.ts', import.meta.url).href;
const MIB = 1024 * 1024;
const SMALL_DISK_MIB = 400;

/** A fault; when the returned promise resolves, the fault has ended. */
export interface Fault {
  name: string;
  happen(): Promise<void>;
}

export interface Deployment extends AsyncDisposable {
  name: string;
  processes: readonly SupervisedProcess[];
  faults: readonly Fault[];
  /** The faults that are impossible in this deployment, with the reasons. */
  leftOut: readonly string[];
}

/**
 * Starts one process with a separate data folder, on a small file system if this user may mount
 * one.
 */
export async function deployEmbedded(
  users: readonly Credentials[],
  { mayMount = true } = {},
): Promise<Deployment> {
  await using stack = new AsyncDisposableStack();
  const disk = mayMount ? mountSmallDisk() : null;
  const template = copyTemplate();
  let folder = template;
  if (disk) {
    stack.defer(() => disk.unmount());
    folder = join(disk.folder, 'data');
    execFileSync('cp', ['-a', template, folder]);
    removeFolder(template);
  } else stack.defer(() => removeFolder(folder));
  await createAccounts({ url: undefined, folder }, users);
  const control = join(temporaryFolder(), 'fault');
  writeFileSync(control, '');
  execFileSync('mkfifo', [`${control}.pipe`]);
  const only = stack.use(
    new SupervisedProcess(await freePort(), {
      folder,
      environment: { ...SETTINGS, SVC_MIN_FREE_MIB: '80', DISK_FAULTS_FILE: control },
      nodeOptions: ['--import', PRELOAD],
    }),
  );
  const breakDisk = (name: string, { mayEnd }: { mayEnd: boolean }): Fault => ({
    name: `the disk is ${name}`,
    async happen() {
      if (mayEnd) only.mayEnd = true;
      writeFileSync(control, name);
      await wait(500 + Math.random() * 2_500);
      writeFileSync(control, '');
      if (name === 'hanging')
        execFileSync('sh', ['-c', `: > "${control}.pipe"`], { timeout: 5_000 });
    },
  });
  const faults: Fault[] = [
    kill(only, 'SIGKILL'),
    kill(only, 'SIGKILL'),
    kill(only, 'SIGTERM'),
    breakDisk('suddenly full', { mayEnd: true }),
    breakDisk('broken', { mayEnd: true }),
    breakDisk('low', { mayEnd: false }),
  ];
  if (disk) {
    const happen = async () => {
      only.mayEnd = true;
      await disk.fillFor(3_000);
    };
    faults.push({ name: 'the file system fills up', happen });
  }
  const owned = stack.move();
  return {
    name: 'one process on the embedded database',
    processes: [only],
    faults,
    leftOut: disk ? [] : ['a small file system that fills up: mounting needs root'],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Starts three processes on one database of that server, each behind a separate proxy. */
export async function deployOnPostgres(
  server: { url: string; crash?(): Promise<void> },
  users: readonly Credentials[],
): Promise<Deployment> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createTestDatabase(server.url));
  const { hostname, port } = new URL(url);
  const SVC_SECRET = 'the secret that all processes share';
  await createAccounts({ url, folder: temporaryFolder(), secret: SVC_SECRET }, users);
  const SVC_FILES = temporaryFolder();
  stack.defer(() => removeFolder(SVC_FILES));
  const processes: SupervisedProcess[] = [];
  const faults: Fault[] = [];
  for (let count = 0; count < 3; count += 1) {
    const network = stack.use(await openTcpProxy({ host: hostname, port: Number(port) }));
    const through = new URL(url);
    through.port = String(network.port);
    const folder = temporaryFolder();
    stack.defer(() => removeFolder(folder));
    const environment = { ...SETTINGS, DATABASE_URL: through.href, SVC_SECRET, SVC_FILES };
    const process = stack.use(new SupervisedProcess(await freePort(), { folder, environment }));
    processes.push(process);
    const interrupt = (name: string, begin: () => void): Fault => ({
      name: `the network of process ${count} is ${name}`,
      async happen() {
        begin();
        await wait(200 + Math.random() * 3_000);
        network.mend();
      },
    });
    const vanish = () => process.vanish();
    faults.push(
      { name: 'a process and its disk vanish', happen: vanish },
      kill(process, 'SIGKILL'),
      kill(process, 'SIGTERM'),
      interrupt('cut', () => network.cut()),
      interrupt('frozen', () => network.freeze()),
    );
  }
  const terminate: Fault = {
    name: 'all back ends are terminated',
    async happen() {
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await admin.end();
    },
  };
  const { crash } = server;
  if (crash) faults.push({ name: 'the server crashes and recovers', happen: crash });
  const owned = stack.move();
  return {
    name: 'three processes on PostgreSQL',
    processes,
    faults: [...faults, terminate, terminate, terminate],
    leftOut: crash ? [] : ['a crash of the server: other tests use it'],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const SETTINGS = { SVC_LOG_LEVEL: 'error', SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' };

function kill(process: SupervisedProcess, signal: 'SIGKILL' | 'SIGTERM'): Fault {
  return { name: signal, happen: () => process.kill(signal) };
}

async function createAccounts(
  where: { url: string | undefined; folder: string; secret?: string },
  users: readonly Credentials[],
): Promise<void> {
  await using database = await openDatabase({ ...where, log: silentLog });
  await migrate({ database, log: silentLog });
  const identity = openIdentity({
    db: database.db,
    secret: where.secret ?? 'not used for accounts, only for cookies',
    baseUrl: 'http://127.0.0.1',
  });
  for (const user of users) {
    await identity.createAccount({ ...user, name: user.email, timezone: 'Europe/Lisbon' });
  }
}

interface SmallDisk {
  folder: string;
  /** Fills the disk for this long. */
  fillFor(milliseconds: number): Promise<void>;
  unmount(): void;
}

/** Returns null if this user may not mount file systems. */
function mountSmallDisk(): SmallDisk | null {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MIB}m`, 'tmpfs', folder];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return null;
  const ballast = join(folder, 'ballast');
  return {
    folder,
    async fillFor(milliseconds) {
      const { bavail, bsize } = statfsSync(folder);
      // Some kilobytes stay free, as on a disk that other programs also fill.
      const bytes = Math.max(0, bavail * bsize - 0.1 * MIB);
      spawnSync('fallocate', ['-l', String(Math.floor(bytes)), ballast]);
      await wait(milliseconds);
      rmSync(ballast, { force: true });
    },
    unmount: () => void spawnSync('umount', ['-l', folder]),
  };
}
