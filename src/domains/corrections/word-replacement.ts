import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { trimmedText } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { getMe } from '../accounts/accounts.ts';
import { changeTranscript } from '../conversations/conversation-changes.ts';
import { isNameLike, replacedWords } from '../transcripts/replaced-words.ts';
import type { WordChange } from '../transcripts/replaced-words.ts';
import { LiveSegment } from '../transcripts/segment.ts';
import { segmentView } from '../transcripts/segment-view.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { tellChanged } from '../transcripts/segments.ts';
import { updateWords } from '../transcripts/segment-corrections.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { learnWord } from '../vocabulary/words.ts';
import { ConversationId } from './conversation-edits.ts';

const From = z
  .string()
  .describe('The words that were misheard.')
  .meta({ examples: ['comma lice'] });
const To = z
  .string()
  .describe('The right words.')
  .meta({ examples: ['Commalise'] });

/** Other places of a conversation with the words that a correction replaced. */
export const Elsewhere = z
  .object({ from: From, to: To, count: z.int().describe('The number of places.') })
  .meta({ id: 'WordsElsewhere' });

const Words = trimmedText({ min: 1, max: 200 });

export const replaceWords = defineOperation({
  name: 'replaceWords',
  summary: 'Replace words in the whole transcript',
  description:
    'Replaces whole words, in upper or lower case, by others; the times of other words stay. ' +
    'Leaves out the newest segment of a running recording, which is still growing. Exchange ' +
    '`from` and `to`, and send the ids of the changed segments, to undo it. A name is added to the ' +
    'vocabulary, unless you send `segment_ids`.',
  scope: 'conversations:write',
  effect: 'write',
  input: z
    .strictObject({
      ...ConversationId,
      from: Words.describe(From.description!).meta(From.meta()!),
      to: Words.describe(To.description!).meta(To.meta()!),
      segment_ids: z
        .array(z.string())
        .max(10_000)
        .optional()
        .describe('Replaces the words only in these segments.'),
    })
    .meta({ id: 'WordReplacement' }),
  output: z
    .object({
      count: z.int().describe('The number of places that were changed.'),
      segments: z.array(LiveSegment).describe('The changed segments.'),
    })
    .meta({ id: 'ReplacedWords' }),
  run: async (context, { conversation_id, segment_ids, ...change }) => {
    if (!/[\p{L}\p{N}]/u.test(change.from)) {
      throw new Invalid('Send at least one letter or digit to replace.');
    }
    if (change.from === change.to) throw new Invalid('from and to are the same words.');
    const { name } = await getMe(context, {});
    return transaction(context.db, async (db) => {
      const inside = { ...context, db };
      const { count, segments } = await replaceIn(inside, conversation_id, { change, segment_ids });
      if (count > 0 && !segment_ids && isNameLike(change.to)) {
        await learnWord(inside, change.to);
      }
      return { count, segments: segments.map((segment) => segmentView(segment, name)) };
    });
  },
});

/** Replaces words in the segments of a conversation. */
export async function replaceIn(
  context: Context,
  conversation_id: string,
  { change, segment_ids }: { change: WordChange; segment_ids: readonly string[] | undefined },
): Promise<{ count: number; segments: NamedSegment[] }> {
  const { status } = await changeTranscript(context, conversation_id);
  const all = await selectSegments(context.db, userOf(context), [conversation_id]);
  const wanted = segment_ids && new Set(segment_ids);
  const replaced = settled(all, status)
    .filter(({ id }) => !wanted || wanted.has(id))
    .map((segment) => replacedWords(segment, change))
    .filter(({ count }) => count > 0);
  const segments = replaced.map(({ segment }) => segment);
  if (segments.length > 0) {
    await updateWords(context.db, segments);
    const changed = segments.map(({ id }) => id);
    await tellChanged(context, { conversation_id, changed, deleted: [] });
  }
  return { count: replaced.reduce((sum, { count }) => sum + count, 0), segments };
}

/** Returns the segments that no longer grow. */
export const settled = (
  segments: readonly NamedSegment[],
  status: string,
): readonly NamedSegment[] => (status === 'in_progress' ? segments.slice(0, -1) : segments);
