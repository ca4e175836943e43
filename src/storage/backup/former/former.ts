/**
 * Reads backups of version 1. They began with `backup.json`, and their manifest named tables, files,
 * and the number of objects.
 */
import { z } from 'zod';
import { UnfitFile } from '../../../core/errors.ts';
import { Digest, HEAD, MANIFEST } from '../../archive/format.ts';
import type { ArchiveEntry } from '../../archive/format.ts';
import { entryJson } from '../../archive/read.ts';
import { PART, SEQUENCES, Sequences } from '../entries.ts';

const FORMER_HEAD = 'backup.json';

const FormerManifest = z.object({
  tables: z.array(z.object({ name: z.string(), sha256: z.string() })),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
  /** The first backups have none. */
  objects: z.object({ stored: z.int() }).default({ stored: 0 }),
  sequences: Sequences,
});
type FormerManifest = z.infer<typeof FormerManifest>;

/** Yields the entries of a former backup as those of this version; others as they are. */
export async function* asPresentEntries(
  entries: AsyncIterable<ArchiveEntry>,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  let isFormer: boolean | undefined;
  const tables = new Map<string, Digest>();
  const listed: { name: string; bytes: number; sha256: string }[] = [];
  for await (const entry of entries) {
    const { name } = entry;
    if (isFormer === undefined && name === FORMER_HEAD) {
      isFormer = true;
      yield { ...entry, name: HEAD };
      continue;
    }
    isFormer ??= false;
    if (!isFormer) yield entry;
    else if (name === MANIFEST) {
      const manifest = await entryJson(entry, FormerManifest);
      compare(manifest, tables, listed);
      const sequences = asJson(SEQUENCES, manifest.sequences);
      listed.push(sequences.facts);
      yield sequences.entry;
      yield asJson(MANIFEST, { entries: listed }).entry;
    } else {
      const digest = new Digest();
      let content: AsyncIterable<Buffer> = digest.of(entry.content);
      const table = PART.exec(name)?.[1];
      if (table !== undefined) {
        const whole = tables.get(table) ?? new Digest();
        tables.set(table, whole);
        content = whole.of(content);
      }
      yield { ...entry, content };
      if (!entry.isFolder) listed.push({ name, ...digest.facts() });
    }
  }
}

function compare(
  manifest: FormerManifest,
  tables: ReadonlyMap<string, Digest>,
  listed: readonly { name: string; bytes: number; sha256: string }[],
): void {
  const differ = (what: string) =>
    new UnfitFile(`${what} of the backup is not what ${MANIFEST} says.`);
  const empty = new Digest().facts().sha256;
  const names = new Set([...tables.keys(), ...manifest.tables.map(({ name }) => name)]);
  for (const name of names) {
    const wanted = manifest.tables.find((table) => table.name === name)?.sha256 ?? empty;
    if ((tables.get(name)?.facts().sha256 ?? empty) !== wanted) throw differ(`The table ${name}`);
  }
  const files = listed.filter(({ name }) => name.startsWith('files/'));
  const found = files.map(({ name, ...facts }) => ({
    path: name.slice('files/'.length),
    ...facts,
  }));
  if (JSON.stringify(found) !== JSON.stringify(manifest.files)) throw differ('A file');
  const objects = listed.filter(({ name }) => name.startsWith('objects/'));
  if (objects.length !== manifest.objects.stored) throw differ('The number of objects');
}

function asJson(name: string, value: unknown) {
  const bytes = Buffer.from(JSON.stringify(value));
  const content = async function* () {
    yield bytes;
  };
  const entry: ArchiveEntry = { name, isFolder: false, content: content() };
  return { entry, facts: { name, ...new Digest().add(bytes).facts() } };
}
