import { z } from 'zod';
import { inMilliseconds } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { selectSegmentsFrom } from '../transcripts/named-segments.ts';
import { timedSentences } from '../transcripts/timed/timed-sentences.ts';
import { isDoubtful } from '../transcripts/timed/timed-words.ts';

const MAX_SEGMENTS = 100;

const Times = {
  start: z.number().describe('Seconds from the start of the conversation.'),
  end: z.number().describe('Seconds from the start of the conversation.'),
};

const Utterance = z
  .object({
    segment_id: z.string().describe('The segment that contains the utterance.'),
    text: z.string().describe('The words of the utterance.'),
    ...Times,
    is_timed: z
      .boolean()
      .describe(
        'True when the times were measured. Otherwise they are estimates by the length of the text.',
      ),
    words: z
      .array(
        z.object({
          text: z.string().describe('The word.'),
          ...Times,
          confidence: z
            .number()
            .nullable()
            .describe("The recogniser's confidence, 0 to 1; null when it is not known."),
          is_doubtful: z.boolean().describe('True when the recogniser probably misheard the word.'),
        }),
      )
      .describe('Empty when the recogniser gave no times or the user has rewritten the text.'),
  })
  .meta({ id: 'Utterance' });

export const listUtterances = defineOperation({
  name: 'listUtterances',
  summary: 'List the utterances of a conversation with the times of their words',
  description:
    'An utterance is a sentence, or the words up to a pause. Long utterances are cut. ' +
    `A page contains the utterances of up to ${MAX_SEGMENTS} segments.`,
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({
    conversation_id: z.string(),
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('The number of segments to skip; `next_offset` of the page before.'),
  }),
  output: z.object({
    utterances: z.array(Utterance).describe('The utterances, in the order of the speech.'),
    next_offset: z.int().nullable().describe('Null on the last page.'),
  }),
  run: async (context, { conversation_id, offset }) => {
    const { id } = await findConversation(context, conversation_id);
    const rows = await selectSegmentsFrom(context.db, userOf(context), id, {
      offset,
      limit: MAX_SEGMENTS + 1,
    });
    const shown = rows.slice(0, MAX_SEGMENTS);
    const utterances = shown.flatMap((row) =>
      timedSentences(row).map(({ text, start, end, words }) => ({
        segment_id: row.id,
        text,
        start: inMilliseconds(start),
        end: inMilliseconds(end),
        is_timed: words.length > 0,
        words: words.map((word) => ({
          text: word.text,
          start: inMilliseconds(word.start),
          end: inMilliseconds(word.end),
          confidence: word.confidence ?? null,
          is_doubtful: isDoubtful(word),
        })),
      })),
    );
    return { utterances, next_offset: rows.length > MAX_SEGMENTS ? offset + MAX_SEGMENTS : null };
  },
});
