import { inMilliseconds } from '../../core/wire.ts';
import type { LiveSegment } from './segment.ts';
import type { NamedSegment, Speech } from './named-segments.sql.ts';
import { doubtfulRanges } from './timed/timed-words.ts';

export function segmentView(row: NamedSegment, userName: string): LiveSegment {
  return {
    id: row.id,
    text: row.text,
    speaker: `SPEAKER_${String(row.speaker_id).padStart(2, '0')}`,
    speaker_id: row.speaker_id,
    speaker_name: speakerName(row, userName) ?? `Speaker ${row.speaker_id}`,
    is_user: row.is_user,
    is_user_probable: isProbablyUser(row),
    person_id: row.person_id,
    start: inMilliseconds(row.start_seconds),
    end: inMilliseconds(row.end_seconds),
    translations: row.translations as LiveSegment['translations'],
    speech_profile_processed: row.voice_checked,
    stt_provider: row.stt_provider,
    doubtful: doubtfulRanges(row),
  };
}

/**
 * Returns true when the speaker is probably the user. No memories are made from such a segment
 * until the user confirms it.
 */
export function isProbablyUser({ voice_verdict, is_user, person_id }: NamedSegment): boolean {
  return voice_verdict === 'probable' && !is_user && person_id === null;
}

/** Returns the name of the segment's speaker; null when the speaker has no name yet. */
export function speakerName<Owner extends string | null>(
  { is_user, person_name }: Speech,
  userName: Owner,
): Owner | string | null {
  return is_user ? userName : person_name;
}
