/** Reads archives, which may be damaged or made by an attacker. */
import type { z } from 'zod';
import { UnfitFile } from '../../core/errors.ts';
import { ArchiveHead, ArchiveManifest, Digest, FORMATS, HEAD, MANIFEST } from './format.ts';
import { MAX_JSON_BYTES } from './format.ts';
import type { ArchiveEntry, ArchiveFormat } from './format.ts';

interface Expected {
  format: ArchiveFormat;
  /** The name of the archive in sentences. */
  title: string;
  /**
   * False when the manifest may be missing, or have fewer entries. An entry that is not read then
   * counts as missing.
   */
  isWhole: boolean;
}

/**
 * Yields the entries between the head and the manifest, in order. Each must be read before the next
 * one. Ends with an error unless they are those of the manifest.
 */
export async function* readArchive(
  entries: AsyncIterable<ArchiveEntry>,
  expected: Expected,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const { title, isWhole } = expected;
  const found = new Map<string, { bytes: number; sha256: string }>();
  let hasHead = false;
  let manifest: ArchiveManifest | undefined;
  for await (const entry of entries) {
    const { name } = entry;
    if (!hasHead) {
      await requireHead(entry, expected);
      hasHead = true;
    } else if (name === MANIFEST) manifest = await entryJson(entry, ArchiveManifest);
    else if (found.has(name)) throw new UnfitFile(`${title} contains ${name} more than once.`);
    else {
      const digest = new Digest();
      const content = digest.of(entry.content);
      yield { ...entry, content };
      if (isWhole) for await (const _ of content);
      if (!entry.isFolder && digest.hasEnded) found.set(name, digest.facts());
    }
  }
  if (!hasHead) throw new UnfitFile(`${title} is not ${FORMATS[expected.format].name}.`);
  if (manifest) compare(manifest, found, isWhole);
  else if (isWhole) {
    throw new UnfitFile(`${title} ends before its manifest, so it is incomplete.`);
  }
}

async function requireHead(entry: ArchiveEntry, { format, title }: Expected): Promise<void> {
  const { name, version } = FORMATS[format];
  const head =
    entry.name === HEAD ? ArchiveHead.safeParse(parsed(await entryText(entry))).data : undefined;
  if (!head) throw new UnfitFile(`${title} is not ${name}.`);
  if (head.format !== format) {
    throw new UnfitFile(`${title} is ${FORMATS[head.format].name}, and not ${name}.`);
  }
  if (head.version > version) {
    throw new UnfitFile(
      `${title} has the format ${head.version}; this Commonplace reads ${version}. Update it.`,
    );
  }
}

function compare(
  { entries }: ArchiveManifest,
  found: Map<string, { bytes: number; sha256: string }>,
  isWhole: boolean,
): void {
  for (const { name, bytes, sha256 } of entries) {
    const digest = found.get(name);
    if (!digest) throw new UnfitFile(`${name} is missing in the archive.`);
    if (digest.bytes !== bytes || digest.sha256 !== sha256) {
      const advice = ` If you changed it on purpose, remove ${MANIFEST}.`;
      throw new UnfitFile(`${name} is not what ${MANIFEST} says.${isWhole ? '' : advice}`);
    }
    found.delete(name);
  }
  const [more] = found.keys();
  if (isWhole && more !== undefined) throw new UnfitFile(`${more} is not in ${MANIFEST}.`);
}

/** Reads an entry that must fit into memory. */
export async function entryBytes(
  { name, content }: Omit<ArchiveEntry, 'isFolder'>,
  maxBytes = MAX_JSON_BYTES,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new UnfitFile(`${name} is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function entryText(entry: ArchiveEntry): Promise<string> {
  return (await entryBytes(entry)).toString();
}

export async function entryJson<Schema extends z.ZodType>(
  entry: ArchiveEntry,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, error } = schema.safeParse(parsed(await entryText(entry)));
  if (error) throw new UnfitFile(`${entry.name} of the archive cannot be read.`, { cause: error });
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
