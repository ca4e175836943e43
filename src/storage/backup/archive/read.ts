/** Reads archives, which may be damaged or made by an attacker. */
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Extract } from 'tar-stream';
import type { z } from 'zod';
import { StartError } from '../../../core/errors.ts';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  FREE_BACKUP_BYTES,
  BACKUP_HEAD,
  BackupHead,
  MAX_BACKUP_EXPANSION,
  MAX_PART_BYTES,
} from './format.ts';
import type { StoredArchive } from '../places/place.ts';
import { decrypted, detectEncryption } from './encryption.ts';

type Entry = Extract extends AsyncIterable<infer Each> ? Each : never;

export interface ArchiveEntry {
  name: string;
  isFolder: boolean;
  content: Readable;
}

/** Yields the entries after the head, in order. Each entry must be read before the next one. */
export async function* readArchive(
  { address: path, open }: StoredArchive,
  key: string | undefined,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const { bytes, content: encoded } = await open();
  const entries = extract();
  let last = 'its beginning';
  const damaged = (error: unknown): StartError => {
    if (error instanceof StartError) return error;
    const { message } = error as Error;
    return new StartError(`${path} is damaged after ${last}: ${message}. Nothing was restored.`, {
      cause: error,
    });
  };
  try {
    const { isEncrypted, content: found } = await detectEncryption(encoded);
    const stored = isEncrypted ? await decrypted(found, key) : found;
    // The pipeline gives its error to the entries, so the loop throws it, perhaps later.
    pipeline(stored, createGunzip(), expansionLimit(bytes, path), entries).catch(() => {});
    for await (const entry of entries) {
      const { name } = entry.header;
      const content = Readable.from(chunksOf(entry, damaged), { objectMode: false });
      yield { name, isFolder: kindOf(entry, path) === 'folder', content };
      // Leaves nothing unread, because the next entry would never come.
      entry.resume();
      last = name;
    }
  } catch (error) {
    throw damaged(error);
  } finally {
    encoded.destroy();
  }
}

/** Yields the content of an entry. Damage in the middle of it is reported like any other. */
async function* chunksOf(
  entry: Entry,
  damaged: (error: unknown) => StartError,
): AsyncGenerator<Uint8Array> {
  try {
    yield* entry as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw damaged(error);
  }
}

function kindOf({ header }: Entry, path: string): 'file' | 'folder' {
  const { type, name } = header;
  if (type === 'file' || type === 'contiguous-file') return 'file';
  if (type === 'directory') return 'folder';
  throw new StartError(`${path} contains ${name} of the type ${type}, which no backup contains.`);
}

/** Ends an archive that expands without measure. */
function expansionLimit(archiveBytes: number, path: string): Transform {
  const limit = FREE_BACKUP_BYTES + archiveBytes * MAX_BACKUP_EXPANSION;
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= limit) done(null, chunk);
      else done(new StartError(`${path} expands to more than ${limit} bytes. It is no backup.`));
    },
  });
}

export async function entryText(entry: ArchiveEntry): Promise<string> {
  return (await entryBytes(entry)).toString();
}

/** Reads an entry that must fit into memory. */
export async function entryBytes({ name, content }: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_PART_BYTES) throw new StartError(`${name} is larger than any backup's.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

export async function entryJson<Schema extends z.ZodType>(
  entry: ArchiveEntry,
  schema: Schema,
): Promise<z.infer<Schema>> {
  try {
    return schema.parse(JSON.parse(await entryText(entry)));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${entry.name} of the archive cannot be read.`, { cause: error });
  }
}

/** Reads the first entry. Refuses other files, and archives of a newer format. */
export async function readHead(
  entries: AsyncGenerator<ArchiveEntry, void, undefined>,
  path: string,
): Promise<BackupHead> {
  const first = await entries.next();
  if (first.done || first.value.name !== BACKUP_HEAD) {
    throw new StartError(`${path} is not a backup of Commonplace.`);
  }
  const text = await entryText(first.value);
  const { format, version } = (parsed(text) ?? {}) as { format?: unknown; version?: unknown };
  if (format !== BACKUP_FORMAT) throw new StartError(`${path} is not a backup of Commonplace.`);
  if (typeof version === 'number' && version > BACKUP_VERSION) {
    throw new StartError(
      `${path} has the format ${version}; this Commonplace reads ${BACKUP_VERSION}. Update it.`,
    );
  }
  const head = BackupHead.safeParse(parsed(text));
  if (!head.success) throw new StartError(`${BACKUP_HEAD} of the archive cannot be read.`);
  return head.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
