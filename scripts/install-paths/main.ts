/**
 * Installs the service in clean Debian systems, in each documented way, on several versions of Node,
 * with and without root, and prints the steps, the time until it answers and the size on the disk:
 * `npm run install-paths [-- WAY…]`. Needs root, Debian's debootstrap and a network.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CleanSystem, makeBase } from './clean-system.ts';

const NODES = ['18', '20', '22', '24', '26'];
const USERS = ['root', 'me'] as const;
/** A version of npm that runs on all of them. */
const NPM = 'npm@10';
const PORT = 18_471;
/** The store of the service is no part of the installation. */
const DATA = '/var/tmp/data';
/** Debian 12, as `node:24-slim`, the base of the image. */
const SUITE = 'bookworm';
const IMAGE_NODE = '24';

interface Way {
  /** What a user types; the last command serves. */
  steps: readonly string[];
  /** Puts what the user downloads into the home folder. */
  download(home: string): void;
}

const work = resolve(process.env['TMPDIR'] ?? '/var/tmp', `commonplace-install-${process.pid}`);
const ARCHIVES = ['commonplace.tgz', 'weights.tgz'];
const WAYS: Readonly<Record<string, Way>> = {
  clone: {
    steps: ['cd commonplace', 'npm start'],
    download(home) {
      const folder = join(home, 'commonplace');
      execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, folder]);
    },
  },
  npx: {
    steps: ['npx --yes --package ./weights.tgz --package ./commonplace.tgz commonplace serve'],
    download: copyArchives,
  },
};

const wanted = process.argv.slice(2);
mkdirSync(work, { recursive: true });
try {
  const base = makeBase(join(work, 'base'), SUITE);
  packInto(work);
  console.log('way     node  user  outcome                          seconds      MB  commands');
  for (const [name, way] of Object.entries(WAYS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const node of NODES) {
      for (const user of USERS) await measure({ base, name, way, node, user });
    }
  }
  if (wanted.length === 0 || wanted.includes('image')) await measureImage(base);
} finally {
  rmSync(work, { recursive: true, force: true });
}

interface Case {
  base: string;
  name: string;
  way: Way;
  node: string;
  user: (typeof USERS)[number];
}

async function measure({ base, name, way, node, user }: Case): Promise<void> {
  await using system = new CleanSystem(base, join(work, 'system'));
  system.installNode(node, NPM);
  way.download(system.homeOf(user));
  const before = system.bytes();
  const { outcome, seconds } = await system.serve({
    user,
    script: way.steps.join(' && '),
    environment: { PORT: String(PORT), SVC_DATA_DIR: DATA },
    url: `http://127.0.0.1:${PORT}/healthz`,
  });
  const megabytes = (system.bytes() - before - system.bytes(DATA)) / 1e6;
  const cells = [
    name.padEnd(7),
    node.padEnd(5),
    user.padEnd(5),
    outcome.padEnd(32),
    seconds.toFixed(0).padStart(7),
    megabytes.toFixed(0).padStart(7),
  ];
  console.log(`${cells.join(' ')}  ${way.steps.join('; ')}`);
}

/** Takes the steps of deploy/Containerfile, and starts the result as the image does. */
async function measureImage(base: string): Promise<void> {
  await using system = new CleanSystem(base, join(work, 'system'));
  system.installNode(IMAGE_NODE, NPM);
  const empty = system.compressedBytes();
  copyArchives(system.folder);
  const options = '--omit=dev --ignore-scripts --no-audit --no-fund';
  system.run('root', `npm install --prefix /app ${options} /weights.tgz /commonplace.tgz`);
  system.run(
    'root',
    'rm -rf /weights.tgz /commonplace.tgz /root/.npm; install -d -o me -m 700 /data',
  );
  const whole = system.compressedBytes();
  const { outcome, seconds } = await system.serve({
    user: 'me',
    isReadOnly: true,
    volume: '/data',
    script: 'cd /data && exec node /app/node_modules/commonplace/src/main.js serve',
    environment: { PORT: String(PORT), SVC_DATA_DIR: '/data', NODE_ENV: 'production' },
    url: `http://127.0.0.1:${PORT}/healthz`,
  });
  console.log(
    `image: ${outcome} after ${seconds.toFixed(0)} s, read-only, without root; compressed ` +
      `${(whole / 1e6).toFixed(0)} MB, of which Debian, Node and npm ${(empty / 1e6).toFixed(0)} MB`,
  );
}

function packInto(folder: string): void {
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  for (const [index, source] of ['./dist', './weights'].entries()) {
    const words = ['pack', source, '--silent', '--pack-destination', folder];
    const made = execFileSync('npm', words).toString().trim().split('\n').at(-1)!;
    renameSync(join(folder, made), join(folder, ARCHIVES[index]!));
  }
}

function copyArchives(folder: string): void {
  for (const name of ARCHIVES) cpSync(join(work, name), join(folder, name));
}
