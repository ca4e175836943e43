/** Installs a model on this machine. A model counts as installed only after it has run once. */
import {
  mkdir,
  open,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
  copyFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { lockProcess } from '../../core/process-lock.ts';
import { download, deletePart, sizeOf } from './downloads/download.ts';
import { sha256Of } from './hash.ts';
import { folderOf, nativeOf, RECORD, removeInstalled, type Installed } from './installed-model.ts';
import { modelUrl, type ModelEntry } from './manifest.ts';
import { ModelError } from './model-error.ts';
import { installRuntime } from './runtime.ts';
import { probeModel, type Probe } from './probe.ts';
import { probeTextModel } from './text-model-probe.ts';
import { unpack, type UnpackedFile } from './unpack.ts';

export interface PullOptions {
  entry: ModelEntry;
  /** Folder of all models. */
  folder: string;
  /** Replaces the address of the sherpa-onnx releases. */
  mirror?: string | undefined;
  /** An archive that the user provides; nothing is downloaded then. */
  fromFile?: string | undefined;
  /** The expected hash, for a model whose hash we do not know. */
  sha256?: string | undefined;
  environment: Record<string, string | undefined>;
  signal: AbortSignal;
  onProgress(progress: PullProgress): void;
  now(): Date;
  /** Replaces the download in tests. */
  freeBytes?(folder: string): Promise<number>;
  probe?(native: ModelEntry['native'], signal: AbortSignal): Promise<Probe>;
  /** Installs what runs models for text; replaced in tests. */
  install?(folder: string, signal: AbortSignal): Promise<void>;
  stallMs?: number;
  tries?: number;
  pauseMs?(failures: number): number;
}

export type PullProgress =
  | { phase: 'downloading'; bytes: number; total: number | null }
  | { phase: 'checking' | 'unpacking' | 'installing' | 'trying' };

/**
 * Matches further files to keep from an archive: recordings and their transcripts, for testing the
 * model.
 */
const TEST_SPEECH = /^test_wavs\/[\w.-]+\.(wav|txt)$/;

export async function pullModel(options: PullOptions): Promise<Installed> {
  const { entry, folder } = options;
  const sha256 = hashFor(options);
  await mkdir(folder, { recursive: true });
  await using lock = await lockProcess(join(await realpath(folder), `.${entry.id}.lock`));
  if (!lock) throw new ModelError(`Another process is already downloading ${entry.id}.`);
  await checkSpace(options);
  const archive = await obtain(options, sha256);
  const incoming = join(folder, `.incoming-${entry.id}`);
  await rm(incoming, { recursive: true, force: true });
  try {
    await mkdir(incoming);
    options.onProgress({ phase: 'unpacking' });
    const files = await takeFiles(options, { archive, incoming, sha256 });
    if (entry.native.kind === 'gguf') await installFor(options);
    options.onProgress({ phase: 'trying' });
    await tryOut(options, incoming);
    const { id, licence } = entry;
    const record: Installed = {
      id,
      sha256,
      licence,
      installed_at: options.now().toISOString(),
      files,
    };
    await writeDurably(join(incoming, RECORD), JSON.stringify(record, null, 2));
    await removeInstalled(folder, id);
    await rename(incoming, folderOf(folder, id));
    await syncFolder(folder);
    if (!options.fromFile) await deletePart(archive);
    return record;
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

export function partOf(folder: string, entry: ModelEntry): string {
  return join(folder, `${basename(entry.path)}.part`);
}

function hashFor({ entry, sha256 }: PullOptions): string {
  const given = sha256?.toLowerCase();
  if (given && entry.sha256 && given !== entry.sha256) {
    throw new ModelError(`The known hash of ${entry.id} is another: ${entry.sha256}.`);
  }
  const hash = entry.sha256 ?? given;
  if (hash) return hash;
  throw new ModelError(
    `The hash of ${entry.id} is not known, because this project has not checked the ` +
      'model. Give a SHA-256 that you trust (--sha256).',
  );
}

async function checkSpace({ entry, folder, fromFile, freeBytes = freeOn }: PullOptions) {
  const held = fromFile ? entry.bytes : await sizeOf(partOf(folder, entry));
  const needed = Math.max(0, entry.bytes - held) + entry.diskBytes;
  const free = await freeBytes(folder);
  if (free >= needed) return;
  throw new ModelError(
    `${entry.id} needs ${megabytes(needed)} in ${folder}, but only ${megabytes(free)} are free.`,
  );
}

/** Resolves with the path of an archive that has the right hash. */
async function obtain(options: PullOptions, sha256: string): Promise<string> {
  const { entry, folder, mirror, fromFile, onProgress } = options;
  if (fromFile) {
    await stat(fromFile).catch(() => {
      throw new ModelError(`There is no file ${fromFile}.`);
    });
    onProgress({ phase: 'checking' });
    if ((await sha256Of(fromFile)) === sha256) return fromFile;
    throw new ModelError(`${fromFile} is not ${entry.id}: its hash does not match.`);
  }
  const part = partOf(folder, entry);
  const hash = await download({
    ...options,
    url: modelUrl(entry, mirror),
    part,
    onProgress: (bytes, total) => onProgress({ phase: 'downloading', bytes, total }),
  });
  if (hash === sha256) return part;
  // A download with the wrong hash cannot be resumed.
  await deletePart(part);
  throw new ModelError(
    `The download is not ${entry.id}: its hash is ${hash} instead of ${sha256}.`,
  );
}

async function takeFiles(
  { entry, signal }: PullOptions,
  { archive, incoming, sha256 }: { archive: string; incoming: string; sha256: string },
): Promise<UnpackedFile[]> {
  const names: string[] = Object.values(entry.native.files);
  if (!entry.path.endsWith('.tar.bz2')) {
    const path = names[0]!;
    await copyFile(archive, join(incoming, path));
    return [{ path, bytes: await sizeOf(archive), sha256 }];
  }
  const wanted = (path: string) => names.includes(path) || TEST_SPEECH.test(path);
  const files = await unpack({ archive, folder: incoming, wanted, signal });
  const missing = names.find((name) => !files.some(({ path }) => path === name));
  if (missing) throw new ModelError(`The archive of ${entry.id} lacks ${missing}.`);
  return files;
}

async function installFor({ folder, signal, onProgress, install = installRuntime }: PullOptions) {
  onProgress({ phase: 'installing' });
  await install(folder, signal);
}

async function tryOut(options: PullOptions, folder: string) {
  const { entry, signal, probe = probeModel } = options;
  const native = nativeOf(entry, folder);
  const result =
    native.kind === 'gguf'
      ? await probeTextModel({ ...options, file: native.files.model })
      : await probe(native, signal);
  if (!result.ok) throw new ModelError(`${entry.id} does not run here. ${result.reason}`);
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flush: true });
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  // Some systems cannot sync a folder; a rename there becomes durable later.
  await handle.sync().catch(() => {});
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
