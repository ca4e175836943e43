import { Conflict, NotFound } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { work } from '../../kit/work.ts';
import { transaction } from '../../storage/transaction.ts';
import { lockWithSegments, selectConversation } from '../conversations/conversations.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { joinRecordings, selectOverlapping } from '../conversations/lifecycle.ts';
import { hasTimes, offsetOfSameTalk, wordsOnClock } from '../transcripts/repeated/same-talk.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { mergeInto, startOf } from './conversation-merge.ts';
import type { SameTalk } from './conversation-merge.ts';
import { TRANSCRIPT } from '../conversations/written-fields.ts';

/**
 * Joins a finished recording with those of other devices that heard the same talk. The joined
 * conversation is processed anew, and its own joining finds further devices.
 */
export const joiningWork = work(joinRecordings, async (context, { conversation_id }) => {
  const row = await selectConversation(context.db, userOf(context), conversation_id);
  if (!row || !mayJoin(row)) return;
  for (const other of await selectOverlapping(context.db, userOf(context), row.id)) {
    if (!mayJoin(other)) continue;
    // The long comparison comes before the locks, and again below them for the few that match.
    if (!(await compare(context, row, other))) continue;
    const ids = [row.id, other.id];
    const isJoined = await transaction(context.db, (tx) =>
      joinLocked({ ...context, db: tx }, ids),
    ).catch(ignoreOvertaken);
    if (isJoined) return;
  }
});

async function joinLocked(context: Context, ids: readonly string[]): Promise<boolean> {
  await lockWithSegments(context.db, userOf(context), ids);
  const [one, other] = await Promise.all(
    ids.map((id) => selectConversation(context.db, userOf(context), id)),
  );
  if (!one || !other || !mayJoin(one) || !mayJoin(other)) return false;
  const sameTalk = await compare(context, one, other);
  if (sameTalk) await mergeInto(context, { id: context.newId(), ids, sameTalk });
  return sameTalk !== null;
}

/** Changes of the user that a joined conversation takes over. */
const TAKEN_OVER = ['title', 'overview', 'folder_id', 'starred', TRANSCRIPT];

/**
 * A conversation that is being processed looks for others when it is completed. The addresses of
 * shared conversations and the records of programs must not change.
 */
function mayJoin({ status, visibility, external_id, written, events }: ConversationRow): boolean {
  const isDone = status === 'completed' || status === 'failed';
  const isFree = visibility === 'private' && external_id === null;
  // The other decisions of the user are about the conversation as it is.
  const isUntouched = written.every((field) => TAKEN_OVER.includes(field));
  return isDone && isFree && isUntouched && !events.some(({ created }) => created);
}

async function compare(
  context: Context,
  one: ConversationRow,
  other: ConversationRow,
): Promise<SameTalk | null> {
  const segments = await selectSegments(context.db, userOf(context), [one.id, other.id]);
  const [ours, theirs] = [one, other].map((row) => {
    const own = segments.filter(({ conversation_id }) => conversation_id === row.id);
    const rewritten = own.filter((segment) => !hasTimes(segment)).length;
    return { id: row.id, said: wordsOnClock(own, startOf(row)), rewritten };
  });
  // A text without times of words may be one that the user has rewritten, so it must be kept.
  if (ours!.rewritten > 0 && theirs!.rewritten > 0) return null;
  const isBase =
    ours!.rewritten - theirs!.rewritten || ours!.said.length - theirs!.said.length || 1;
  const [base, rest] = isBase > 0 ? [ours!, theirs!] : [theirs!, ours!];
  const offset = offsetOfSameTalk(base.said, rest.said);
  return offset === null ? null : { base: base.id, offset };
}

/** The user deleted, changed or merged one of the two meanwhile. A later processing tries again. */
function ignoreOvertaken(error: unknown): false {
  if (error instanceof NotFound || error instanceof Conflict) return false;
  throw error;
}
