import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Category, MAKERS } from '../../engines/understanding/maker.ts';
import type { Db } from '../../storage/database.ts';
import type { ConversationsTable } from '../../storage/tables.ts';
import type { Geolocation, Status } from './conversation.ts';
import type { StoredGap } from '../transcripts/gap.ts';
import { lockClientSession } from './recording/client-sessions.sql.ts';

export type ConversationRow = Omit<
  Selectable<ConversationsTable>,
  'category' | 'geolocation' | 'events' | 'understood_by' | 'gaps' | 'draft'
> & {
  category: Category;
  geolocation: Geolocation | null;
  events: {
    title: string;
    description: string;
    start: string;
    duration: number;
    /** The day of an event without an hour. */
    date?: string;
    created?: boolean;
  }[];
  understood_by: (typeof MAKERS)[number] | null;
  gaps: StoredGap[];
  draft: object | null;
};

/** A conversation with the name of its folder, as answers need it. */
export type FiledConversation = ConversationRow & { folder_name: string | null };

/** The fields that a user may change, as stored. */
export type ConversationChange = Partial<
  Pick<
    ConversationRow,
    'title' | 'overview' | 'discarded' | 'starred' | 'visibility' | 'folder_id'
  > & { events: string; apps_results: string }
>;

export const FOLDER_NAME = sql<string | null>`(
  SELECT f.name FROM folders AS f
  WHERE f.user_id = conversations.user_id AND f.id = conversations.folder_id
)`;

export async function selectConversation(
  db: Db,
  user_id: string,
  id: string,
): Promise<FiledConversation | undefined> {
  const { rows } = await sql<FiledConversation>`
    SELECT *, ${FOLDER_NAME} AS folder_name FROM conversations WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0];
}

export async function updateConversationRow(
  db: Db,
  user_id: string,
  id: string,
  change: ConversationChange & { updated_at: Date },
  { written, statuses }: { written: readonly string[]; statuses?: readonly Status[] | undefined },
): Promise<FiledConversation | undefined> {
  const row = await db
    .updateTable('conversations')
    .set(change)
    .$if(written.length > 0, (update) =>
      update.set({
        written: sql<string[]>`written || ARRAY(
          SELECT field FROM unnest(${written}::text[]) AS own (field) WHERE field <> ALL (written))`,
      }),
    )
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .$if(statuses !== undefined, (update) => update.where('status', 'in', [...statuses!]))
    .returningAll()
    .returning(FOLDER_NAME.as('folder_name'))
    .executeTakeFirst();
  return row as FiledConversation | undefined;
}

/** Moves the given conversations that exist, and returns their ids. */
export async function moveToFolder(
  db: Db,
  user_id: string,
  ids: readonly string[],
  { folder_id, now }: { folder_id: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE conversations SET folder_id = ${folder_id}, updated_at = ${now}
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[]) RETURNING id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the folder for a completed conversation: its current folder, otherwise the folder of its
 * category.
 */
export function folderByCategory(user_id: string, category: Category) {
  return sql<string | null>`coalesce(folder_id, (
    SELECT f.id FROM folders AS f WHERE f.user_id = ${user_id} AND f.category_mapping = ${category}
    ORDER BY f."order", f.id LIMIT 1
  ))`;
}

/**
 * Locks conversations and their segments until the transaction ends, so that nobody edits them
 * between reading and deletion.
 */
export async function lockWithSegments(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    SELECT FROM conversations WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
    ORDER BY id FOR UPDATE
  `.execute(db);
  await sql`
    SELECT FROM segments WHERE user_id = ${user_id} AND conversation_id = ANY (${ids}::uuid[])
    ORDER BY conversation_id, id FOR UPDATE
  `.execute(db);
}

/** Deletes conversations with their segments, but keeps the ids of client sessions. */
export async function deleteConversations(
  db: Db,
  user_id: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ client_session_id: string }>`
    SELECT client_session_id FROM conversations
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[]) AND client_session_id IS NOT NULL
    ORDER BY client_session_id
  `.execute(db);
  for (const row of rows) await lockClientSession(db, user_id, row.client_session_id);
  await sql`
    WITH gone AS (
      DELETE FROM conversations WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
      RETURNING id, client_session_id
    )
    INSERT INTO deleted_client_sessions (user_id, client_session_id, conversation_id, deleted_at)
    SELECT ${user_id}, client_session_id, id, ${now} FROM gone WHERE client_session_id IS NOT NULL
    ON CONFLICT DO NOTHING
  `.execute(db);
}

export async function selectLatestCompleted(db: Db, user_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE user_id = ${user_id} AND status = 'completed' AND NOT discarded
    ORDER BY created_at DESC, id DESC LIMIT 1
  `.execute(db);
  return rows[0]?.id;
}

export interface Abandoned {
  user_id: string;
  id: string;
}

/** Returns live recordings shortly before and after this time, in chronological order. */
export async function selectRecordedAround(
  db: Db,
  user_id: string,
  at: Date,
  limit: number,
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM (
      SELECT * FROM conversations
      WHERE user_id = ${user_id} AND last_heard_at IS NOT NULL
        AND started_at BETWEEN ${at}::timestamptz - interval '1 hour'
          AND ${at}::timestamptz + interval '1 hour'
      ORDER BY abs(extract(epoch FROM started_at - ${at}::timestamptz)) LIMIT ${limit}
    ) AS nearest ORDER BY started_at, id
  `.execute(db);
  return rows;
}

/** Returns live recordings whose devices have not reconnected. */
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

/**
 * Returns conversations whose processing has made no progress for so long that its job must be
 * lost.
 */
export async function selectStalled(
  db: Db,
  before: Date,
): Promise<(Abandoned & { attempt: number })[]> {
  const { rows } = await sql<Abandoned & { attempt: number }>`
    SELECT user_id, id, attempt FROM conversations
    WHERE status = 'processing' AND NOT words_pending AND updated_at < ${before}
    LIMIT 100
  `.execute(db);
  return rows;
}

/**
 * Moves all conversations of a folder to the given folder. Without one, they move to the default
 * folder; if there is none, they leave their folder.
 */
export async function moveConversationsOut(
  db: Db,
  user_id: string,
  id: string,
  { to, now }: { to: string | null; now: Date },
): Promise<void> {
  await sql`
    UPDATE conversations SET updated_at = ${now}, folder_id = coalesce(
      ${to}::uuid,
      (SELECT f.id FROM folders AS f WHERE f.user_id = ${user_id} AND f.is_default)
    )
    WHERE user_id = ${user_id} AND folder_id = ${id}
  `.execute(db);
}

/**
 * Adds the result in a single statement, so that a simultaneous result of another template is not
 * lost.
 */
export async function addAppResult(
  db: Db,
  { user_id, id, now }: { user_id: string; id: string; now: Date },
  result: {
    app_id: string;
    content: string;
    /** The field that marks a result as written by the user. A new result removes the mark. */
    written: string;
    model_calls: number;
    model_tokens: number;
  },
): Promise<void> {
  const { app_id, content, written, model_calls, model_tokens } = result;
  await sql`
    UPDATE conversations SET
      apps_results = coalesce((
        SELECT jsonb_agg(result) FROM jsonb_array_elements(apps_results) AS result
        WHERE result->>'app_id' IS DISTINCT FROM ${app_id}::text), '[]'::jsonb)
        || ${JSON.stringify([{ app_id, content }])}::jsonb,
      written = array_remove(written, ${written}::text),
      model_calls = model_calls + ${model_calls},
      model_tokens = model_tokens + ${model_tokens},
      updated_at = ${now}
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

/** Writes the photos of a merged conversation. */
export async function updatePhotos(
  db: Db,
  user_id: string,
  id: string,
  photos: readonly unknown[],
): Promise<void> {
  await sql`
    UPDATE conversations SET photos = ${JSON.stringify(photos)}::jsonb
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

/** Stores a model's description of a photo; returns false when the photo was deleted. */
export async function updatePhoto(
  db: Db,
  user_id: string,
  {
    conversation_id,
    photo_id,
    ...seen
  }: { conversation_id: string; photo_id: string; description: string; discarded: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE conversations AS c
    SET photos = (
      SELECT jsonb_agg(
        CASE WHEN p.photo ->> 'id' = ${photo_id} THEN p.photo || ${JSON.stringify(seen)}::jsonb ELSE p.photo END
        ORDER BY p.place)
      FROM jsonb_array_elements(c.photos) WITH ORDINALITY AS p (photo, place)
    )
    WHERE c.user_id = ${user_id} AND c.id = ${conversation_id}
      AND c.photos @> ${JSON.stringify([{ id: photo_id }])}::jsonb
    RETURNING c.id
  `.execute(db);
  return rows.length > 0;
}
