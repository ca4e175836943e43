import { z } from 'zod';
import { Conflict, Invalid, NotFound } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { moveItemsToSegment } from '../action-items/action-items.ts';
import { deleteSegmentPrints } from '../voices/segment-prints.ts';
import { changeTranscript } from '../conversations/conversation-changes.ts';
import { Conversation } from '../conversations/conversation.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import { mergedSegments, splitSegmentAt } from '../transcripts/segment-pieces.ts';
import { deleteSegments, insertWholeSegments } from '../transcripts/segments.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { updatePieces, updateSegmentText } from '../transcripts/segment-corrections.ts';
import type { NamedSegment, SegmentRow } from '../transcripts/named-segments.ts';
import { text } from '../../core/wire.ts';
import { DONE, ConversationId } from './conversation-edits.ts';
import { StatusCapitalOk } from '../../kit/acknowledgement.ts';
import {
  beginsSentence,
  changedWords,
  countWords,
  isNameLike,
} from '../transcripts/replaced-words.ts';
import { learnWord } from '../vocabulary/words.ts';
import { Elsewhere, settled } from './word-replacement.ts';
import { tellChanged } from '../transcripts/segments.ts';

export const splitSegment = defineOperation({
  name: 'splitSegment',
  summary: 'Split a segment in two',
  description:
    'Splits before the word with that number, or at that character. A position inside a ' +
    'word means the start of the word. The first part keeps the id. Words keep their ' +
    'times. The newest segment of a running recording cannot be split (409). Returns the ' +
    'whole conversation.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    conversation_id: z.string(),
    segment_id: z.string(),
    word: z.int().min(1).optional().describe('The number of words in the first part.'),
    character: z.int().min(1).optional().describe('The number of characters in the first part.'),
  }),
  output: Conversation,
  run: (context, { conversation_id, segment_id, word, character }) =>
    edited(context, conversation_id, async (inside, segments) => {
      const segment = segments.find(({ id }) => id === segment_id);
      if (!segment) throw new NotFound('Segment not found');
      if ((word === undefined) === (character === undefined)) {
        throw new Invalid('Send the position as either word or character.');
      }
      const parts = splitSegmentAt(segment, { word, character });
      if (!parts) throw new Invalid('Both parts must contain words.');
      const [first, second] = [parts[0], { ...parts[1], id: context.newId() }];
      await updatePieces(inside.db, [first]);
      await insertWholeSegments(inside.db, [second]);
      return { touched: [segment], changed: [first.id, second.id], deleted: [] };
    }),
});

export const mergeSegments = defineOperation({
  name: 'mergeSegments',
  summary: 'Join consecutive segments',
  description:
    'The result has the id and the speaker of the first segment. Words keep their times. If ' +
    'an id is not in the conversation or the segments are not consecutive, answers 409 and ' +
    'changes nothing. Returns the whole conversation.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    conversation_id: z.string(),
    segment_ids: z
      .array(z.string())
      .min(2)
      .max(100)
      .describe('The ids of segments that follow each other.'),
  }),
  output: Conversation,
  run: (context, { conversation_id, segment_ids }) =>
    edited(context, conversation_id, async (inside, segments) => {
      const wanted = new Set(segment_ids);
      const from = segments.findIndex(({ id }) => wanted.has(id));
      const chosen = segments.slice(Math.max(from, 0), from + wanted.size);
      if (wanted.size < 2 || from < 0 || !chosen.every(({ id }) => wanted.has(id))) {
        throw new Conflict('These are not consecutive segments of this conversation.');
      }
      const [first, ...others] = chosen;
      const deleted = others.map(({ id }) => id);
      await moveItemsToSegment(inside, { conversation_id, from: deleted, to: first!.id });
      await deleteSegments(inside.db, place(inside, conversation_id), deleted);
      await updatePieces(inside.db, [mergedSegments(chosen)]);
      return { touched: chosen, changed: [first!.id], deleted };
    }),
});

interface Edit {
  /** The segments before the edit. */
  touched: readonly NamedSegment[];
  changed: string[];
  deleted: string[];
}

/** Changes the transcript in one transaction, and notifies clients that show it live. */
async function edited(
  context: Context,
  conversation_id: string,
  edit: (inside: Context, segments: readonly NamedSegment[]) => Promise<Edit>,
): Promise<z.output<typeof Conversation>> {
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const { status } = await changeTranscript(inside, conversation_id);
    const segments = await selectSegments(tx, userOf(context), [conversation_id]);
    const { touched, changed, deleted } = await edit(inside, segments);
    if (status === 'in_progress' && touched.includes(segments.at(-1)!)) {
      throw new Conflict(
        'The newest segment is still growing. Change it when the next one begins.',
      );
    }
    await deleteSegmentPrints(tx, place(inside, conversation_id), changed);
    await tellChanged(inside, { conversation_id, changed, deleted });
  });
  return wholeConversation(context, conversation_id);
}

function place(
  context: Context,
  conversation_id: string,
): Pick<SegmentRow, 'user_id' | 'conversation_id'> {
  return { user_id: userOf(context), conversation_id };
}

export const rewriteSegment = defineOperation({
  name: 'rewriteSegment',
  summary: 'Correct the text of a segment',
  description:
    'Removes the times of individual words, because they no longer match. Searches find the ' +
    'new words at once. The overview changes with the next `reprocess`, unless you wrote ' +
    'it. A correction of one to three words to a name adds the name to the vocabulary.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...ConversationId,
    segment_id: z.string().describe('The id of the segment.'),
    text: text({ min: 1, max: 10_000, blank: 'text cannot be empty' }).describe('The new text.'),
  }),
  output: StatusCapitalOk.extend({
    elsewhere: Elsewhere.nullable().describe(
      'The words that you replaced, if other places of the conversation have them as well: ' +
        '`replaceWords` changes them all. Otherwise null.',
    ),
    replaced: Elsewhere.omit({ count: true })
      .nullable()
      .describe(
        'The words that you replaced by others, for `countWordPlaces` and `replaceEverywhere`; ' +
          'null when you changed more than three words, or only added or removed some.',
      ),
  }),
  run: (context, { conversation_id, segment_id, text: words }) =>
    transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      const { status } = await changeTranscript(inside, conversation_id);
      const segments = await selectSegments(tx, userOf(context), [conversation_id]);
      const segment = segments.find(({ id }) => id === segment_id);
      if (!segment) throw new NotFound('Segment not found');
      await updateSegmentText(tx, { ...place(inside, conversation_id), id: segment_id }, words);
      const change = changedWords(segment.text, words);
      if (!change) return { ...DONE, elsewhere: null, replaced: null };
      const { from, to, at } = change;
      if (isNameLike(to, { beginsSentence: beginsSentence(words, at) })) {
        await learnWord(inside, to);
      }
      const texts = settled(segments, status).map((each) => (each === segment ? words : each.text));
      const count = texts.reduce((sum, each) => sum + countWords(each, { from, to }), 0);
      const elsewhere = count > 0 ? { from, to, count } : null;
      return { ...DONE, elsewhere, replaced: { from, to } };
    }),
});
