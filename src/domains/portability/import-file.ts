/** Recognises the format of a file by its contents, and stores what it contains. */
import { open } from 'node:fs/promises';
import type { Context } from '../../kit/context.ts';
import { checkArchive, isAccountArchive } from './archive/check-archive.ts';
import { loadArchive } from './archive/load-archive.ts';
import type { Report } from './report.ts';
import { UnfitFile } from './unfit-file.ts';
import { ZipReader } from './archive/zip-reader.ts';

export interface ImportTask {
  context: Context;
  path: string;
  fileName: string;
  report: Report;
  signal: AbortSignal;
  /** Called with the name of the format. */
  recognised(format: string): void;
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');

export async function importFile(task: ImportTask): Promise<void> {
  if (await isZip(task.path)) {
    await using zip = await ZipReader.open(task.path);
    if (isAccountArchive(zip)) return await importArchive(task, zip);
  }
  throw new UnfitFile('The service does not know the format of this file. See docs/importing.md.');
}

async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.equals(ZIP);
}

async function importArchive(
  { context, report, signal, recognised }: ImportTask,
  zip: ZipReader,
): Promise<void> {
  recognised('commonplace');
  report.ignored.push(...(await checkArchive(zip, signal)));
  const progress = () => context.changed((context.actor as { user_id: string }).user_id);
  await loadArchive({ context, zip, report, signal, progress });
}
