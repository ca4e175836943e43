import type { Transcript, TranscriptSegment } from '../maker.ts';

/** What recognisers and clients call a voice that they cannot name. */
const GENERIC = /^(?:speaker|person|spk|user|unknown)?[ _-]?\d*$|^[A-Z]$/i;

/** Returns a name for each voice; one without a name is a numbered speaker. */
export function speakerNames(transcript: Transcript): Map<string, string> {
  const names = new Map<string, string>();
  for (const segment of transcript.segments) {
    const key = speakerKey(segment);
    if (!names.has(key)) names.set(key, nameOf(transcript, segment));
  }
  return names;
}

function nameOf({ user_name }: Transcript, segment: TranscriptSegment): string {
  const given = segment.speaker_name?.trim();
  if (given && !GENERIC.test(given)) return given;
  if (segment.is_user) return user_name?.trim() || 'The user';
  if (given && /^[A-Z]$/.test(given)) return `Speaker ${given}`;
  return given && given.toLowerCase() !== 'user' ? given : `Speaker ${segment.speaker_id ?? 0}`;
}

/** Segments with the same key have the same voice. */
export function speakerKey(segment: TranscriptSegment): string {
  if (segment.is_user) return 'user';
  return segment.speaker_name?.trim() || `#${segment.speaker_id ?? 0}`;
}
