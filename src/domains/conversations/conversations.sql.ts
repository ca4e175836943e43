import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Category } from '../../engines/understanding/maker.ts';
import type { Db } from '../../storage/database.ts';
import type { ConversationsTable, SegmentsTable } from '../../storage/tables.ts';
import type { Geolocation, Status } from './conversation.ts';

export type ConversationRow = Omit<
  Selectable<ConversationsTable>,
  'status' | 'category' | 'geolocation' | 'events' | 'visibility' | 'understood_by'
> & {
  status: Status;
  category: Category;
  geolocation: Geolocation | null;
  events: { title: string; description: string; start: string; duration: number }[];
  visibility: 'private' | 'shared' | 'public';
  understood_by: 'rules' | 'language-model' | null;
};
export type SegmentRow = Selectable<SegmentsTable>;

export interface ConversationFilter {
  limit: number;
  offset: number;
  /** Creation and id of the row after which to begin. */
  after: readonly [string, string] | null;
  categories: readonly string[] | null;
  /** Instants; the end is exclusive. */
  from: Date | null;
  until: Date | null;
  folder_id: string | null;
  starred: boolean | null;
}

export async function selectConversation(
  db: Db,
  user_id: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM conversations WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0];
}

/** The live recording of a user, if there is one. */
export async function selectLive(db: Db, user_id: string): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM conversations WHERE user_id = ${user_id} AND status = 'in_progress'
  `.execute(db);
  return rows[0];
}

/** What programs list: completed and worth keeping, newest first. */
export async function selectConversations(
  db: Db,
  user_id: string,
  filter: ConversationFilter,
): Promise<ConversationRow[]> {
  const { after } = filter;
  const following = after
    ? sql`AND (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM conversations
    WHERE user_id = ${user_id} AND status = 'completed' AND NOT discarded
      AND (${filter.categories}::text[] IS NULL OR category = ANY (${filter.categories}))
      AND (${filter.from}::timestamptz IS NULL OR coalesce(started_at, created_at) >= ${filter.from})
      AND (${filter.until}::timestamptz IS NULL OR coalesce(started_at, created_at) < ${filter.until})
      AND (${filter.folder_id}::uuid IS NULL OR folder_id = ${filter.folder_id})
      AND (${filter.starred}::boolean IS NULL OR starred = ${filter.starred})
      ${following}
    ORDER BY created_at DESC, id DESC
    LIMIT ${filter.limit} OFFSET ${filter.offset}
  `.execute(db);
  return rows;
}

export async function selectLatestCompleted(db: Db, user_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE user_id = ${user_id} AND status = 'completed' AND NOT discarded
    ORDER BY created_at DESC, id DESC LIMIT 1
  `.execute(db);
  return rows[0]?.id;
}

export async function selectSegments(
  db: Db,
  user_id: string,
  conversationIds: readonly string[],
): Promise<SegmentRow[]> {
  const { rows } = await sql<SegmentRow>`
    SELECT * FROM segments
    WHERE user_id = ${user_id} AND conversation_id = ANY (${conversationIds}::uuid[])
    ORDER BY conversation_id, start_seconds, id
  `.execute(db);
  return rows;
}

/**
 * Writes new and grown segments and moves the recording's clock, in one statement that does nothing
 * unless the recording is still live. Says whether it was.
 */
export async function upsertSegments(
  db: Db,
  { user_id, conversation_id, segments, heard_at, started_at }: SegmentBatch,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    WITH live AS (
      UPDATE conversations SET
        last_heard_at = ${heard_at},
        updated_at = ${heard_at},
        started_at = coalesce(started_at, ${started_at}),
        finished_at = greatest(
          finished_at,
          coalesce(started_at, ${started_at})
            + make_interval(secs => ${Math.max(0, ...segments.map(({ end_seconds }) => end_seconds))})
        ),
        stt_provider = coalesce(${segments[0]?.stt_provider ?? null}, stt_provider)
      WHERE user_id = ${user_id} AND id = ${conversation_id} AND status = 'in_progress'
      RETURNING id
    ), written AS (
      INSERT INTO segments
      SELECT r.* FROM jsonb_populate_recordset(NULL::segments, ${JSON.stringify(segments)}) AS r, live
      ON CONFLICT (user_id, conversation_id, id) DO UPDATE SET
        text = excluded.text, end_seconds = excluded.end_seconds,
        confidence = excluded.confidence, words = excluded.words
    )
    SELECT id FROM live
  `.execute(db);
  return rows.length > 0;
}

export interface SegmentBatch {
  user_id: string;
  conversation_id: string;
  segments: readonly SegmentRow[];
  heard_at: Date;
  /** When second 0 of the recording was. */
  started_at: Date;
}

/** Notes that the recording is alive although no words have come yet. */
export async function touchLive(db: Db, user_id: string, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE conversations SET last_heard_at = ${at}
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'in_progress' RETURNING id
  `.execute(db);
  return rows.length > 0;
}

export interface Abandoned {
  user_id: string;
  id: string;
}

/** Live recordings that nobody came back to. */
export async function selectAbandoned(
  db: Db,
  now: Date,
  graceSeconds: number,
): Promise<Abandoned[]> {
  const { rows } = await sql<Abandoned>`
    SELECT user_id, id FROM conversations
    WHERE status = 'in_progress'
      AND last_heard_at + make_interval(secs => timeout_seconds + ${graceSeconds}) < ${now}
    ORDER BY last_heard_at LIMIT 100
  `.execute(db);
  return rows;
}

/** Processing that stood still for so long that its job must be lost. */
export async function selectStalled(
  db: Db,
  before: Date,
): Promise<(Abandoned & { attempt: number })[]> {
  const { rows } = await sql<Abandoned & { attempt: number }>`
    SELECT user_id, id, attempt FROM conversations
    WHERE status = 'processing' AND updated_at < ${before} LIMIT 100
  `.execute(db);
  return rows;
}
