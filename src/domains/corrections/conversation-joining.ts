import { Conflict, NotFound } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { work } from '../../kit/work.ts';
import { transaction } from '../../storage/transaction.ts';
import { selectConversation } from '../conversations/conversations.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { joinRecordings, selectOverlapping } from '../conversations/lifecycle.ts';
import { hasTimes, offsetOfSameTalk, wordsOnClock } from '../transcripts/repeated/same-talk.ts';
import { selectSegments } from '../transcripts/segments.ts';
import { mergeInto, startOf } from './conversation-merge.ts';
import type { SameTalk } from './conversation-merge.ts';

/**
 * Joins a finished recording with those of other devices that heard the same talk. The joined
 * conversation is processed anew, and its own joining finds further devices.
 */
export const joiningWork = work(joinRecordings, async (context, { conversation_id }) => {
  const row = await selectConversation(context.db, userOf(context), conversation_id);
  if (!row || !mayJoin(row)) return;
  for (const other of await selectOverlapping(context.db, userOf(context), row.id)) {
    if (!mayJoin(other)) continue;
    const sameTalk = await compare(context, row, other);
    if (!sameTalk) continue;
    const ids = [row.id, other.id];
    await transaction(context.db, (tx) =>
      mergeInto({ ...context, db: tx }, { id: context.newId(), ids, sameTalk }),
    ).catch(ignoreOvertaken);
    return;
  }
});

/**
 * A conversation that is being processed looks for others when it is completed. The addresses of
 * shared conversations and the records of programs must stay what they are.
 */
function mayJoin({ status, visibility, external_id }: ConversationRow): boolean {
  const isDone = status === 'completed' || status === 'failed';
  return isDone && visibility === 'private' && external_id === null;
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
  // Texts that the user may have rewritten are kept; otherwise the longer transcript.
  const isBase =
    ours!.rewritten - theirs!.rewritten || ours!.said.length - theirs!.said.length || 1;
  const [base, rest] = isBase > 0 ? [ours!, theirs!] : [theirs!, ours!];
  const offset = offsetOfSameTalk(base.said, rest.said);
  return offset === null ? null : { base: base.id, offset };
}

/** The user deleted, changed or merged one of the two meanwhile. A later processing tries again. */
function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof NotFound || error instanceof Conflict)) throw error;
}
