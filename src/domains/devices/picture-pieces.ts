import type { ImageChunk } from './message.ts';

/** The maximum number of incomplete pictures; `LIFETIME_MS` limits the wait for their pieces. */
const MAX_PENDING = 50;
const LIFETIME_MS = 60_000;
const MAX_PIECES = 1_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

/** The pieces do not form a picture. The socket closes with this reason. */
export class BadPicture extends Error {}

interface Pending {
  since: number;
  pieces: Map<number, Buffer>;
  total: number;
}

/** Assembles pictures from pieces, which may arrive in any order. Size and number are limited. */
export class PicturePieces {
  readonly #pending = new Map<string, Pending>();

  /** Returns the whole picture when this piece completes it. Throws BadPicture. */
  add({ id, index, total, data }: ImageChunk, now: number): Uint8Array | null {
    this.#forgetOld(now);
    const known = this.#pending.get(id);
    if (total > MAX_PIECES || index >= total || (known && known.total !== total)) {
      throw new BadPicture(`Piece ${index} of ${total} does not fit any picture.`);
    }
    if (!known && this.#pending.size >= MAX_PENDING) {
      throw new BadPicture(`More than ${MAX_PENDING} pictures are incomplete.`);
    }
    const picture = known ?? { since: now, pieces: new Map<number, Buffer>(), total };
    this.#pending.set(id, picture);
    // A repeated piece replaces the first copy. Devices send a piece twice when they are not sure
    // that it arrived.
    picture.pieces.set(index, Buffer.from(data, 'base64'));
    if (bytesOf(picture) > MAX_BYTES || this.#bytes > MAX_PENDING_BYTES) {
      throw new BadPicture(`A picture may have at most ${MAX_BYTES / 1024 / 1024} MiB.`);
    }
    if (picture.pieces.size < total) return null;
    this.#pending.delete(id);
    return Buffer.concat(Array.from({ length: total }, (_, at) => picture.pieces.get(at)!));
  }

  get #bytes(): number {
    return [...this.#pending.values()].reduce((sum, picture) => sum + bytesOf(picture), 0);
  }

  #forgetOld(now: number): void {
    for (const [id, { since }] of this.#pending) {
      if (now - since > LIFETIME_MS) this.#pending.delete(id);
    }
  }
}

function bytesOf({ pieces }: Pending): number {
  return [...pieces.values()].reduce((sum, piece) => sum + piece.length, 0);
}
