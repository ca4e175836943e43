import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { upsertSegments } from '../transcripts/segments.ts';
import type { SegmentRow, Speech } from '../transcripts/segments.ts';

export interface SegmentBatch {
  user_id: string;
  conversation_id: string;
  segments: readonly SegmentRow[];
  heard_at: Date;
  /** When second 0 of the recording was. */
  started_at: Date;
  /** In what language the words are. */
  language: string;
  /** They take the place of a gap, perhaps of a conversation that is over. */
  isLate: boolean;
}

/**
 * Writes new and grown segments and moves the recording's clock, in one statement that does nothing
 * unless the recording is still live, waits for its words or has gaps. Gives who spoke them, as it is
 * stored; null when the recording was in none of these states.
 */
export function upsertLiveSegments(
  db: Db,
  { user_id, conversation_id, segments, heard_at, started_at, language, isLate }: SegmentBatch,
): Promise<Map<string, Speech> | null> {
  const live = sql`
    UPDATE conversations SET
      last_heard_at = CASE WHEN status = 'in_progress' THEN ${heard_at} ELSE last_heard_at END,
      updated_at = ${heard_at},
      language = CASE WHEN EXISTS (
        SELECT FROM segments AS s
        WHERE s.user_id = conversations.user_id AND s.conversation_id = conversations.id)
        THEN language ELSE ${language} END,
      started_at = coalesce(started_at, ${started_at}),
      finished_at = greatest(
        finished_at,
        coalesce(started_at, ${started_at})
          + make_interval(secs => ${Math.max(0, ...segments.map(({ end_seconds }) => end_seconds))})
      ),
      stt_provider = coalesce(${segments[0]?.stt_provider ?? null}, stt_provider)
    WHERE user_id = ${user_id} AND id = ${conversation_id}
      AND (status = 'in_progress' OR status = 'processing' AND words_pending
        OR ${isLate} AND gaps <> '[]')
    RETURNING id
  `;
  return upsertSegments(db, segments, live);
}
