import type { z } from 'zod';
import { inMilliseconds } from '../../core/wire.ts';
import type { ActionItemRow } from '../action-items/action-items.ts';
import type {
  AppResult,
  Conversation,
  DeveloperConversation,
  LiveSegment,
} from './conversation.ts';
import type { Photo } from './photo.ts';
import type { FiledConversation } from './conversations.sql.ts';
import type { NamedSegment, Speech } from '../transcripts/segments.sql.ts';

type Result = z.output<typeof AppResult>;

/** How rows become what the shapes promise. */
export interface Belongings {
  segments: readonly NamedSegment[];
  items: readonly ActionItemRow[];
  /** How the owner's own lines are signed. */
  userName: string;
}

export function developerView(
  row: FiledConversation,
  { segments, items, userName }: Belongings,
  includeTranscript: boolean,
): z.input<typeof DeveloperConversation> {
  return {
    ...row,
    structured: {
      title: row.title,
      overview: row.overview,
      category: row.category,
      emoji: row.emoji,
      action_items: [...items],
      events: row.events,
    },
    transcript_segments: includeTranscript
      ? segments.map((segment) => segmentView(segment, userName))
      : null,
  };
}

export function conversationView(
  row: FiledConversation,
  belongings: Belongings,
): z.input<typeof Conversation> {
  return {
    ...developerView(row, belongings, false),
    ...row,
    deleted: false,
    photos: row.photos as Photo[],
    apps_results: row.apps_results as Result[],
    plugins_results: row.apps_results as Result[],
    external_data: row.external_data as Record<string, unknown> | null,
    transcript_segments: belongings.segments.map((each) => segmentView(each, belongings.userName)),
  };
}

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

/** A voice that nobody knows is a question: its number says nothing about who it is. */
function numberedName(row: NamedSegment): string {
  return isUnknownVoice(row) ? '?' : `Speaker ${row.speaker_id}`;
}

/** The voice check has not decided: nothing is remembered of it until its user agrees. */
export function isProbablyUser({ voice_verdict, is_user, person_id }: NamedSegment): boolean {
  return voice_verdict === 'probable' && !is_user && person_id === null;
}

/** Its number belongs to this stretch only, and tells nobody from anybody else. */
export function isUnknownVoice({ voice_verdict, is_user, person_id }: NamedSegment): boolean {
  return voice_verdict !== null && !is_user && person_id === null;
}

/** Who spoke a segment by name; null when nobody has said it yet. */
export function speakerName<Owner extends string | null>(
  { is_user, person_name }: Speech,
  userName: Owner,
): Owner | string | null {
  return is_user ? userName : person_name;
}
