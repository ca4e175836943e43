import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { SegmentsTable } from '../../storage/tables.ts';

export type SegmentRow = Selectable<SegmentsTable>;

/** A segment with the name of the person who spoke, as the answers of the API need it. */
export type NamedSegment = SegmentRow & { person_name: string | null };

/** The speaker of a segment. */
export type Speech = Pick<NamedSegment, 'is_user' | 'person_id' | 'person_name'>;

async function selectNamed(db: Db, rest: RawBuilder<unknown>): Promise<NamedSegment[]> {
  const { rows } = await sql<NamedSegment>`
    SELECT s.*, p.name AS person_name
    FROM segments AS s LEFT JOIN people AS p ON p.user_id = s.user_id AND p.id = s.person_id
    ${rest}
  `.execute(db);
  return rows;
}

export function selectSegments(
  db: Db,
  user_id: string,
  conversationIds: readonly string[],
): Promise<NamedSegment[]> {
  return selectNamed(
    db,
    sql`WHERE s.user_id = ${user_id} AND s.conversation_id = ANY (${conversationIds}::uuid[])
    ORDER BY s.conversation_id, s.start_seconds, s.id`,
  );
}

export function selectSegmentsById(
  db: Db,
  user_id: string,
  { conversation_ids, ids }: { conversation_ids: readonly string[]; ids: readonly string[] },
): Promise<NamedSegment[]> {
  return selectNamed(
    db,
    sql`WHERE s.user_id = ${user_id} AND s.conversation_id = ANY (${conversation_ids}::uuid[])
      AND s.id = ANY (${ids}::uuid[])
    ORDER BY s.conversation_id, s.start_seconds, s.id`,
  );
}

/** Returns a part of a transcript; without a limit, everything from its start. */
export function selectSegmentsFrom(
  db: Db,
  user_id: string,
  conversation_id: string,
  { offset, limit }: { offset: number; limit: number | null },
): Promise<NamedSegment[]> {
  return selectNamed(
    db,
    sql`WHERE s.user_id = ${user_id} AND s.conversation_id = ${conversation_id}
    ORDER BY s.start_seconds, s.id
    LIMIT ${limit}::bigint OFFSET ${offset}`,
  );
}
