/** Uploads in pieces, which any process may continue. */
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { lockByName, transaction } from '../transaction.ts';
import { isTaken } from '../violations.ts';
import {
  fetchFile,
  MAX_BYTES_WITHOUT_STORE,
  PIECE_BYTES,
  requireStore,
  storePiece,
} from './pieces.ts';
import type { PieceParts } from './pieces.ts';
import { deleteFiles, deletePieces, insertFile, updateFiles } from './rows.ts';
import type { WaitingFile } from './rows.ts';

const PATH = 'recording';

/** An upload, with the number of its bytes that are here. */
export interface WaitingUpload extends Pick<
  WaitingFile,
  'user_id' | 'id' | 'about' | 'created_at'
> {
  offset: number;
}

type FreshUpload = Pick<WaitingUpload, 'user_id' | 'id' | 'about'>;
/** Throws when a user with these uploads may have no further one. */
type Admit = (own: readonly WaitingUpload[]) => void;

export class WaitingUploads {
  readonly pieceBytes = PIECE_BYTES;
  readonly #parts: PieceParts;

  constructor(parts: PieceParts) {
    this.#parts = parts;
  }

  /** The largest upload; null when only the protocol limits it. */
  get maxBytes(): number | null {
    return this.#parts.files.address === null ? MAX_BYTES_WITHOUT_STORE : null;
  }

  create(upload: FreshUpload, admit: Admit): Promise<void> {
    return this.#inTurn(upload, admit, (tx) =>
      insertFile(tx, { ...upload, kind: 'upload', holder: null }),
    );
  }

  describe(upload: FreshUpload, admit: Admit): Promise<void> {
    return this.#inTurn(upload, admit, (tx) => updateFiles(tx, [upload]));
  }

  async find(id: string): Promise<WaitingUpload | undefined> {
    return (await selectUploads(this.#parts.db, { id }))[0];
  }

  /** Must succeed before pieces are stored. */
  async begin(): Promise<void> {
    await requireStore(this.#parts);
  }

  /** Stores the piece at this place. Returns false when another process has stored one there. */
  async store(
    { user_id, id }: Pick<WaitingUpload, 'user_id' | 'id'>,
    { place, content }: { place: number; content: Buffer },
  ): Promise<boolean> {
    const piece = {
      user_id,
      file_id: id,
      path: PATH,
      place,
      until: place + content.length,
      content,
    };
    try {
      await storePiece(this.#parts, null, piece);
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  }

  /** Writes the whole upload to this path. */
  async fetch(upload: Pick<WaitingUpload, 'user_id' | 'id'>, path: string): Promise<void> {
    await fetchFile(this.#parts, upload, () => path);
  }

  /** Describes a finished upload, whose bytes are elsewhere now. */
  async settle({ id, about }: FreshUpload): Promise<void> {
    await transaction(this.#parts.db, async (tx) => {
      await updateFiles(tx, [{ id, about }]);
      await deletePieces(tx, [{ file_id: id, path: PATH }]);
    });
  }

  async remove(id: string): Promise<void> {
    await deleteFiles(this.#parts.db, null, [id]);
  }

  /** Removes what was begun before this time. Returns the number. */
  removeBefore(time: Date): Promise<number> {
    return deleteUploads(this.#parts.db, time);
  }

  /** Admits one upload of a user after another. */
  #inTurn(upload: FreshUpload, admit: Admit, work: (tx: Tx) => Promise<void>): Promise<void> {
    const { user_id } = upload;
    return transaction(this.#parts.db, async (tx) => {
      await lockByName(tx, `uploads of ${user_id}`);
      admit(await selectUploads(tx, { user_id }));
      await work(tx);
    });
  }
}

/** Returns one upload, or those of a user. */
async function selectUploads(
  db: Db,
  { id = null, user_id = null }: { id?: string | null; user_id?: string | null },
): Promise<WaitingUpload[]> {
  const { rows } = await sql<WaitingUpload>`
    SELECT f.user_id, f.id, f.about, f.created_at, coalesce((
      SELECT max(until) FROM waiting_pieces AS p WHERE p.user_id = f.user_id AND p.file_id = f.id
    ), 0)::float8 AS "offset"
    FROM waiting_files AS f
    WHERE f.kind = 'upload' AND f.id = coalesce(${id}::uuid, f.id)
      AND f.user_id = coalesce(${user_id}, f.user_id)
  `.execute(db);
  return rows;
}

/** Deletes uploads that were begun before this time. Returns their number. */
async function deleteUploads(db: Db, before: Date): Promise<number> {
  const { rows } = await sql`
    DELETE FROM waiting_files WHERE kind = 'upload' AND created_at < ${before} RETURNING id
  `.execute(db);
  return rows.length;
}
