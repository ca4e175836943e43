import { sql } from 'kysely';
import { Unavailable } from '../../../core/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { deleteSegments, moveSegments, upsertSegments } from '../../transcripts/segments.ts';
import type { SegmentRow, Speech } from '../../transcripts/named-segments.ts';
import { movedBy } from '../../transcripts/timed/timed-words.ts';
import type { Geolocation } from '../conversation.ts';
import type { ConversationRow } from '../conversations.sql.ts';
import type { RawBuilder } from 'kysely';
import type { Photo } from '../photo.ts';

export interface SegmentBatch {
  user_id: string;
  conversation_id: string;
  segments: readonly SegmentRow[];
  /** The ids of stored segments that no longer exist. */
  removed: readonly string[];
  heard_at: Date;
  /** The wall-clock time from which the segments count their seconds. */
  started_at: Date;
  /** The language in which the words are spoken. */
  language: string;
  /** True when the words replace a gap, possibly in a conversation that has ended. */
  isLate: boolean;
  /** The process that heard the words. */
  process: string;
}

/** The stored words, on the clock of the conversation. */
export interface StoredWords {
  segments: SegmentRow[];
  /** The stored speaker of each segment. */
  speakers: Map<string, Speech>;
  /** The wall-clock time of second 0. */
  started_at: Date;
  /** The ids of the segments whose times changed, because second 0 became earlier. */
  moved: string[];
}

/**
 * Writes new and changed segments, and advances the recording's clock. Does nothing and returns
 * null unless the recording is live, waits for its words or has gaps. Must run in a transaction.
 */
export async function upsertLiveSegments(db: Db, batch: SegmentBatch): Promise<StoredWords | null> {
  const { user_id, conversation_id, heard_at, language } = batch;
  const row = await lockForWords(db, batch);
  if (!row) return null;
  const first = Math.min(0, ...batch.segments.map(({ start_seconds }) => start_seconds));
  const began = new Date(batch.started_at.getTime() + Math.round(first * 1000));
  const { started_at, moved } = await beginBy(db, row, began);
  const seconds = (batch.started_at.getTime() - started_at.getTime()) / 1000;
  const segments = batch.segments.map((segment) => movedBy(segment, seconds));
  const end = Math.max(0, ...segments.map(({ end_seconds }) => end_seconds));
  const live = sql`
    UPDATE conversations SET
      last_heard_at = CASE WHEN status = 'in_progress' THEN ${heard_at} ELSE last_heard_at END,
      updated_at = ${heard_at},
      language = CASE WHEN EXISTS (
        SELECT FROM segments AS s
        WHERE s.user_id = conversations.user_id AND s.conversation_id = conversations.id)
        THEN language ELSE ${language} END,
      started_at = ${started_at},
      finished_at = greatest(finished_at, ${started_at}::timestamptz + make_interval(secs => ${end})),
      stt_provider = coalesce(${segments[0]?.stt_provider ?? null}, stt_provider)
    WHERE user_id = ${user_id} AND id = ${conversation_id}
    RETURNING id
  `;
  if (batch.removed.length > 0) await deleteSegments(db, batch, batch.removed);
  const speakers = (await upsertSegments(db, segments, live))!;
  return { segments, speakers, started_at, moved };
}

type Begun = Pick<ConversationRow, 'user_id' | 'id' | 'started_at' | 'gaps'>;
type Locked = Begun & { is_replaced: boolean };

/**
 * Locks a conversation that accepts words. The lock is a separate statement, so that later
 * statements see the segments that were committed while this one waited (decision 7).
 */
async function lockForWords(
  db: Db,
  { user_id, conversation_id, isLate, process }: SegmentBatch,
): Promise<Begun | undefined> {
  const { rows } = await sql<Locked>`
    SELECT user_id, id, started_at, gaps, is_replaced(${process}) FROM conversations
    WHERE user_id = ${user_id} AND id = ${conversation_id}
      AND (status = 'in_progress' OR status = 'processing' AND words_pending
        OR ${isLate} AND gaps <> '[]')
    FOR UPDATE
  `.execute(db);
  if (rows[0]?.is_replaced) throw new Unavailable('Another process has taken over this sound.');
  return rows[0];
}

/**
 * Makes second 0 of a conversation no later than this time, which is when its first sound was
 * said. Whatever is already stored keeps its time on the wall clock. The caller must hold the lock.
 */
export async function beginBy(
  db: Db,
  { user_id, id, started_at: former, gaps }: Begun,
  began: Date,
): Promise<Pick<ConversationRow, 'gaps'> & { started_at: Date; moved: string[] }> {
  if (former && former <= began) return { started_at: former, gaps, moved: [] };
  if (!former) return { started_at: began, gaps, moved: [] };
  const seconds = (former.getTime() - began.getTime()) / 1000;
  const moved = await moveSegments(db, { user_id, conversation_id: id }, seconds);
  const later = (second: number) => Math.round((second + seconds) * 1000) / 1000;
  const movedGaps = gaps.map((gap) => ({ ...gap, start: later(gap.start), end: later(gap.end) }));
  await sql`
    UPDATE conversations SET started_at = ${began}, gaps = ${JSON.stringify(movedGaps)}::jsonb
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return { started_at: began, gaps: movedGaps, moved };
}

/** Returns the live recording of a device, if there is one. */
export async function selectLive(
  db: Db,
  user_id: string,
  device: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM conversations
    WHERE user_id = ${user_id} AND status = 'in_progress' AND device = ${device}
  `.execute(db);
  return rows[0];
}

/** Returns the live recording of any device in which somebody spoke last. */
export async function selectLastLive(
  db: Db,
  user_id: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM conversations WHERE user_id = ${user_id} AND status = 'in_progress'
    ORDER BY started_at IS NULL, last_heard_at DESC LIMIT 1
  `.execute(db);
  return rows[0];
}

/** Records that the recording is still active although it has no words yet. */
export async function touchLive(db: Db, user_id: string, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE conversations SET last_heard_at = ${at}
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'in_progress' RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/**
 * Makes a session the one that writes into a live recording, and stores its location unless the
 * recording has one. Returns false when the recording is no longer live.
 */
export async function resumeLive(
  db: Db,
  user_id: string,
  {
    id,
    session,
    geolocation,
  }: { id: string; session: string; geolocation?: Geolocation | undefined },
): Promise<boolean> {
  const place = geolocation ? JSON.stringify(geolocation) : null;
  const { rows } = await sql`
    UPDATE conversations
    SET session = ${session}::uuid, geolocation = coalesce(geolocation, ${place}::jsonb)
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'in_progress' RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/**
 * Builds a statement that adds a photo to the live recording and returns its id; it returns no row
 * when the recording is not live.
 */
export function addingPhoto(
  user_id: string,
  conversation_id: string,
  photo: Photo,
): RawBuilder<unknown> {
  return sql`
    UPDATE conversations
    SET photos = photos || ${JSON.stringify([photo])}::jsonb, source = 'openglass',
      updated_at = ${photo.created_at}, last_heard_at = ${photo.created_at},
      started_at = coalesce(started_at, ${photo.created_at})
    WHERE user_id = ${user_id} AND id = ${conversation_id} AND status = 'in_progress'
    RETURNING id
  `;
}

/**
 * Marks a conversation with a note, so that it is not discarded, and extends it to the second of
 * the note.
 */
export async function markNoted(
  db: Db,
  user_id: string,
  id: string,
  { second, now }: { second: number; now: Date },
): Promise<void> {
  await sql`
    UPDATE conversations SET forced = true, updated_at = ${now},
      finished_at = greatest(finished_at, started_at + make_interval(secs => ${second}))
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

/** Returns the conversation into which another one was merged. */
export async function selectMergedFrom(
  db: Db,
  user_id: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE user_id = ${user_id}
      -- The condition of the index conversations_merged.
      AND external_data ? 'merged_from'
      AND external_data -> 'merged_from' ? ${id}
    LIMIT 1
  `.execute(db);
  return rows[0]?.id;
}
