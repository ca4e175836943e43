/** Reads a whole archive before anything of it is stored, and names the first line that is wrong. */
import { createHash } from 'node:crypto';
import { problemsOf, unusableText } from '../../../kit/problems.ts';
import {
  FORMAT_VERSION,
  HEAD,
  ArchiveHead,
  MANIFEST,
  ArchiveManifest,
  MAX_FILE_BYTES,
  MAX_ROWS,
  PHOTO_FILE,
  photoFile,
  SETTINGS,
  SOUND_FILE,
  soundFile,
  VOICE,
} from './format.ts';
import { fileNameOf } from './records/kind.ts';
import type { ArchiveKind } from './records/kind.ts';
import { KINDS } from './records/kinds.ts';
import { ArchiveSettings } from './settings.ts';
import { UnfitFile } from '../unfit-file.ts';
import { linesOf } from './zip-reader.ts';
import type { ZipReader } from './zip-reader.ts';

const MAX_JSON_BYTES = 64 * 1024 * 1024;
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
export async function checkArchive(zip: ZipReader, signal: AbortSignal): Promise<string[]> {
  await checkHead(zip);
  const found = new Map<string, { bytes: number; sha256: string }>();
  if (zip.has(SETTINGS)) {
    const { value, ...digest } = await readJson(zip, SETTINGS);
    const { error } = ArchiveSettings.safeParse(value);
    if (error) throw new UnfitFile(`${SETTINGS}: ${firstProblem(problemsOf(error))}`);
    found.set(SETTINGS, digest);
  }
  let rows = 0;
  for (const kind of KINDS) {
    if (!zip.has(fileNameOf(kind))) continue;
    const { count, ...digest } = await checkKind(zip, kind, signal);
    rows += count;
    if (rows > MAX_ROWS) throw new UnfitFile(`The archive has more than ${MAX_ROWS} records.`);
    found.set(fileNameOf(kind), digest);
  }
  for (const name of zip.names.filter(isFile)) found.set(name, await digestOf(zip, name, signal));
  await compareWithManifest(zip, found);
  const isText = (name: string) => name.endsWith('.md') || name.endsWith('/');
  return zip.names.filter(
    (name) => !found.has(name) && name !== HEAD && name !== MANIFEST && !isText(name),
  );
}

const isFile = (name: string): boolean =>
  SOUND_FILE.test(name) || PHOTO_FILE.test(name) || name === VOICE;

async function checkHead(zip: ZipReader): Promise<void> {
  const { value } = await readJson(zip, HEAD);
  const head = ArchiveHead.safeParse(value);
  if (!head.success) throw new UnfitFile(`${HEAD} does not name the format of an archive.`);
  if (head.data.version > FORMAT_VERSION) {
    throw new UnfitFile(
      `The archive has the format ${head.data.version}; this service reads ${FORMAT_VERSION}. Update it.`,
    );
  }
}

async function checkKind(zip: ZipReader, kind: ArchiveKind, signal: AbortSignal) {
  const name = fileNameOf(kind);
  const hash = createHash('sha256');
  let bytes = 0;
  let count = 0;
  const content = async function* () {
    for await (const chunk of zip.read(name)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  for await (const { text, number } of linesOf(name, content())) {
    const problem = problemOfLine(zip, kind, text);
    if (problem) throw new UnfitFile(`${name}, line ${number}: ${problem}`);
    count += 1;
    if (count % LINES_PER_TURN === 0) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
  }
  return { count, bytes, sha256: hash.digest('hex') };
}

function problemOfLine(zip: ZipReader, { name, shape }: ArchiveKind, text: string): string | null {
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

async function readJson(zip: ZipReader, name: string) {
  const content = await zip.readAll(name, MAX_JSON_BYTES);
  const value = parsed(content.toString());
  if (value === undefined) throw new UnfitFile(`${name} is not JSON.`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { value, bytes: content.length, sha256 };
}

async function digestOf(zip: ZipReader, name: string, signal: AbortSignal) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of zip.read(name)) {
    signal.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES)
      throw new UnfitFile(`${name} is larger than ${MAX_FILE_BYTES} bytes.`);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A program that writes archives may leave the manifest out. */
async function compareWithManifest(
  zip: ZipReader,
  found: ReadonlyMap<string, { bytes: number; sha256: string }>,
): Promise<void> {
  if (!zip.has(MANIFEST)) return;
  const manifest = ArchiveManifest.safeParse((await readJson(zip, MANIFEST)).value);
  if (!manifest.success) throw new UnfitFile(`${MANIFEST} is no list of entries.`);
  for (const { name, bytes, sha256 } of manifest.data.entries) {
    const digest = found.get(name);
    if (!digest) throw new UnfitFile(`${name} is missing in the archive.`);
    if (digest.bytes !== bytes || digest.sha256 !== sha256) {
      throw new UnfitFile(
        `${name} is not what ${MANIFEST} says. If you changed it on purpose, remove ${MANIFEST}.`,
      );
    }
  }
}
