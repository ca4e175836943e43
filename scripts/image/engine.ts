/** Podman and Buildah with a store of their own, which is removed at the end. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CleanSystem, makeBase } from '../install-paths/clean-system.ts';

const PROGRAMS = ['podman', 'buildah', 'runc', 'debootstrap'];
/** Debian 12, as the default base of the image. */
const SUITE = 'bookworm';
const NPM = 'npm@11';
/** Where the certificates of this machine are in the base. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** The defaults of the programs are more than a container in a container may have. */
const LIMITS = ['--ulimit=nofile=1024:1024', '--ulimit=nproc=1000:1000'];

/** As containers and as npm name it. */
interface Architecture {
  name: string;
  node: string;
}

interface Build {
  context: string;
  base: string;
  tag: string;
  target?: string;
  /** `linux/arm64`; without it, the platform of this machine. */
  platform?: string;
  /** The image with the Node of that platform. */
  node?: string;
  /** A folder that is used in the place of the stage `packages`. */
  packages?: string;
}

/** Returns a sentence that says what to install; undefined when nothing is missing. */
export function missingPrograms(): string | undefined {
  const missing = PROGRAMS.filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length === 0) return undefined;
  return `This needs root and Debian's packages. Run: apt-get install ${missing.join(' ')}`;
}

export class ImageEngine implements Disposable {
  readonly folder = mkdtempSync(resolve(process.env['TMPDIR'] ?? '/var/tmp', 'commonplace-image-'));
  readonly #store: readonly string[];

  constructor() {
    const [root, state] = [join(this.folder, 'store'), join(this.folder, 'state')];
    this.#store = ['--root', root, '--runroot', state, '--storage-driver', 'vfs'];
  }

  podman(...words: string[]): string {
    const given = [...this.#store, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...words];
    // conmon writes into the present folder.
    return this.#run('podman', given, this.folder).trim();
  }

  /** Starts a container with the limits of this machine, and returns its id. */
  start(name: string, options: readonly string[], image: string): string {
    return this.podman('run', '--detach', '--name', name, ...LIMITS, ...options, image);
  }

  /** Imports Debian with Node and npm, as the official image of Node is. */
  importBase(tag: string, node: string): void {
    const base = makeBase(join(this.folder, 'debian'), SUITE);
    const system = new CleanSystem(base, join(this.folder, 'base'));
    system.installNode(node, NPM, process.arch);
    this.#import(system.folder, tag);
    for (const folder of [base, system.folder]) rmSync(folder, { recursive: true });
  }

  /** Imports an image that has nothing but the Node of another architecture. */
  importNode(tag: string, version: string, { name, node }: Architecture): void {
    const folder = join(this.folder, `node-${name}`);
    mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
    new CleanSystem(undefined, folder).installNode(version, NPM, node);
    this.#import(folder, tag, '--arch', name);
    rmSync(folder, { recursive: true });
  }

  build({ context, base, tag, target = 'service', platform, node, packages }: Build): void {
    const options = [
      // Only this format has health checks.
      '--format=docker',
      '--isolation=chroot',
      '--layers=false',
      '--timestamp=0',
      `--build-arg=BASE=${base}`,
      `--build-arg=NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
      ...(platform
        ? [
            `--platform=${platform}`,
            // The history names the images between, which have other names in each build.
            '--omit-history',
            `--build-arg=NODE=${node}`,
            // Buildah 1.28 of Debian 12 does not set these two by itself.
            `--build-arg=TARGETPLATFORM=${platform}`,
            `--build-arg=BUILDPLATFORM=linux/${process.arch === 'x64' ? 'amd64' : process.arch}`,
          ]
        : []),
      ...(packages ? [`--build-context=packages=${packages}`] : []),
      '--ulimit=nofile=4096:4096',
      '--ulimit=nproc=1000:1000',
      `--target=${target}`,
      `--tag=${tag}`,
      '--file=deploy/Containerfile',
      '.',
    ];
    this.#run('buildah', [...this.#store, 'bud', '--quiet', ...options], context);
  }

  /** Copies an image under another tag, with a label more. */
  relabel(image: string, tag: string, label: string): void {
    const container = this.#buildah('from', '--pull-never', image);
    this.#buildah('config', '--label', label, container);
    this.#buildah('commit', '--rm', '--format', 'docker', container, tag);
  }

  /** Writes an image as an archive, in which it is called `name`. The same image makes the same archive. */
  save(image: string, name: string, archive: string): void {
    const folder = join(this.folder, 'oci');
    this.#buildah('push', '--quiet', image, `oci:${folder}:${name}`);
    const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
    execFileSync('tar', ['-C', folder, ...same, '-cf', archive, '.']);
    rmSync(folder, { recursive: true });
  }

  [Symbol.dispose](): void {
    if (existsSync(join(this.folder, 'store'))) this.podman('rm', '--all', '--force');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #import(folder: string, tag: string, ...options: string[]): void {
    const archive = join(this.folder, 'import.tar');
    execFileSync('tar', ['-C', folder, '--exclude=./proc/*', '-cf', archive, '.']);
    this.podman('import', '--quiet', ...options, archive, tag);
    rmSync(archive);
  }

  #buildah(...words: string[]): string {
    return this.#run('buildah', [...this.#store, ...words], this.folder).trim();
  }

  #run(program: string, words: readonly string[], cwd: string): string {
    const { status, stdout, stderr, error } = spawnSync(program, words, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (error) throw error;
    if (status === 0) return stdout;
    const end = `${stdout}\n${stderr}`.split('\n').slice(-30).join('\n');
    throw new Error(`${program} ${words.join(' ')} ended with ${status}:\n${end}`);
  }
}
