import type { IncomingMessage } from 'node:http';
import { link, rename, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';
import { NoRoom, RateLimited } from '../../../core/errors.ts';

/** The library's record of an upload. */
export type Upload = Awaited<ReturnType<FileStore['getUpload']>>;

/** Where unfinished uploads are kept. */
export interface Uploads extends DataStore {
  readonly maxBytes: number;
  /** Throws `NoRoom` when there is too little space for this many more bytes of the upload. */
  requireRoom(upload: Upload, bytes: number): Promise<void>;
  /** Returns the path of another copy of the finished file, which the caller may move. */
  wholeOf(upload: Upload): Promise<string>;
  /**
   * Notes what a finished upload became, for a client that did not receive the answer. Its bytes are
   * elsewhere now, so only their number is kept.
   */
  settle(upload: Upload, conversation_id: string): Promise<void>;
  /** Deletes all uploads of a user. */
  forget(user_id: string): Promise<void>;
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** The number of bytes of disk space that uploads must leave free. */
const RESERVE_BYTES = GIB;
/** The unfinished uploads of one user. */
const MAX_UPLOADS = 20;
const MAX_DECLARED_BYTES = 16 * GIB;
const RETRY_SECONDS = 60;
/** The space on the disk is measured again after this many bytes. */
const LOOK_BYTES = 8 * MIB;
/** An unfinished upload is deleted after this time. */
export const KEPT_MS = 24 * 3_600_000;
export const MAX_UPLOAD_BYTES = 8 * GIB;

/** The files that belong to an upload, besides those of the library. */
const WHOLE = '.whole';
const EMPTY = '.empty';

/**
 * The unfinished uploads in a folder. The space that they declare is reserved, so that no upload
 * that was admitted has to end because of another one.
 */
export class UploadStore extends FileStore implements Uploads {
  readonly maxBytes = MAX_UPLOAD_BYTES;
  /** Admits one upload after another, because each changes the space that is left. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    super({ directory: folder, expirationPeriodInMilliseconds: KEPT_MS });
  }

  override create(upload: Upload): Promise<Upload> {
    return this.#inTurn(async () => {
      await this.#requirePlace(upload);
      return super.create(upload);
    });
  }

  override declareUploadLength(id: string, size: number): Promise<void> {
    return this.#inTurn(async () => {
      const upload = await this.getUpload(id);
      await this.#requirePlace({ ...upload, size, sizeIsDeferred: false });
      await super.declareUploadLength(id, size);
    });
  }

  /** Keeps what has arrived when the disk has too little space for the rest. */
  override async write(
    source: IncomingMessage | Readable,
    id: string,
    offset: number,
  ): Promise<number> {
    const upload = await this.getUpload(id);
    let measured = offset;
    let isFull = false;
    const withinRoom = async function* (this: UploadStore) {
      let at = offset;
      for await (const chunk of source as AsyncIterable<Buffer>) {
        at += chunk.length;
        if (at > measured) {
          const ahead = Math.min(LOOK_BYTES, (upload.size ?? Infinity) - measured);
          isFull = !(await this.#hasRoom(upload, ahead));
          if (isFull) return;
          measured += ahead;
        }
        yield chunk;
      }
    };
    const end = await super.write(Readable.from(withinRoom.call(this)), id, offset);
    if (isFull) throw noRoom();
    return end;
  }

  override async remove(id: string): Promise<void> {
    for (const kind of [WHOLE, EMPTY]) await rm(this.#path(id) + kind, { force: true });
    await super.remove(id);
  }

  async requireRoom(upload: Upload, bytes: number): Promise<void> {
    if (!(await this.#hasRoom(upload, bytes))) throw noRoom();
  }

  async wholeOf({ id }: Upload): Promise<string> {
    const path = this.#path(id) + WHOLE;
    // An earlier try that failed may have left the file.
    await rm(path, { force: true });
    await link(this.#path(id), path);
    return path;
  }

  async settle(upload: Upload, conversation_id: string): Promise<void> {
    const empty = this.#path(upload.id) + EMPTY;
    await writeFile(empty, '');
    await truncate(empty, upload.size);
    await rename(empty, this.#path(upload.id));
    const metadata = { ...upload.metadata, conversation_id };
    await this.configstore.set(upload.id, Object.assign(upload, { metadata }));
  }

  async forget(user_id: string): Promise<void> {
    for (const upload of await this.#list()) {
      if (upload.metadata?.['user_id'] === user_id) await this.remove(upload.id);
    }
  }

  async #requirePlace(upload: Upload): Promise<void> {
    requireFew(await this.#list(), upload);
    const needed = remainingOf(upload) + (await this.#promisedToOthers(upload));
    if ((await this.#freeBytes()) < needed) throw noRoom();
  }

  /**
   * Returns whether the disk has space for more bytes of an upload. A declared length was reserved
   * when the upload began; only an upload without it must leave what others were promised.
   */
  async #hasRoom(upload: Upload, bytes: number): Promise<boolean> {
    const others = upload.size === undefined ? await this.#promisedToOthers(upload) : 0;
    return (await this.#freeBytes()) >= others + bytes;
  }

  async #promisedToOthers({ id }: Upload): Promise<number> {
    const others = (await this.#list()).filter((each) => each.id !== id);
    return others.reduce((sum, each) => sum + remainingOf(each), 0);
  }

  async #list(): Promise<Upload[]> {
    const ids = (await this.configstore.list?.()) ?? [];
    // An upload may be deleted meanwhile.
    const found = ids.map((id) => this.getUpload(id).catch(() => null));
    return (await Promise.all(found)).filter((upload) => upload !== null);
  }

  async #freeBytes(): Promise<number> {
    return freeBytesOf(this.directory);
  }

  #path(id: string): string {
    return join(this.directory, id);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

/** The bytes that an upload has declared and not sent; none as long as its length is unknown. */
function remainingOf({ size, offset }: Upload): number {
  return size === undefined ? 0 : size - offset;
}

/** Returns the free space of a disk above the reserve. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - RESERVE_BYTES;
}

/** Throws when a user has so many unfinished uploads that there may be no further one. */
export function requireFew(all: readonly Upload[], upload: Upload): void {
  const own = all.filter(
    ({ id, metadata }) =>
      id !== upload.id &&
      metadata?.['user_id'] === upload.metadata?.['user_id'] &&
      !metadata?.['conversation_id'],
  );
  if (own.length >= MAX_UPLOADS) {
    throw new RateLimited(
      `You have ${own.length} unfinished uploads. Finish or delete one, or wait until they expire.`,
      RETRY_SECONDS,
    );
  }
  const declared = own.reduce((sum, { size, offset }) => sum + (size ?? offset), 0);
  if (declared + (upload.size ?? 0) > MAX_DECLARED_BYTES) {
    throw new RateLimited(
      `Your unfinished uploads may have at most ${MAX_DECLARED_BYTES / GIB} GiB together. Finish or delete one first.`,
      RETRY_SECONDS,
    );
  }
}

export function noRoom(): NoRoom {
  return new NoRoom(
    'The disk of the service has too little space for this file. What has arrived is kept for a ' +
      'day: continue when there is space.',
  );
}
