import { inMilliseconds } from '../../core/wire.ts';
import type { LiveSegment } from './segment.ts';
import type { NamedSegment, Speech } from './segments.sql.ts';

export function segmentView(row: NamedSegment, userName: string): LiveSegment {
  return {
    id: row.id,
    text: row.text,
    speaker: `SPEAKER_${String(row.speaker_id).padStart(2, '0')}`,
    speaker_id: row.speaker_id,
    speaker_name: speakerName(row, userName) ?? numberedName(row),
    is_user: row.is_user,
    is_user_probable: isProbablyUser(row),
    person_id: row.person_id,
    start: inMilliseconds(row.start_seconds),
    end: inMilliseconds(row.end_seconds),
    translations: row.translations as LiveSegment['translations'],
    speech_profile_processed: row.voice_checked,
    stt_provider: row.stt_provider,
  };
}

/** Returns a question mark for an unknown voice, because its number identifies nobody. */
function numberedName(row: NamedSegment): string {
  return isUnknownVoice(row) ? '?' : `Speaker ${row.speaker_id}`;
}

/**
 * Returns true when the voice check considers the user only probable; no memory is made of the
 * segment until the user agrees.
 */
export function isProbablyUser({ voice_verdict, is_user, person_id }: NamedSegment): boolean {
  return voice_verdict === 'probable' && !is_user && person_id === null;
}

/** Returns true when the voice is unknown; its number is then valid for this stretch only. */
export function isUnknownVoice({ voice_verdict, is_user, person_id }: NamedSegment): boolean {
  return voice_verdict !== null && !is_user && person_id === null;
}

/** Returns the name of the segment's speaker; null when nobody has named the speaker yet. */
export function speakerName<Owner extends string | null>(
  { is_user, person_name }: Speech,
  userName: Owner,
): Owner | string | null {
  return is_user ? userName : person_name;
}
