/** Recognises the format of a file by its contents, and stores what it contains. */
import { open, readFile, stat } from 'node:fs/promises';
import type { Context } from '../../kit/context.ts';
import { checkArchive, isAccountArchive } from './archive/check-archive.ts';
import { loadArchive } from './archive/load-archive.ts';
import type { Loading } from './archive/loading.ts';
import { recognise } from './formats/recognise.ts';
import { loadFound } from './load-found.ts';
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
/** A file that is read as a whole, such as the list of all chats. */
const MAX_WHOLE_BYTES = 128 * 1024 * 1024;
const UNKNOWN = 'The service does not know the format of this file. docs/importing.md lists them.';

export async function importFile(task: ImportTask): Promise<void> {
  const { path, fileName, report, recognised } = task;
  if (await isZip(path)) {
    await using zip = await ZipReader.open(path);
    if (isAccountArchive(zip)) {
      recognised('commonplace');
      report.ignored.push(...(await checkArchive(zip, task.signal)));
      return await loadArchive(loadingOf(task), zip);
    }
    return await importFiles(task, zip);
  }
  const { size } = await stat(path);
  if (size > MAX_WHOLE_BYTES) throw new UnfitFile(tooLarge(fileName));
  const format = await importOne(task, fileName, await readFile(path));
  if (format === null) throw new UnfitFile(UNKNOWN);
  recognised(format);
}

/** Imports each file of a zip whose format is known, such as those of an export of ChatGPT. */
async function importFiles(task: ImportTask, zip: ZipReader): Promise<void> {
  const { report, recognised } = task;
  const formats = new Set<string>();
  for (const name of zip.names.filter(isOwnFile)) {
    task.signal.throwIfAborted();
    const isRead = /\.(?:jsonl?|srt|vtt|txt|md|markdown)$/i.test(name) && !SIDE_FILES.test(name);
    const format = isRead
      ? await importOne(task, name, await zip.readAll(name, MAX_WHOLE_BYTES))
      : null;
    if (format === null) report.ignored.push(name);
    else recognised([...formats.add(format)].join(', '));
  }
  if (formats.size === 0) throw new UnfitFile(UNKNOWN);
}

const isOwnFile = (name: string): boolean => !name.endsWith('/') && !name.startsWith('__MACOSX/');
/** Files of exports that accompany the records. */
const SIDE_FILES = /(?:^|\/)(?:readme|license)(?:\.\w+)?$/i;

/** Returns the name of the format; null when it is unknown. */
async function importOne(task: ImportTask, name: string, content: Buffer): Promise<string | null> {
  const recognised = recognise(name, content);
  if (!recognised) return null;
  await loadFound(loadingOf(task), recognised.format, recognised.found);
  return recognised.format;
}

function loadingOf({ context, report, signal }: ImportTask): Loading {
  const progress = () => context.changed((context.actor as { user_id: string }).user_id);
  return { context, report, signal, progress };
}

function tooLarge(name: string): string {
  return `${name} is larger than ${MAX_WHOLE_BYTES} bytes. Split it.`;
}

async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.equals(ZIP);
}
