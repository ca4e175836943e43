import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { UUID } from '../../core/wire.ts';
import { keptRows } from '../../kit/kept-rows.ts';
import type { KeptRow, KeptRows } from '../../kit/kept-rows.ts';
import type { Db } from '../../storage/database.ts';

/** Former wordings of one memory that the service keeps. */
const MAX_VERSIONS = 100;

type Row = Record<string, unknown>;

interface Version {
  content: string;
  until: Date | null;
}

/**
 * Returns the statements that keep the former wording of a memory when its text or its end changes.
 * They belong before the `UPDATE`, in its `WITH` clause.
 */
export function keptVersion({
  user_id,
  id,
  changed_at,
  content,
  until,
  only = sql`true`,
}: {
  user_id: string;
  id: string;
  changed_at: Date;
  content?: string | undefined;
  until?: Date | null | undefined;
  /** The condition for the change. */
  only?: RawBuilder<unknown>;
}): {
  former: RawBuilder<Row>;
  kept: RawBuilder<Row>;
  dropped: RawBuilder<Row>;
} {
  const newContent = content === undefined ? sql`content` : sql`${content}::text`;
  const newEnd = until === undefined ? sql`until` : sql`${until}::timestamptz`;
  return {
    // Waits for a simultaneous change, so that its wording is kept too.
    former: sql<Row>`
      SELECT user_id, id, content, until FROM memories
      WHERE user_id = ${user_id} AND id = ${id} AND ${only} FOR UPDATE`,
    kept: sql<Row>`
      INSERT INTO memory_versions (user_id, memory_id, changed_at, content, until)
      SELECT user_id, id, ${changed_at}::timestamptz, content, until FROM former
      WHERE (content, until) IS DISTINCT FROM (${newContent}, ${newEnd})
      RETURNING memory_id`,
    dropped: sql<Row>`
      DELETE FROM memory_versions
      WHERE user_id = ${user_id} AND memory_id = ${id} AND EXISTS (SELECT FROM kept)
        AND id IN (
          SELECT id FROM memory_versions WHERE user_id = ${user_id} AND memory_id = ${id}
          ORDER BY changed_at DESC OFFSET ${MAX_VERSIONS - 1})`,
  };
}

/**
 * A condition of the `UPDATE`. It makes the database read the former wording before the update; a
 * statement cannot lock a row that it has changed already.
 */
export const IS_KEPT = sql<boolean>`EXISTS (SELECT FROM former)`;

/** The condition for the facts that were known and true at a time, without rejected ones. */
export const wasTrueAt = (at: Date): RawBuilder<boolean> => sql`(
  user_review IS DISTINCT FROM false AND coalesce(since, created_at) <= ${at}::timestamptz
    AND (until IS NULL OR until > ${at}::timestamptz))`;

/** The wording that a memory had at a time. */
export const contentAt = (user_id: string, at: Date): RawBuilder<string> => sql`coalesce((
  SELECT v.content FROM memory_versions v
  WHERE v.user_id = ${user_id} AND v.memory_id = memories.id AND v.changed_at > ${at}::timestamptz
  ORDER BY v.changed_at LIMIT 1), content)`;

/** Returns the former wordings of a memory, the newest first. */
export async function selectVersions(
  db: Db,
  user_id: string,
  memory_id: string,
): Promise<(Version & { changed_at: Date })[]> {
  const { rows } = await sql<Version & { changed_at: Date }>`
    SELECT content, until, changed_at FROM memory_versions
    WHERE user_id = ${user_id} AND memory_id = ${memory_id}
    ORDER BY changed_at DESC
  `.execute(db);
  return rows;
}

/** A former wording as JSON, with all columns. */
type KeptVersion = Record<string, unknown>;

/** Returns the former wordings so that they can be written back later. */
async function selectKeptVersions(
  db: Db,
  user_id: string,
  memory_id: string,
): Promise<KeptVersion[]> {
  const { rows } = await sql<{ version: KeptVersion }>`
    SELECT to_jsonb(v) AS version FROM memory_versions v
    WHERE user_id = ${user_id} AND memory_id = ${memory_id}
    ORDER BY changed_at
  `.execute(db);
  return rows.map(({ version }) => version);
}

/** Makes these the former wordings of the memory. */
async function putVersions(
  db: Db,
  { user_id, memory_id }: { user_id: string; memory_id: string },
  versions: readonly KeptVersion[],
): Promise<void> {
  await sql`
    DELETE FROM memory_versions WHERE user_id = ${user_id} AND memory_id = ${memory_id}
  `.execute(db);
  await sql`
    INSERT INTO memory_versions
    SELECT v.* FROM jsonb_populate_recordset(NULL::memory_versions, ${JSON.stringify(versions)}::jsonb) v
    WHERE v.user_id = ${user_id}
  `.execute(db);
}

const rows = keptRows('memories', { insert: sql`INSERT INTO memories`, isId: UUID });

/** For the log of what assistants did, which can undo it. A deleted memory is kept with its history. */
export const keptMemories: KeptRows = {
  async read(db, user_id, id) {
    const row = await rows.read(db, user_id, id);
    return row && { ...row, history: await selectKeptVersions(db, user_id, id) };
  },
  async put(db, { history, ...row }) {
    await rows.put(db, row as KeptRow);
    const { user_id, id: memory_id } = row;
    await putVersions(db, { user_id, memory_id }, (history ?? []) as KeptVersion[]);
  },
};
