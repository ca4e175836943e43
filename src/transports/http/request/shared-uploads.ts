import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { UUID } from '../../../core/wire.ts';
import type { Parts } from '../../../kit/context.ts';
import { freeBytesOf, KEPT_MS, MAX_UPLOAD_BYTES, noRoom, requireFew } from './upload-store.ts';
import type { Uploads } from './upload-store.ts';

type WaitingUploads = NonNullable<Parts['waiting']>['uploads'];
type WaitingUpload = NonNullable<Awaited<ReturnType<WaitingUploads['find']>>>;

interface About {
  size: number | null;
  metadata?: Record<string, string | null>;
}

/** The unfinished uploads of all processes that share a PostgreSQL server. */
export class SharedUploads extends DataStore implements Uploads {
  readonly maxBytes: number;
  readonly #uploads: WaitingUploads;
  /** The folder for finished files. */
  readonly #folder: string;

  constructor(uploads: WaitingUploads, folder: string) {
    super();
    this.#uploads = uploads;
    this.#folder = folder;
    this.maxBytes = uploads.maxBytes ?? MAX_UPLOAD_BYTES;
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
    ];
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date().toISOString();
    await this.#uploads.create(rowOf(upload), (own) => requireFew(own.map(uploadOf), upload));
    return upload;
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const upload = await this.getUpload(id);
    upload.size = size;
    await this.#uploads.describe(rowOf(upload), (own) => requireFew(own.map(uploadOf), upload));
  }

  /** Keeps each piece as soon as it is complete, and what has arrived when the request breaks. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const upload = rowOf(await this.getUpload(id));
    await this.#uploads.begin();
    let place = offset;
    let chunks: Buffer[] = [];
    let bytes = 0;
    const store = async () => {
      if (bytes === 0) return;
      const content = Buffer.concat(chunks);
      [chunks, bytes] = [[], 0];
      // The client has continued at another process meanwhile.
      if (!(await this.#uploads.store(upload, { place, content }))) throw ERRORS.INVALID_OFFSET;
      place += content.length;
    };
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= this.#uploads.pieceBytes) await store();
      }
    } finally {
      await store();
    }
    return place;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = UUID.test(id) ? await this.#uploads.find(id) : undefined;
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    return uploadOf(found);
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true });
    await this.#uploads.remove(id);
  }

  override deleteExpired(): Promise<number> {
    return this.#uploads.removeBefore(new Date(Date.now() - KEPT_MS));
  }

  override getExpiration(): number {
    return KEPT_MS;
  }

  /** The pieces take no space on this disk before the upload is finished. */
  async requireRoom(): Promise<void> {}

  async wholeOf(upload: Upload): Promise<string> {
    if ((await freeBytesOf(this.#folder)) < upload.offset) throw noRoom();
    const path = this.#pathOf(upload.id);
    await this.#uploads.fetch(rowOf(upload), path);
    return path;
  }

  async settle(upload: Upload, conversation_id: string): Promise<void> {
    const metadata = { ...upload.metadata, conversation_id };
    await this.#uploads.settle(rowOf(Object.assign(upload, { metadata })));
  }

  /** The uploads of an account are deleted with it. */
  async forget(): Promise<void> {}

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.whole`);
  }
}

function rowOf({ id, size, metadata }: Upload) {
  const about: About = { size: size ?? null, ...(metadata && { metadata }) };
  return { user_id: metadata!['user_id']!, id, about };
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
