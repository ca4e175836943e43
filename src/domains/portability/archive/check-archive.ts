/** Reads a whole archive before anything of it is stored, and names the first line that is wrong. */
import { z } from 'zod';
import { UnfitFile } from '../../../core/errors.ts';
import { problemsOf, unusableText } from '../../../kit/problems.ts';
import { HEAD } from '../../../storage/archive/format.ts';
import type { ArchiveEntry } from '../../../storage/archive/format.ts';
import { linesOf } from '../../../storage/archive/lines.ts';
import { entryJson, readArchive } from '../../../storage/archive/read.ts';
import type { ZipReader } from '../../../storage/archive/zip.ts';
import {
  isFile,
  MAX_FILE_BYTES,
  MAX_ROWS,
  photoFile,
  SETTINGS,
  soundFile,
  VOICE,
} from './format.ts';
import { fileNameOf } from './records/kind.ts';
import type { DescribedKind } from './records/described.ts';
import { ArchiveSettings } from './settings.ts';

const MAX_DEPTH = 64;
/** Other work of the process gets its turn after this many lines. */
const LINES_PER_TURN = 200;

const FILES: Record<string, (id: string) => string> = {
  sound: soundFile,
  photos: photoFile,
  'speech-profile': () => VOICE,
};

export const isAccountArchive = (zip: ZipReader): boolean => zip.has(HEAD);

/** Returns the entries that an import does not read. */
export async function checkArchive(
  zip: ZipReader,
  kinds: readonly DescribedKind[],
  signal: AbortSignal,
): Promise<string[]> {
  const ignored: string[] = [];
  let rows = 0;
  const expected = { format: 'commonplace-account', title: 'The archive', isWhole: false } as const;
  for await (const entry of readArchive(zip.entries(), expected)) {
    signal.throwIfAborted();
    const { name } = entry;
    const kind = kinds.find((each) => fileNameOf(each) === name);
    if (kind) rows += await checkKind(zip, kind, { entry, signal });
    else if (name === SETTINGS) await checkSettings(entry);
    else if (isFile(name)) await checkFile(entry);
    else if (!name.endsWith('.md') && !entry.isFolder) ignored.push(name);
    if (rows > MAX_ROWS) throw new UnfitFile(`The archive has more than ${MAX_ROWS} records.`);
  }
  return ignored;
}

async function checkSettings(entry: ArchiveEntry): Promise<void> {
  const { error } = ArchiveSettings.safeParse(await entryJson(entry, z.unknown()));
  if (error) throw new UnfitFile(`${SETTINGS}: ${firstProblem(problemsOf(error))}`);
}

async function checkFile({ name, content }: ArchiveEntry): Promise<void> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES)
      throw new UnfitFile(`${name} is larger than ${MAX_FILE_BYTES} bytes.`);
  }
}

/** Returns the number of records. */
async function checkKind(
  zip: ZipReader,
  kind: DescribedKind,
  { entry: { name, content }, signal }: { entry: ArchiveEntry; signal: AbortSignal },
): Promise<number> {
  let count = 0;
  for await (const { text, number } of linesOf(name, content)) {
    const problem = problemOfLine(zip, kind, text);
    if (problem) throw new UnfitFile(`${name}, line ${number}: ${problem}`);
    count += 1;
    if (count % LINES_PER_TURN === 0) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
  }
  return count;
}

function problemOfLine(
  zip: ZipReader,
  { name, shape }: DescribedKind,
  text: string,
): string | null {
  const value = parsed(text);
  if (value === undefined) return 'this is not JSON.';
  if (isDeep(value)) return `this has more than ${MAX_DEPTH} levels.`;
  const { data, error } = shape.safeParse(value, { reportInput: true });
  const problems = error ? problemsOf(error) : unusableText(value);
  if (problems.length > 0) return firstProblem(problems);
  const file = FILES[name]?.(data!['id'] as string);
  return file && !zip.has(file) ? `${file} is missing in the archive.` : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (level > MAX_DEPTH) return true;
  return Object.values(value).some((each) => isDeep(each, level + 1));
}

function firstProblem([problem]: readonly { loc: (string | number)[]; msg: string }[]): string {
  return `${problem!.loc.join('.') || 'the record'}: ${problem!.msg}.`;
}
