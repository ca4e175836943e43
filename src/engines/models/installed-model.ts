/** Manages the models on this machine: one folder each, with a `model.json` that describes it. */
import { readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NativeModel } from '../recognition/local/native-model.ts';
import { sizeOf } from './downloads/download.ts';
import { sha256Of } from './hash.ts';
import type { ModelEntry } from './manifest.ts';
import type { UnpackedFile } from './unpack.ts';

/** The content of `model.json`. */
export interface Installed {
  id: string;
  /** The hash of the download. */
  sha256: string;
  licence: ModelEntry['licence'];
  installed_at: string;
  files: UnpackedFile[];
}

export interface Damage {
  path: string;
  problem: 'missing' | 'changed';
}

export const RECORD = 'model.json';

export function folderOf(folder: string, id: string): string {
  return join(folder, id);
}

/** Returns null when the model is not installed; an incomplete model counts as not installed. */
export async function readInstalled(folder: string, id: string): Promise<Installed | null> {
  try {
    const record = JSON.parse(await readFile(join(folderOf(folder, id), RECORD), 'utf8'));
    return Array.isArray(record?.files) ? (record as Installed) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the first file that is missing or has another size. This quick test checks no hashes, so a
 * changed file of the same size looks whole.
 */
export async function lostFileOf(
  folder: string,
  { id, files }: Installed,
): Promise<string | undefined> {
  const sizes = await Promise.all(
    files.map(({ path }) => sizeOf(join(folderOf(folder, id), path))),
  );
  return files.find(({ bytes }, at) => sizes[at] !== bytes)?.path;
}

/** Lists the files that changed since the installation. */
export async function verifyInstalled(folder: string, model: Installed): Promise<Damage[]> {
  const damages: Damage[] = [];
  for (const { path, bytes, sha256 } of model.files) {
    const file = join(folderOf(folder, model.id), path);
    const size = await stat(file).then(
      (found) => found.size,
      () => null,
    );
    if (size === null) damages.push({ path, problem: 'missing' });
    else if (size !== bytes || (await sha256Of(file)) !== sha256) {
      damages.push({ path, problem: 'changed' });
    }
  }
  return damages;
}

/**
 * Resolves with true when a model was removed. The folder is renamed first, so that nobody finds a
 * half-deleted model.
 */
export async function removeInstalled(folder: string, id: string): Promise<boolean> {
  const away = join(folder, `.removed-${id}`);
  await rm(away, { recursive: true, force: true });
  const was = await rename(folderOf(folder, id), away).then(
    () => true,
    () => false,
  );
  await rm(away, { recursive: true, force: true });
  return was;
}

/** Returns the model's files with full paths, as a process needs them to load the model. */
export function nativeOf(entry: ModelEntry, folder: string): NativeModel {
  const files = Object.fromEntries(
    Object.entries(entry.native.files).map(([part, name]) => [part, join(folder, name)]),
  );
  return { kind: entry.native.kind, files } as NativeModel;
}

/** Returns the test recordings that came with a model, with their transcripts. */
export async function testRecordings(folder: string): Promise<{ file: string; words: string }[]> {
  const wavs = join(folder, 'test_wavs');
  const [names, words] = await Promise.all([
    readdir(wavs).catch((): string[] => []),
    readFile(join(wavs, 'trans.txt'), 'utf8').catch(() => ''),
  ]);
  return words.split('\n').flatMap((line) => {
    const [name = '', ...text] = line.trim().split(/\s+/);
    return names.includes(name) && text.length > 0
      ? [{ file: join(wavs, name), words: text.join(' ') }]
      : [];
  });
}
