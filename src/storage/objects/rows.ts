import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** The row of an object. */
export interface StoredObject {
  name: string;
  /** The length and the checksum of its content before the encryption. */
  bytes: number;
  sha256: Buffer;
  key: Buffer;
}

/** The columns of an object in an outer join. */
export type NullableObject = StoredObject | { [Column in keyof StoredObject]: null };

export function objectOf({ name, bytes, sha256, key }: NullableObject): StoredObject | null {
  return name === null ? null : { name, bytes, sha256, key };
}

/** The columns of `stored_objects` that name the row to which an object belongs. */
export type OwnerColumn = 'audio_id' | 'photo_id';

interface Owner {
  user_id: string;
  column: OwnerColumn;
  id: string;
}

/** A claim ends when its process certainly has. Its object is then removed. */
const CLAIM = "interval '1 hour'";

/**
 * Claims the bytes of a row, so that one process moves them, and notes the name of the object before
 * there is one. Returns false when another process moves these bytes. Bytes that no row has yet have
 * no owner.
 */
export async function claimMove(db: Db, owner_id: string | null, name: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO unused_objects (name, owner_id, delete_at)
    VALUES (${name}, ${owner_id}, now() + ${sql.raw(CLAIM)})
    ON CONFLICT (owner_id) DO NOTHING RETURNING name
  `.execute(db);
  return rows.length > 0;
}

/** Ends a claim whose object is not used. It is removed with the next sweep. */
export async function releaseClaim(db: Db, name: string): Promise<void> {
  await sql`
    UPDATE unused_objects SET owner_id = NULL, delete_at = now() WHERE name = ${name}
  `.execute(db);
}

/** Ends the claims of processes that have ended. Only one process uses the embedded database. */
export async function releaseAllClaims(db: Db): Promise<void> {
  await sql`
    UPDATE unused_objects SET owner_id = NULL, delete_at = now() WHERE owner_id IS NOT NULL
  `.execute(db);
}

/** Throws when the claim of the object has ended, so that the bytes stay where they are. */
export async function endClaim(tx: Tx, name: string): Promise<void> {
  const { rows } = await sql`
    DELETE FROM unused_objects WHERE name = ${name} AND delete_at > now() RETURNING name
  `.execute(tx);
  if (rows.length === 0) throw new Error('Storing a file took longer than its claim.');
}

/** Names the object at its row. */
export async function recordObject(tx: Tx, owner: Owner, object: StoredObject): Promise<void> {
  await endClaim(tx, object.name);
  const { user_id, column, id } = owner;
  const { name, bytes, sha256, key } = object;
  await sql`
    INSERT INTO stored_objects (user_id, name, ${sql.ref(column)}, bytes, sha256, key)
    VALUES (${user_id}, ${name}, ${id}, ${bytes}, ${sha256}, ${key})
    ON CONFLICT (user_id, ${sql.ref(column)}) DO UPDATE SET name = excluded.name,
      bytes = excluded.bytes, sha256 = excluded.sha256, key = excluded.key, stored_at = now(),
      missing_since = NULL
  `.execute(tx);
}

/** Names another object with the same content. Returns false when the row is gone. */
export async function replaceObject(
  tx: Tx,
  former: string,
  { name, key }: StoredObject,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE stored_objects SET name = ${name}, key = ${key}, stored_at = now()
    WHERE name = ${former} RETURNING name
  `.execute(tx);
  if (rows.length > 0) await endClaim(tx, name);
  return rows.length > 0;
}

/** Gives each object that is stored now another key, which the service does in the background. */
export async function requestRotation(db: Db): Promise<void> {
  await sql`UPDATE installation SET files_rotated_at = now()`.execute(db);
}

/** Returns objects that need another key, with the ids of their owners. */
export async function selectToRotate(
  db: Db,
  limit: number,
): Promise<(StoredObject & { owner_id: string })[]> {
  const { rows } = await sql<StoredObject & { owner_id: string }>`
    SELECT o.name, o.bytes::float8 AS bytes, o.sha256, o.key,
      coalesce(o.audio_id, o.photo_id) AS owner_id
    FROM stored_objects AS o
    WHERE o.stored_at < (SELECT files_rotated_at FROM installation) AND o.missing_since IS NULL
      AND NOT EXISTS (
        SELECT FROM unused_objects AS u WHERE u.owner_id = coalesce(o.audio_id, o.photo_id))
    ORDER BY o.stored_at LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Returns objects in the order of their names, from a name on, or the one with this name. */
export async function selectObjects(
  db: Db,
  { after = '', name = null, limit }: { after?: string; name?: string | null; limit: number },
): Promise<StoredObject[]> {
  const { rows } = await sql<StoredObject>`
    SELECT name, bytes::float8 AS bytes, sha256, key FROM stored_objects
    WHERE (${after} = '' OR name > nullif(${after}, '')::uuid)
      AND (${name}::uuid IS NULL OR name = ${name}::uuid)
    ORDER BY name LIMIT ${limit}
  `.execute(db);
  return rows;
}

/**
 * Returns the names that begin with these two digits: of objects that were stored a while ago, of
 * objects that are new, wait or are not used, and of those that an earlier comparison missed.
 */
export async function selectObjectNames(
  db: Db,
  start: string,
): Promise<{ named: string[]; unused: string[]; missed: string[] }> {
  const { rows } = await sql<{ name: string; kind: 'named' | 'new' | 'unused'; missed: boolean }>`
    SELECT name, CASE WHEN stored_at < now() - interval '1 hour' THEN 'named' ELSE 'new' END AS kind,
      missing_since IS NOT NULL AS missed
    FROM stored_objects WHERE name BETWEEN ${firstName(start)}::uuid AND ${lastName(start)}::uuid
    UNION ALL
    SELECT name, 'new', false
    FROM waiting_pieces WHERE name BETWEEN ${firstName(start)}::uuid AND ${lastName(start)}::uuid
    UNION ALL
    SELECT name, 'unused', false
    FROM unused_objects WHERE name BETWEEN ${firstName(start)}::uuid AND ${lastName(start)}::uuid
  `.execute(db);
  const namesOf = (wanted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(wanted).map(({ name }) => name);
  return {
    named: namesOf(({ kind }) => kind === 'named'),
    unused: namesOf(({ kind }) => kind !== 'named'),
    missed: namesOf(({ missed }) => missed),
  };
}

const firstName = (start: string) => `${start}000000-0000-0000-0000-000000000000`;
const lastName = (start: string) => `${start}ffffff-ffff-ffff-ffff-ffffffffffff`;

/** Lets the next sweep remove objects that no row names. */
export async function noteUnused(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    INSERT INTO unused_objects (name, delete_at)
    SELECT name, now() FROM unnest(${names}::uuid[]) AS name
    WHERE NOT EXISTS (SELECT FROM stored_objects AS o WHERE o.name = name.name)
      AND NOT EXISTS (SELECT FROM waiting_pieces AS p WHERE p.name = name.name)
    ON CONFLICT (name) DO NOTHING
  `.execute(db);
}

export async function markMissing(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    UPDATE stored_objects SET missing_since = now()
    WHERE name = ANY (${names}::uuid[]) AND missing_since IS NULL
  `.execute(db);
}

export async function unmarkMissing(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    UPDATE stored_objects SET missing_since = NULL WHERE name = ANY (${names}::uuid[])
  `.execute(db);
}

export interface FileFacts {
  /** Objects that are not in the store. */
  missing: number;
  /** Objects that no row names and that the store should have removed. */
  overdue: number;
  /** True when bytes have waited in the database for more than a day. */
  is_stuck: boolean;
}

export async function selectFileFacts(db: Db): Promise<FileFacts> {
  const { rows } = await sql<FileFacts>`
    SELECT (SELECT count(*)::int FROM stored_objects WHERE missing_since IS NOT NULL) AS missing,
      (SELECT count(*)::int FROM unused_objects WHERE delete_at < now() - interval '1 day') AS overdue,
      EXISTS (
        SELECT FROM audio_pieces AS p
        JOIN audio_files AS f ON f.user_id = p.user_id AND f.id = p.audio_id
        WHERE f.started_at + f.seconds * interval '1 second' < now() - interval '1 day'
      ) AS is_stuck
  `.execute(db);
  return rows[0]!;
}

/** Returns the names of some objects that no row names any more. */
export async function selectUnused(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unused_objects WHERE delete_at <= now() - interval '1 second'
    ORDER BY delete_at LIMIT ${limit}
  `.execute(db);
  return rows.map(({ name }) => name);
}

export async function deleteUnused(db: Db, name: string): Promise<void> {
  await sql`DELETE FROM unused_objects WHERE name = ${name}`.execute(db);
}

export interface ObjectFacts {
  /** The id of the store that this database uses; null before the first file. */
  files_id: string | null;
  /** True when a row names an object. */
  has_objects: boolean;
}

export async function selectStoreFacts(db: Db): Promise<ObjectFacts> {
  const { rows } = await sql<ObjectFacts>`
    SELECT (SELECT files_id FROM installation) AS files_id,
      EXISTS (SELECT FROM stored_objects)
        OR EXISTS (SELECT FROM waiting_pieces WHERE name IS NOT NULL) AS has_objects
  `.execute(db);
  return rows[0]!;
}

/** An older schema has no table for objects. */
export async function hasObjectTable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT to_regclass('stored_objects') IS NOT NULL AS has
  `.execute(db);
  return rows[0]!.has;
}

/** Returns whether a row names an object, in any schema. */
export async function namesObjects(db: Db): Promise<boolean> {
  return (await hasObjectTable(db)) && (await selectStoreFacts(db)).has_objects;
}

/** Returns the id of the store that this database uses, which is made once. */
export async function requireStoreId(db: Db, fresh: string): Promise<string> {
  const { rows } = await sql<{ files_id: string }>`
    UPDATE installation SET files_id = coalesce(files_id, ${fresh}::uuid) RETURNING files_id
  `.execute(db);
  return rows[0]!.files_id;
}
