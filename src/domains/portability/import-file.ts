/** Recognises the format of a file by its contents, and stores what it contains. */
import { open, readFile, stat } from 'node:fs/promises';
import type { Context } from '../../kit/context.ts';
import { entryBytes } from '../../storage/archive/read.ts';
import { ZipReader } from '../../storage/archive/zip.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { checkArchive, isAccountArchive } from './archive/check-archive.ts';
import { loadArchive } from './archive/load-archive.ts';
import type { Loading } from './archive/loading.ts';
import { describeKinds } from './archive/records/described.ts';
import type { DescribedKind } from './archive/records/described.ts';
import type { Referring } from './formats/found.ts';
import { recogniseFormat } from './formats/recognise.ts';
import { loadFound } from './load-found.ts';
import { loadReferring } from './load-referring.ts';
import type { Report } from './report.ts';
import { UnfitFile } from '../../core/errors.ts';

export interface ImportTask {
  context: Context;
  path: string;
  fileName: string;
  report: Report;
  save: Loading['save'];
  signal: AbortSignal;
  /** Called with the name of the format. */
  recognised(format: string): void;
}

interface Task extends ImportTask {
  kinds: readonly DescribedKind[];
}

/** Records that wait for the conversations of all files, by their source. */
type Held = Map<string, readonly Referring[]>;

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** A file that is read as a whole, such as the list of all chats. */
const MAX_WHOLE_BYTES = 128 * 1024 * 1024;
const UNKNOWN =
  'The service does not know the format of this file. docs/importing.md lists them. If the file is ' +
  'plain text, give it a name that ends in .txt.';

export async function importFile(given: ImportTask): Promise<void> {
  const task: Task = { ...given, kinds: await describeKinds(given.context.db) };
  const { path, fileName, report, recognised } = task;
  if (await isZip(path)) {
    await using zip = await ZipReader.open(path);
    if (isAccountArchive(zip)) {
      recognised('commonplace');
      for (const name of await checkArchive(zip, task.kinds, task.signal)) report.ignore(name);
      return await loadArchive(loadingOf(task), zip);
    }
    return await importFiles(task, zip);
  }
  const { size } = await stat(path);
  if (size > MAX_WHOLE_BYTES) throw new UnfitFile(tooLarge(fileName));
  const referring: Held = new Map();
  const format = await importOne(task, fileName, await readFile(path), referring);
  if (format === null) throw new UnfitFile(UNKNOWN);
  recognised(format);
  await importReferring(task, referring);
}

/**
 * Imports each file of a zip whose format is known, such as those of an export of ChatGPT. A file that
 * cannot be read does not affect the others.
 */
async function importFiles(task: Task, zip: ZipReader): Promise<void> {
  const { report, recognised } = task;
  const formats = new Set<string>();
  const referring: Held = new Map();
  let reason = UNKNOWN;
  for (const name of zip.names.filter(isOwnFile)) {
    task.signal.throwIfAborted();
    try {
      const format = isRead(name)
        ? await importOne(task, name, await entryBytes(zip.entry(name), MAX_WHOLE_BYTES), referring)
        : null;
      if (format === null) report.ignore(name);
      else recognised([...formats.add(format)].join(', '));
    } catch (error) {
      if (!(error instanceof UnfitFile)) throw error;
      if (reason === UNKNOWN) reason = error.message;
      report.refuse('files', name, error.message);
    }
  }
  if (formats.size === 0) throw new UnfitFile(reason);
  await importReferring(task, referring);
}

const isOwnFile = (name: string): boolean => !name.endsWith('/') && !name.startsWith('__MACOSX/');
/** Files of exports that accompany the records. */
const SIDE_FILES = /(?:^|\/)(?:readme|license)(?:\.\w+)?$/i;

const isRead = (name: string): boolean =>
  /\.(?:jsonl?|ndjson|srt|vtt|txt|text|md|markdown|mkd)$/i.test(name) && !SIDE_FILES.test(name);

/** Returns the name of the format; null when it is unknown. */
async function importOne(
  task: Task,
  name: string,
  content: Buffer,
  referring: Held,
): Promise<string | null> {
  const recognised = recogniseFormat(name, content, await timezoneOf(task.context));
  if (!recognised) return null;
  const { format, found } = recognised;
  await loadFound(loadingOf(task), format, found);
  if (found.referring.length > 0) {
    referring.set(found.source, (referring.get(found.source) ?? []).concat(found.referring));
  }
  return format;
}

/** The records of all files find their conversations when all of these are stored. */
async function importReferring(task: Task, referring: Held): Promise<void> {
  for (const [source, given] of referring) await loadReferring(loadingOf(task), source, given);
}

function loadingOf({ context, kinds, report, save, signal }: Task): Loading {
  const progress = () => context.changed((context.actor as { user_id: string }).user_id);
  return { context, kinds, report, save, signal, progress };
}

function tooLarge(name: string): string {
  return `${name} is larger than ${MAX_WHOLE_BYTES} bytes. Split it.`;
}

async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.equals(ZIP);
}
