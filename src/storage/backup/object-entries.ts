/** The files of the store for files, as entries of an archive. */
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { UnfitFile } from '../../core/errors.ts';
import type { ArchiveEntry } from '../archive/format.ts';
import { entryBytes } from '../archive/read.ts';
import type { ArchiveWriter } from '../archive/write.ts';
import type { Tx } from '../database.ts';
import type { Files } from '../objects/files.ts';
import { hasObjectTable, selectObjects } from '../objects/rows.ts';
import { OBJECT } from './entries.ts';

const PAGE = 200;

export interface ObjectCounts {
  stored: number;
  /** The names of objects that the store had lost. */
  missing: string[];
}

/** Adds every file that a row names, as its user knows it. */
export async function addObjects(
  writer: ArchiveWriter,
  tx: Tx,
  files: Files,
): Promise<ObjectCounts> {
  const counts: ObjectCounts = { stored: 0, missing: [] };
  if (!(await hasObjectTable(tx))) return counts;
  for (let after = ''; ;) {
    const page = await selectObjects(tx, { after, limit: PAGE });
    if (page.length === 0) return counts;
    if (after === '') await files.requireReachable(tx);
    for (const object of page) {
      const content = await files.read(object);
      if (content) {
        await writer.addText(`objects/${object.name}`, content, { isCompressed: true });
        counts.stored += 1;
      } else counts.missing.push(object.name);
    }
    after = page.at(-1)!.name;
  }
}

/** Puts the files of an archive into the store of the restored database, which must be new. */
export class RestoredObjects {
  readonly #files: Files;
  readonly #names: string[] = [];

  constructor(files: Files) {
    this.#files = files;
  }

  /** Stores an entry whose row has been restored. Returns false for any other entry. */
  async take(tx: Tx, entry: ArchiveEntry): Promise<boolean> {
    const name = OBJECT.exec(entry.name)?.[1];
    if (name === undefined) return false;
    if (this.#names.length === 0) await this.#files.requireUnused();
    const [object] = await selectObjects(tx, { name, limit: 1 });
    if (!object) throw new UnfitFile(`No row of the backup names ${entry.name}.`);
    const content = await entryBytes(entry);
    const sha256 = createHash('sha256').update(content).digest();
    if (!sha256.equals(object.sha256)) {
      throw new UnfitFile(`${entry.name} does not have the checksum of the backup.`);
    }
    await this.#files.put(object, content);
    this.#names.push(name);
    return true;
  }

  /** Makes the store that of the database. Rows of files that the store had lost are removed. */
  async finish(tx: Tx): Promise<void> {
    if (!(await hasObjectTable(tx))) return;
    const names = this.#names;
    await sql`DELETE FROM stored_objects WHERE name <> ALL (${names}::uuid[])`.execute(tx);
    await sql`UPDATE installation SET files_id = NULL`.execute(tx);
    await sql`DELETE FROM unused_objects`.execute(tx);
    if (names.length > 0) await this.#files.mark(tx, randomUUID());
  }

  /** Removes what a failed restore has stored. */
  async discard(): Promise<void> {
    for (const name of this.#names) await this.#files.remove(name).catch(() => {});
  }
}
