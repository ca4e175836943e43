/** Contains the only statements that write `status`; lifecycle.ts decides when they run. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { lockClientSession } from './recording/client-sessions.sql.ts';
import type { Geolocation, Status } from './conversation.ts';
import type { ConversationRow } from './conversations.sql.ts';

export interface RecordingRow {
  id: string;
  language: string;
  source: string;
  geolocation: Geolocation | null;
  timeout_seconds: number;
  /** The device that records, or ''. */
  device: string;
  /** Identifies the session that writes into the recording. */
  session: string;
}

/** Returns nothing when a recording of this device is already live. */
export async function insertRecording(
  db: Db,
  user_id: string,
  recording: RecordingRow,
  now: Date,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    INSERT INTO conversations
      (user_id, id, status, created_at, updated_at, last_heard_at, timeout_seconds, language, source,
        geolocation, device, session)
    VALUES (${user_id}, ${recording.id}, 'in_progress', ${now}, ${now}, ${now},
            ${recording.timeout_seconds}, ${recording.language}, ${recording.source},
            ${recording.geolocation && JSON.stringify(recording.geolocation)}::jsonb,
            ${recording.device}, ${recording.session}::uuid)
    ON CONFLICT (user_id, device) WHERE status = 'in_progress' DO NOTHING
    RETURNING *
  `.execute(db);
  return rows[0];
}

export interface NewConversation {
  id: string;
  source: string;
  language: string;
  started_at: Date;
  finished_at: Date;
  geolocation: Geolocation | null;
  external_data: object | null;
  /** The client's id for its recording; a recording with the same id begins only once. */
  client_session_id: string | null;
  /** True when the user requested the processing. The conversation is then never discarded. */
  forced: boolean;
  /** The time of creation; the default is now. */
  created_at?: Date;
  /** The external id of the conversation; each id is stored once. */
  external_id?: string | null;
  metadata?: object | null;
  /** True while the sound waits for transcription. */
  words_pending?: boolean;
}

/**
 * Returns nothing when the client session already has a conversation, or had one that was deleted.
 * Also returns nothing when the external id already has one.
 */
export async function insertUnlessDeleted(
  db: Db,
  user_id: string,
  { geolocation, external_data, ...given }: NewConversation,
  now: Date,
): Promise<ConversationRow | undefined> {
  if (given.client_session_id !== null) {
    // The NOT EXISTS of this INSERT does not see a deletion that commits while the INSERT waits.
    await lockClientSession(db, user_id, given.client_session_id);
  }
  const { rows } = await sql<ConversationRow>`
    INSERT INTO conversations
      (user_id, id, status, attempt, created_at, updated_at, started_at, finished_at, source,
       language, geolocation, external_data, client_session_id, forced, words_pending, external_id,
       metadata)
    SELECT ${user_id}, ${given.id}, 'processing', 1, ${given.created_at ?? now}, ${now},
           ${given.started_at},
           ${given.finished_at}, ${given.source}, ${given.language},
           ${geolocation && JSON.stringify(geolocation)}::jsonb, ${external_data && JSON.stringify(external_data)}::jsonb,
           ${given.client_session_id}, ${given.forced}, ${given.words_pending ?? false},
           ${given.external_id ?? null}, ${given.metadata ? JSON.stringify(given.metadata) : null}::jsonb
    WHERE NOT EXISTS (
      SELECT FROM deleted_client_sessions
      WHERE user_id = ${user_id} AND client_session_id = ${given.client_session_id})
    -- The conflict is with the client session or the external id.
    ON CONFLICT DO NOTHING
    RETURNING *
  `.execute(db);
  return rows[0];
}

/**
 * Locks the live recording until the transaction ends. The lock is a separate statement, so that
 * later statements see the segments that were committed while this one waited (decision 7).
 */
export async function lockLive(
  db: Db,
  user_id: string,
  id: string,
): Promise<Pick<ConversationRow, 'last_heard_at'> | undefined> {
  const { rows } = await sql<Pick<ConversationRow, 'last_heard_at'>>`
    SELECT last_heard_at FROM conversations
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'in_progress' FOR UPDATE
  `.execute(db);
  return rows[0];
}

export type LifecycleChange = Partial<
  Omit<
    ConversationRow,
    'user_id' | 'id' | 'status' | 'attempt' | 'events' | 'folder_id' | 'apps_results' | 'draft'
  > & {
    events: string;
    apps_results: string;
    /** JSON. */
    draft: string | null;
    folder_id: RawBuilder<string | null>;
  }
>;

export interface Move {
  id: string;
  /** Changes the status only if this attempt is still the current one. */
  attempt?: number;
  from: Status;
  to: Exclude<Status, 'in_progress'>;
  set: LifecycleChange;
  /** Changes the status only if the service, not its user, discarded the conversation. */
  onlyDiscarded?: boolean;
}

/**
 * The compare-and-set behind every status change. Returns nothing when the conversation is not in
 * `from`.
 */
export async function updateStatus(
  db: Db,
  user_id: string,
  { id, attempt, from, to, set, now, onlyDiscarded = false }: Move & { now: Date },
): Promise<ConversationRow | undefined> {
  let update = db
    .updateTable('conversations')
    .set({ ...set, status: to, updated_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll();
  if (to === 'processing' && from !== to) update = update.set({ attempt: sql`attempt + 1` });
  if (attempt !== undefined) update = update.where('attempt', '=', attempt);
  if (onlyDiscarded) {
    update = update.where(sql<boolean>`discarded AND NOT 'discarded' = ANY (written)`);
  }
  return (await update.executeTakeFirst()) as ConversationRow | undefined;
}

/**
 * Deletes a live recording without any content, and only that of `session` if it is given. Without
 * it, the caller must hold the lock of the recording.
 */
export async function deleteWhenEmpty(
  db: Db,
  user_id: string,
  { id, session }: { id: string; session?: string },
): Promise<boolean> {
  const isOwn = session === undefined ? sql`true` : sql`c.session = ${session}::uuid`;
  const { rows } = await sql`
    DELETE FROM conversations AS c
    WHERE c.user_id = ${user_id} AND c.id = ${id} AND c.status = 'in_progress'
      AND c.photos = '[]' AND c.gaps = '[]' AND NOT c.words_pending AND ${isOwn}
      AND NOT EXISTS (
        SELECT FROM segments AS s WHERE s.user_id = c.user_id AND s.conversation_id = c.id)
    RETURNING c.id
  `.execute(db);
  return rows.length > 0;
}

/** Counts another attempt of the processing, if it is still the current one. */
export async function countProcessingAttempt(
  db: Db,
  user_id: string,
  { id, attempt, now }: { id: string; attempt: number; now: Date },
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    UPDATE conversations
    SET attempt = attempt + 1, updated_at = ${now}
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'processing' AND attempt = ${attempt}
    RETURNING *
  `.execute(db);
  return rows[0];
}

/**
 * Returns the ended recordings of other devices that overlap this one in time. A merged recording
 * has no device; its words may come from any.
 */
export async function selectOverlapping(
  db: Db,
  user_id: string,
  id: string,
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    SELECT o.* FROM conversations AS c JOIN conversations AS o ON o.user_id = c.user_id
      AND coalesce(o.started_at, o.created_at) BETWEEN c.started_at - interval '1 day'
        AND c.finished_at
      AND o.finished_at >= c.started_at
    WHERE c.user_id = ${user_id} AND c.id = ${id} AND o.id <> c.id
      AND o.status <> 'in_progress'
      AND (c.device <> o.device OR c.external_data ? 'merged_from'
        OR o.external_data ? 'merged_from')
      AND (c.last_heard_at IS NOT NULL OR c.external_data ? 'merged_from')
      AND (o.last_heard_at IS NOT NULL OR o.external_data ? 'merged_from')
    ORDER BY o.started_at, o.id LIMIT 10
  `.execute(db);
  return rows;
}
