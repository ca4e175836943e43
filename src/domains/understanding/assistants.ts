import { z } from 'zod';
import { Conflict, Invalid, Unavailable } from '../../core/errors.ts';
import { text } from '../../core/wire.ts';
import { RecordId, unlisted } from '../../kit/assistant-list.ts';
import { Secrets } from '../../engines/secrets/secrets.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, may } from '../../kit/operation.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { understood } from '../conversations/conversation-view.ts';
import { repeatProcessing } from '../conversations/lifecycle.ts';
import { memoriesOfConversations } from '../memories/heard-memories.ts';
import { countSegments } from '../transcripts/segments.ts';

/** A connected assistant understands conversations in place of a language model of the service. */

const MAX_ITEMS = 30;
const Short = z.string().max(1_000);

type Draft = { action_items?: unknown; memories?: unknown };

/** Returns the lists that the caller may change; the rules fill in the others. */
function allowed<Given extends Draft>(context: Context, draft: Given): Given {
  const { action_items, memories, ...rest } = draft;
  return {
    ...rest,
    ...(may(context, 'action_items:write') && { action_items }),
    ...(may(context, 'memories:write') && { memories }),
  } as Given;
}

export const assistantUnderstandConversation = defineOperation({
  name: 'assistantUnderstandConversation',
  summary: 'Write what a conversation means',
  description:
    'For conversations that only the built-in reader has understood. The same checks as for a ' +
    'language model apply: every item needs words of the transcript, secrets are masked, and what ' +
    'the user changed stays. `left_out` lists the items that failed the checks.',
  scope: 'conversations:write',
  effect: 'write',
  waits: true,
  changes: { kind: 'understanding', argument: 'conversation_id' },
  gate: 'memories',
  input: z.strictObject({
    conversation_id: RecordId,
    title: text({ min: 1, max: 200 }).describe('Two to six words.'),
    overview: text({ min: 1, max: 10_000 }).describe('Two to five sentences.'),
    category: Short.optional().describe('Such as work.'),
    emoji: Short.optional().meta(unlisted),
    action_items: z
      .array(z.object({ description: Short, due: Short.optional(), quote: Short }))
      .max(MAX_ITEMS)
      .optional()
      .describe('`due` as it was said; `quote`: words of the transcript.'),
    events: z
      .array(
        z.object({ title: Short, start: Short, duration: z.number().optional(), quote: Short }),
      )
      .max(MAX_ITEMS)
      .optional()
      .describe('`start` as it was said; minutes.'),
    memories: z
      .array(z.object({ content: Short, quote: Short, replaces: Short.optional() }))
      .max(MAX_ITEMS)
      .optional()
      .describe('`replaces`: the id of an outdated one.'),
  }),
  output: z.object({
    conversation_id: z.string(),
    left_out: z.array(z.string()),
  }),
  run: async (context, { conversation_id, ...draft }) => {
    const { id, status, understood_by } = await findConversation(context, conversation_id);
    if (understood_by === 'language-model') {
      throw new Conflict('A language model has understood this conversation already.');
    }
    if ((await countSegments(context.db, userOf(context), id)) === 0) {
      throw new Invalid('This conversation has no words.');
    }
    const begun =
      status === 'completed' &&
      (await repeatProcessing(context, {
        id,
        from: status,
        set: { forced: true, draft: JSON.stringify(allowed(context, draft)) },
      }));
    if (!begun) {
      throw new Conflict(`This conversation is ${status}. Try again when it is completed.`);
    }
    const { status: now, structured } = await understood(context, id);
    if (now !== 'completed') throw new Unavailable('The conversation could not be processed.');
    const memories = await memoriesOfConversations(context, [id]);
    const kept = new Set([
      ...structured.action_items.map(({ description }) => description),
      ...structured.events.map((event) => event.title),
      ...memories.map(({ content }) => content),
    ]);
    const sent = [
      ...(draft.action_items ?? []).map(({ description }) => description),
      ...(draft.events ?? []).map((event) => event.title),
      ...(draft.memories ?? []).map(({ content }) => content),
    ];
    const secrets = new Secrets();
    return {
      conversation_id: id,
      left_out: sent.filter((item) => !kept.has(secrets.mask(item.trim()))),
    };
  },
});
