import { randomBytes, randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../core/log.ts';
import type { LoadedPiece, SearchWorker, Updated } from '../../../engines/search/search-worker.ts';
import type { SnapshotKey } from '../../../engines/search/sealed-piece.ts';
import type { Db } from '../../../storage/database.ts';
import { syncFolders } from '../../../storage/journal.ts';
import { indexName } from '../index-state.ts';
import type { SearchPlace } from '../search.sql.ts';
import { readSnapshotPieces, writePiece } from './snapshot-file.ts';
import * as sql from './snapshots.sql.ts';
import type { SnapshotRow } from './snapshots.sql.ts';

/**
 * The version of the content. Increase the version when the service changes how it indexes a text:
 * its words, its terms, the forms of turns, or the texts and labels of a group.
 */
const FORMAT = 1;
/** The suffix of a file that is being written. */
const PART = '.part';
/** An older unfinished file belongs to a process that has ended. */
const MAX_PART_AGE_MS = 3_600_000;

export interface SnapshotOptions {
  folder: string;
  /** Throws when the disk is nearly full. */
  requireRoom(): void;
}

export interface OpenedSnapshot extends Updated {
  mark: number;
  ageMs: number;
}

/**
 * Keeps snapshots of indexes in files, so that the first search after a restart need not read all
 * texts from the database. The key of each file is in the database. So a file cannot be opened when
 * it comes from another database or a deleted account, or when an earlier state of the database was
 * restored.
 */
export class SnapshotStore {
  readonly #db: Db;
  readonly #worker: SearchWorker;
  readonly #log: Log;
  readonly #options: SnapshotOptions;
  readonly #version: string;

  constructor(
    { db, worker, log }: { db: Db; worker: SearchWorker; log: Log },
    { model, ...options }: SnapshotOptions & { model: string | null },
  ) {
    this.#db = db;
    this.#worker = worker;
    this.#log = log;
    this.#options = options;
    // The content also depends on the version of Node, which defines letters and the serialization
    // of pieces.
    this.#version = JSON.stringify([FORMAT, process.version, model]);
  }

  /** Loads the snapshot of an index into the thread; returns null when no snapshot is usable. */
  async load(place: SearchPlace): Promise<OpenedSnapshot | null> {
    for (const row of await sql.selectSnapshots(this.#db, place)) {
      if (!(await exists(this.#pathOf(row.id)))) continue;
      const opened = await this.#open(place, row).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'a snapshot of a search index is not used; it is rebuilt');
        return null;
      });
      if (opened) return { ...opened, mark: row.mark, ageMs: row.age_ms };
      await this.#remove([row.id]);
      await this.#worker.drop(indexName(place));
    }
    return null;
  }

  /**
   * Writes a snapshot of an index that has all changes before `mark`, then deletes the previous
   * snapshot. If the process is killed at any point, at least one of the two snapshots is complete.
   * `requireIndex` throws when the index no longer has all these changes.
   */
  async save(place: SearchPlace, mark: number, requireIndex: () => void): Promise<void> {
    const { folder } = this.#options;
    const row = { id: randomUUID(), version: this.#version, mark, key: randomBytes(32) };
    const path = this.#pathOf(row.id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await this.#write(`${path}${PART}`, {
        name: indexName(place),
        snapshot: keyOf(row),
        requireIndex,
      });
      await sql.insertSnapshot(this.#db, place, row);
      await rename(`${path}${PART}`, path);
    } catch (error) {
      await rm(`${path}${PART}`, { force: true });
      await sql.deleteSnapshots(this.#db, [row.id]).catch(() => {});
      throw error;
    }
    await syncFolders([folder]);
    const former: string[] = [];
    for (const { id } of await sql.selectSnapshots(this.#db, place)) {
      if (id !== row.id && (await exists(this.#pathOf(id)))) former.push(id);
    }
    await this.#remove(former);
  }

  /** Deletes old snapshots, and files whose keys are deleted. */
  async sweep(changesBefore: Date): Promise<void> {
    await sql.deleteOldSnapshots(this.#db, changesBefore);
    const { folder } = this.#options;
    const names = await readdir(folder).catch(() => []);
    const ids = names.filter((name) => !name.endsWith(PART));
    const existing = await sql.selectExisting(this.#db, ids);
    for (const id of ids) if (!existing.has(id)) await rm(join(folder, id), { force: true });
    for (const name of names.filter((name) => name.endsWith(PART))) {
      const path = join(folder, name);
      const at = await stat(path).catch(() => null);
      if (at && Date.now() - at.mtimeMs > MAX_PART_AGE_MS) await rm(path, { force: true });
    }
  }

  async #open(
    place: SearchPlace,
    row: SnapshotRow & { is_of_this_database: boolean },
  ): Promise<Updated> {
    if (row.version !== this.#version) throw new Error('The snapshot has another version.');
    if (!row.is_of_this_database) throw new Error('The snapshot belongs to another database.');
    const snapshot = keyOf(row);
    let number = 0;
    let loading: Promise<LoadedPiece> | undefined;
    for await (const sealed of readSnapshotPieces(this.#pathOf(row.id))) {
      // The next piece is read while the thread adds the current one.
      await loading;
      loading = this.#worker.load(indexName(place), { snapshot, number }, sealed);
      loading.catch(() => {});
      number += 1;
    }
    const loaded = await loading;
    if (!loaded?.isLast) throw new Error('The end of the snapshot is missing.');
    return loaded;
  }

  async #write(
    path: string,
    {
      name,
      snapshot,
      requireIndex,
    }: { name: string; snapshot: SnapshotKey; requireIndex: () => void },
  ): Promise<void> {
    await using file = await open(path, 'wx', 0o600);
    for (let number = 0, isLast = false; !isLast; number++) {
      this.#options.requireRoom();
      requireIndex();
      const piece = await this.#worker.save(name, { snapshot, number });
      await writePiece(file, piece.sealed);
      ({ isLast } = piece);
    }
    await file.sync();
  }

  async #remove(ids: readonly string[]): Promise<void> {
    await sql.deleteSnapshots(this.#db, ids);
    for (const id of ids) await rm(this.#pathOf(id), { force: true });
  }

  #pathOf(id: string): string {
    return join(this.#options.folder, id);
  }
}

/** The version and the mark are authenticated with the content. */
const keyOf = ({ id, version, mark, key }: SnapshotRow): SnapshotKey => ({
  name: `${id} ${mark} ${version}`,
  key,
});

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
