import { z } from 'zod';
import { BulkAnswer, bulkInput, importEach, refusable } from '../../kit/external/bulk.ts';
import type { Stored } from '../../kit/external/bulk.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import {
  conversationOfSegments,
  conversationOfText,
  FromSegments,
  FromText,
} from './conversation-creation.ts';
import { earlierConversation, storeConversation } from './conversation-storing.ts';

type Item = z.output<typeof FromText> | z.output<typeof FromSegments>;

export const importConversations = defineOperation({
  name: 'importConversations',
  summary: 'Import many conversations',
  description:
    'Each item is a text, or a transcript with `transcript_segments`. Reports an outcome ' +
    'for each item; an item that is refused does not affect the others. With ' +
    '`external_id`, sending items again changes nothing. Answers when the conversations ' +
    'are stored; the service processes them afterwards.',
  scope: 'conversations:write',
  effect: 'write',
  waits: true,
  input: bulkInput(z.union([FromText, FromSegments])),
  output: BulkAnswer,
  run: (context, { items }) =>
    importEach<Item>(schemaOf, items, (given) => storeEach(context, given)),
});

/** A union of both shapes would give unclear errors for an item. */
function schemaOf(given: unknown): z.ZodType<Item> {
  const isTranscript =
    typeof given === 'object' && given !== null && 'transcript_segments' in given;
  return isTranscript ? FromSegments : FromText;
}

async function storeEach(context: Context, items: readonly Item[]): Promise<(Stored | Error)[]> {
  const results: (Stored | Error)[] = [];
  for (const item of items) results.push(await refusable(() => storeOne(context, item)));
  return results;
}

async function storeOne(context: Context, item: Item): Promise<Stored> {
  const made =
    'text' in item
      ? await conversationOfText(context, item, null)
      : await conversationOfSegments(context, item, null);
  if (await storeConversation(context, made)) {
    return { id: made.conversation.id, outcome: 'created' };
  }
  const { id } = await earlierConversation(context, made);
  return { id, outcome: 'unchanged' };
}
