import type { Transcript } from '../../engines/understanding/maker.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectUser } from '../accounts/accounts.ts';
import { weekStartOf } from '../accounts/day-bounds.ts';
import { knownMemories } from '../memories/heard-memories.ts';
import { boundShifts } from '../outcomes/bounds.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { doubtfulRanges } from '../transcripts/timed/timed-words.ts';
import { isProbablyUser, speakerName } from '../transcripts/segment-view.ts';

/** Converts a conversation to the input of language models and rules. */
export async function transcriptOf(
  context: Context,
  row: ConversationRow,
  segments: readonly NamedSegment[],
): Promise<Transcript> {
  const [user, memories, bound_shifts] = await Promise.all([
    selectUser(context.db, userOf(context)),
    knownMemories(context, { id: row.id, started_at: row.started_at ?? row.created_at }),
    boundShifts(context),
  ]);
  return {
    started_at: row.started_at ?? row.created_at,
    timezone: user?.timezone ?? 'UTC',
    week_start: weekStartOf(user),
    due_hour: user?.due_hour ?? null,
    language: row.language ?? 'en',
    user_name: user?.name ?? null,
    segments: segments.map((segment) => ({
      id: segment.id,
      text: segment.text,
      speaker_id: segment.speaker_id,
      speaker_name: speakerName(segment, user?.name ?? null),
      is_user: segment.is_user,
      is_user_probable: isProbablyUser(segment),
      start: segment.start_seconds,
      end: segment.end_seconds,
      confidence: segment.confidence,
      doubtful: doubtfulRanges(segment),
    })),
    known_memories: memories.known,
    mergeable_memories: memories.mergeable,
    standing_memories: memories.standing.map(({ id, content }) => ({ id, content })),
    rejected_memories: memories.rejected,
    dismissed_memories: memories.dismissed,
    bound_shifts,
  };
}
