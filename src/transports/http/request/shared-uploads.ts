import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { UUID } from '../../../core/wire.ts';
import type { Parts } from '../../../kit/context.ts';
import { lockByName, transaction } from '../../../storage/transaction.ts';
import type { Tx } from '../../../storage/database.ts';
import { isTaken } from '../../../storage/violations.ts';
import {
  fetchFile,
  MAX_BYTES_WITHOUT_STORE,
  PIECE_BYTES,
  requireStore,
  storePiece,
} from '../../../storage/waiting/pieces.ts';
import {
  deleteFiles,
  deletePieces,
  insertFile,
  updateFiles,
} from '../../../storage/waiting/rows.ts';
import { deleteUploads, selectUploads } from '../../../storage/waiting/uploads.sql.ts';
import type { WaitingUpload } from '../../../storage/waiting/uploads.sql.ts';
import { freeBytesOf, KEPT_MS, MAX_UPLOAD_BYTES, noRoom, requireFew } from './upload-store.ts';
import type { Uploads } from './upload-store.ts';

const PATH = 'recording';

interface About {
  size: number | null;
  metadata?: Record<string, string | null>;
}

/** The unfinished uploads of all processes that share a PostgreSQL server, in pieces. */
export class SharedUploads extends DataStore implements Uploads {
  readonly #parts: Pick<Parts, 'db' | 'files'>;
  /** The folder for finished files. */
  readonly #folder: string;

  constructor(parts: Pick<Parts, 'db' | 'files'>, folder: string) {
    super();
    this.#parts = parts;
    this.#folder = folder;
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
    ];
  }

  get maxBytes(): number {
    return this.#parts.files.address === null ? MAX_BYTES_WITHOUT_STORE : MAX_UPLOAD_BYTES;
  }

  override create(upload: Upload): Promise<Upload> {
    const { id } = upload;
    return this.#inTurn(upload, async (tx) => {
      const user_id = ownerOf(upload);
      await insertFile(tx, { user_id, id, kind: 'upload', about: aboutOf(upload), holder: null });
      upload.creation_date = new Date().toISOString();
      return upload;
    });
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const upload = await this.getUpload(id);
    upload.size = size;
    await this.#inTurn(upload, (tx) => updateFiles(tx, [{ id, about: aboutOf(upload) }]));
  }

  /** Keeps each piece as soon as it is complete, and what has arrived when the request breaks. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { metadata } = await this.getUpload(id);
    const file = { user_id: metadata!['user_id']!, file_id: id, path: PATH };
    await requireStore(this.#parts);
    let place = offset;
    let chunks: Buffer[] = [];
    let bytes = 0;
    const store = async () => {
      if (bytes === 0) return;
      const content = Buffer.concat(chunks);
      const until = place + bytes;
      [chunks, bytes] = [[], 0];
      await storePiece(this.#parts, null, { ...file, place, until, content }).catch((error) => {
        // The client has continued at another process meanwhile.
        throw isTaken(error) ? ERRORS.INVALID_OFFSET : error;
      });
      place = until;
    };
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= PIECE_BYTES) await store();
      }
    } finally {
      await store();
    }
    return place;
  }

  override async getUpload(id: string): Promise<Upload> {
    const [found] = UUID.test(id) ? await selectUploads(this.#parts.db, { id }) : [];
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    return uploadOf(found);
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true });
    await deleteFiles(this.#parts.db, null, [id]);
  }

  override deleteExpired(): Promise<number> {
    return deleteUploads(this.#parts.db, new Date(Date.now() - KEPT_MS));
  }

  override getExpiration(): number {
    return KEPT_MS;
  }

  /** The pieces take no space on this disk before the upload is finished. */
  async requireRoom(): Promise<void> {}

  async wholeOf(upload: Upload): Promise<string> {
    if ((await freeBytesOf(this.#folder)) < upload.offset) throw noRoom();
    const path = this.#pathOf(upload.id);
    await fetchFile(this.#parts, { user_id: ownerOf(upload), id: upload.id }, () => path);
    return path;
  }

  async settle(upload: Upload, conversation_id: string): Promise<void> {
    const { id } = upload;
    const metadata = { ...upload.metadata, conversation_id };
    await transaction(this.#parts.db, async (tx) => {
      await updateFiles(tx, [{ id, about: { ...aboutOf(upload), metadata } }]);
      await deletePieces(tx, [{ file_id: id, path: PATH }]);
    });
  }

  /** The account took its uploads with it. */
  async forget(): Promise<void> {}

  /** Admits one upload of a user after another. */
  #inTurn<T>(upload: Upload, work: (tx: Tx) => Promise<T>): Promise<T> {
    const user_id = ownerOf(upload);
    return transaction(this.#parts.db, async (tx) => {
      await lockByName(tx, `uploads of ${user_id}`);
      requireFew((await selectUploads(tx, { user_id })).map(uploadOf), upload);
      return work(tx);
    });
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.whole`);
  }
}

function ownerOf({ metadata }: Upload): string {
  return metadata!['user_id']!;
}

function aboutOf({ size, metadata }: Upload): About {
  return { size: size ?? null, ...(metadata && { metadata }) };
}

function uploadOf({ id, about, offset, created_at }: WaitingUpload): Upload {
  const { size, metadata = {} } = about as About;
  // A settled upload has only the number of its bytes.
  const isSettled = Boolean(metadata['conversation_id']);
  return new Upload({
    id,
    ...(typeof size === 'number' && { size }),
    offset: isSettled ? (size ?? 0) : offset,
    metadata,
    creation_date: created_at.toISOString(),
  });
}
