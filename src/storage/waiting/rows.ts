import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { StoredObject } from '../objects/rows.ts';

export type WaitingKind = 'sound' | 'import' | 'upload';

export interface WaitingFile {
  user_id: string;
  id: string;
  kind: WaitingKind;
  about: unknown;
  conversation_id: string | null;
  lost_from: Date | null;
  created_at: Date;
}

/** A part of a file, by the bytes of the original. */
export interface WaitingPiece {
  user_id: string;
  file_id: string;
  path: string;
  place: number;
  until: number;
  content: Buffer | StoredObject;
}

/** A process that was not seen for this long has vanished. */
export const VANISHED_SECONDS = 45;

const FILE = sql`user_id, id, kind, about, conversation_id, lost_from, created_at`;

/**
 * Records that this process lives, and up to when its sound is copied. Returns false when another
 * process has taken over its files.
 */
export async function beat(db: Db, holder: string, copied_at: Date | null): Promise<boolean> {
  const { rows } = await sql<{ replaced: boolean }>`
    INSERT INTO waiting_holders (id, seen_at, copied_at) VALUES (${holder}, now(), ${copied_at})
    ON CONFLICT (id) DO UPDATE SET seen_at = now(),
      copied_at = coalesce(excluded.copied_at, waiting_holders.copied_at)
    RETURNING replaced
  `.execute(db);
  return !rows[0]!.replaced;
}

/** Hands the files of a process over to the others, because it ends. */
export async function leave(db: Db, holder: string): Promise<void> {
  await sql`UPDATE waiting_holders SET seen_at = '-infinity' WHERE id = ${holder}`.execute(db);
}

/** Forgets processes that have nothing any more. */
export async function deleteHolders(db: Db): Promise<void> {
  await sql`
    DELETE FROM waiting_holders AS h
    WHERE seen_at < now() - interval '1 day'
      AND coalesce(copied_at, seen_at) < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM waiting_files AS f WHERE f.holder = h.id)
  `.execute(db);
}

export interface FreshFile extends Pick<WaitingFile, 'user_id' | 'id' | 'kind' | 'about'> {
  holder: string | null;
}

/** Adds a file, unless its account was deleted meanwhile. */
export async function insertFile(db: Db, file: FreshFile): Promise<void> {
  const { user_id, id, kind, about, holder } = file;
  await sql`
    INSERT INTO waiting_files (user_id, id, kind, about, holder)
    SELECT id, ${id}, ${kind}, ${JSON.stringify(about)}::jsonb, ${holder} FROM users
    WHERE id = ${user_id} ON CONFLICT DO NOTHING
  `.execute(db);
}

/** Returns the files that a process holds. */
export async function selectHeld(
  db: Db,
  holder: string,
): Promise<Pick<WaitingFile, 'user_id' | 'id' | 'kind' | 'conversation_id'>[]> {
  const { rows } = await sql<WaitingFile>`
    SELECT user_id, id, kind, conversation_id FROM waiting_files WHERE holder = ${holder}
  `.execute(db);
  return rows;
}

export interface FileChange {
  id: string;
  about?: unknown;
  conversation_id?: string | null;
}

export async function updateFiles(db: Db, changes: readonly FileChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    UPDATE waiting_files AS f SET about = coalesce(c.about, f.about),
      conversation_id = coalesce(c.conversation_id, f.conversation_id)
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS c (id uuid, about jsonb, conversation_id uuid)
    WHERE f.id = c.id
  `.execute(db);
}

/**
 * Adds pieces, and returns their number. Leaves out those of files that were deleted or that another
 * process holds.
 */
export async function insertPieces(
  db: Db,
  holder: string | null,
  pieces: readonly WaitingPiece[],
): Promise<number> {
  if (pieces.length === 0) return 0;
  const values = pieces.map(({ user_id, file_id, path, place, until, content }) => {
    const [data, bytes, name, key] = Buffer.isBuffer(content)
      ? [content, content.length, null, null]
      : [null, content.bytes, content.name, content.key];
    return sql`(${user_id}::text, ${file_id}::uuid, ${path}::text, ${place}::int8, ${until}::int8,
      ${bytes}::int4, ${data}::bytea, ${name}::uuid, ${key}::bytea)`;
  });
  const { rows } = await sql`
    INSERT INTO waiting_pieces
      (user_id, file_id, path, place, until, bytes, data, name, key)
    SELECT p.* FROM (VALUES ${sql.join(values)})
      AS p (user_id, file_id, path, place, until, bytes, data, name, key)
    JOIN waiting_files AS f ON f.user_id = p.user_id AND f.id = p.file_id
      AND f.holder IS NOT DISTINCT FROM ${holder}
    RETURNING place
  `.execute(db);
  return rows.length;
}

export async function deletePieces(
  db: Db,
  paths: readonly { file_id: string; path: string }[],
): Promise<void> {
  if (paths.length === 0) return;
  await sql`
    DELETE FROM waiting_pieces AS p USING waiting_files AS f,
      jsonb_to_recordset(${JSON.stringify(paths)}::jsonb) AS d (file_id uuid, path text)
    WHERE f.id = d.file_id AND p.user_id = f.user_id AND p.file_id = f.id AND p.path = d.path
  `.execute(db);
}

/** Deletes files of this process. Returns the ids of those that an earlier process had. */
export async function deleteFiles(
  db: Db,
  holder: string | null,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; lost_from: Date | null }>`
    DELETE FROM waiting_files
    WHERE id = ANY (${ids}::uuid[]) AND holder IS NOT DISTINCT FROM ${holder} RETURNING id, lost_from
  `.execute(db);
  return rows.filter(({ lost_from }) => lost_from !== null).map(({ id }) => id);
}

/**
 * Takes over files whose process was not seen for some seconds. Files that this process took over before and has not
 * fetched are returned too.
 */
export async function adoptFiles(
  db: Db,
  holder: string,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<WaitingFile[]> {
  const { rows } = await sql<WaitingFile>`
    WITH vanished AS (
      SELECT f.user_id, f.id, f.holder, f.lost_from, f.created_at, h.copied_at
      FROM waiting_files AS f LEFT JOIN waiting_holders AS h ON h.id = f.holder
      WHERE f.holder <> ${holder} AND NOT EXISTS (
        SELECT FROM waiting_holders AS a
        WHERE a.id = f.holder AND a.seen_at > now() - make_interval(secs => ${seconds}))
      ORDER BY f.created_at LIMIT ${limit} FOR UPDATE OF f SKIP LOCKED
    ), adopted AS (
      UPDATE waiting_files AS f SET holder = ${holder}, is_fetched = false,
        lost_from = coalesce(v.lost_from, v.copied_at, v.created_at)
      FROM vanished AS v WHERE f.user_id = v.user_id AND f.id = v.id
      RETURNING f.user_id, f.id, f.kind, f.about, f.conversation_id, f.lost_from, f.created_at
    ), replaced AS (
      UPDATE waiting_holders SET replaced = true WHERE id IN (SELECT holder FROM vanished)
    )
    SELECT ${FILE} FROM adopted
    UNION ALL
    SELECT ${FILE} FROM waiting_files WHERE holder = ${holder} AND NOT is_fetched
  `.execute(db);
  return rows;
}

export async function markFetched(db: Db, id: string): Promise<void> {
  await sql`UPDATE waiting_files SET is_fetched = true WHERE id = ${id}`.execute(db);
}

/**
 * Gives this process the files that are on its disk and that an earlier run of it held. Returns the
 * files that others hold now.
 */
export async function reclaimFiles(
  db: Db,
  holder: string,
  { ended, ids }: { ended: readonly string[]; ids: readonly string[] },
): Promise<string[]> {
  await sql`
    UPDATE waiting_files SET holder = ${holder}
    WHERE id = ANY (${ids}::uuid[]) AND holder = ANY (${ended}::uuid[]) AND is_fetched
  `.execute(db);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM waiting_files WHERE id = ANY (${ids}::uuid[]) AND holder <> ${holder}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns how much of each path is here, as bytes of the original. */
export async function selectCopied(
  db: Db,
  { user_id, id }: Pick<WaitingFile, 'user_id' | 'id'>,
): Promise<{ path: string; until: number }[]> {
  const { rows } = await sql<{ path: string; until: number }>`
    SELECT path, max(until)::float8 AS until FROM waiting_pieces
    WHERE user_id = ${user_id} AND file_id = ${id} GROUP BY path
  `.execute(db);
  return rows;
}

type StoredPiece = { path: string; place: number; bytes: number } & (
  | { data: Buffer; name: null; key: null }
  | { data: null; name: string; key: Buffer }
);

/** Returns the next piece after this one. */
export async function selectPiece(
  db: Db,
  { user_id, id }: Pick<WaitingFile, 'user_id' | 'id'>,
  after: { path: string; place: number },
): Promise<StoredPiece | undefined> {
  const { rows } = await sql<StoredPiece>`
    SELECT path, place::float8 AS place, bytes, data, name, key FROM waiting_pieces
    WHERE user_id = ${user_id} AND file_id = ${id}
      AND (path, place) > (${after.path}, ${after.place}::int8)
    ORDER BY path, place LIMIT 1
  `.execute(db);
  return rows[0];
}

/** Returns whether newer sound of the same conversation waits. */
export async function hasLaterSound(
  db: Db,
  { user_id, id, conversation_id }: Pick<WaitingFile, 'user_id' | 'id' | 'conversation_id'>,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM waiting_files WHERE user_id = ${user_id} AND kind = 'sound'
      AND conversation_id = ${conversation_id} AND id > ${id} LIMIT 1
  `.execute(db);
  return rows.length > 0;
}
