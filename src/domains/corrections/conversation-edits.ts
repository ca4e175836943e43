import { z } from 'zod';
import { Conflict, Invalid, NotFound } from '../../core/errors.ts';
import { text, UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { releaseItemsOfConversation } from '../action-items/action-items.ts';
import { releaseMemoriesOfConversation } from '../memories/memories.ts';
import { forgetVoicesOf } from '../voices/prints.sql.ts';
import {
  Conversation,
  ConversationVisibility,
  DeveloperConversation,
} from '../conversations/conversation.ts';
import { belongingsOf, wholeConversation } from '../archive/conversations.ts';
import * as sql from '../conversations/conversations.sql.ts';
import { announceDeletion } from '../conversations/lifecycle.ts';
import type { ConversationChange, FiledConversation } from '../conversations/conversations.sql.ts';
import { lockConversation } from '../conversations/pending-words.sql.ts';
import { updateSegmentText } from '../transcripts/segments.sql.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { resultOf } from '../conversations/written-fields.ts';
import { developerView } from '../conversations/conversation-view.ts';

export const Done = z.object({ status: z.literal('Ok') });
export const DONE = { status: 'Ok' } as const;

const ConversationId = { conversation_id: z.string() };
const Title = text({ min: 1, max: 500, blank: 'title cannot be empty' });

export const updateConversation = defineOperation({
  name: 'updateConversation',
  summary: 'Change a conversation',
  description: '`discarded: false` brings back one that was judged worthless.',
  scope: 'conversations:write',
  effect: 'write',
  input: z
    .strictObject({
      ...ConversationId,
      title: Title.optional(),
      discarded: z.boolean().optional(),
    })
    .meta({ id: 'ConversationPatch' }),
  output: DeveloperConversation,
  run: async (context, { conversation_id, title, discarded }) => {
    if (title === undefined && discarded === undefined) {
      throw new Invalid('At least one field (title or discarded) must be provided');
    }
    const row = await changeConversation(context, conversation_id, {
      ...(title !== undefined && { title: title.trim() }),
      ...(discarded !== undefined && { discarded }),
    });
    const [belongings] = await belongingsOf(context, [row], false);
    return developerView(row, belongings!, false);
  },
});

const Cascade = {
  cascade: z
    .boolean()
    .default(false)
    .describe('Also its memories and action items, and what it taught of voices.'),
};

export const deleteConversation = defineOperation({
  name: 'deleteConversation',
  summary: 'Delete a conversation for good',
  description:
    'Its transcript and photos go with it. Its memories and action items stay unless `cascade` is set.',
  scope: 'conversations:write',
  effect: 'destroy',
  input: z.object({ ...ConversationId, ...Cascade }),
  output: z.object({ success: z.literal(true) }),
  run: async (context, { conversation_id, cascade }) => {
    await removeConversation(context, conversation_id, cascade ? 'deleted' : 'nobody');
    return { success: true as const };
  },
});

export const deleteOwnConversation = defineOperation({
  name: 'deleteOwnConversation',
  summary: 'Delete a conversation, and with `cascade` what was learnt from it',
  description:
    'Its transcript and photos go with it. Its memories and open action items stay unless `cascade` is set.',
  scope: 'conversations:write',
  effect: 'destroy',
  input: z.object({ ...ConversationId, ...Cascade }),
  output: Done,
  run: async (context, { conversation_id, cascade }) => {
    await removeConversation(context, conversation_id, cascade ? 'deleted' : 'nobody');
    return DONE;
  },
});

export const renameConversation = defineOperation({
  name: 'renameConversation',
  summary: 'Give a conversation another title',
  description: 'The title is yours from then on: `reprocess` keeps it.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({ ...ConversationId, title: Title }),
  output: Done.extend({ conversation: Conversation }),
  run: async (context, { conversation_id, title }) => {
    await changeConversation(context, conversation_id, { title: title.trim() });
    return { ...DONE, conversation: await wholeConversation(context, conversation_id) };
  },
});

export const starConversation = defineOperation({
  name: 'starConversation',
  summary: 'Mark a conversation with a star, or take it away',
  description: 'Stars are a filter of the list and change nothing else.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({ ...ConversationId, starred: z.boolean() }),
  output: Done,
  run: async (context, { conversation_id, starred }) => {
    await changeConversation(context, conversation_id, { starred });
    return DONE;
  },
});

export const shareConversation = defineOperation({
  name: 'shareConversation',
  summary: 'Say who may read a conversation',
  description: '`shared` and `public` open its shared link to everybody who has it.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({ ...ConversationId, value: ConversationVisibility }),
  output: Done,
  run: async (context, { conversation_id, value }) => {
    await changeConversation(context, conversation_id, { visibility: value });
    return DONE;
  },
});

export const rewriteSummary = defineOperation({
  name: 'rewriteSummary',
  summary: 'Write the overview of a conversation, or what an app made of it',
  description: 'Without `app_id` it is the overview; with it, the result of that app.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...ConversationId,
    app_id: text({ min: 1, max: 200 }).nullish(),
    content: text({ min: 1, max: 10_000, blank: 'content cannot be empty' }),
  }),
  output: Done,
  run: async (context, { conversation_id, app_id, content }) => {
    if (!app_id) await changeConversation(context, conversation_id, { overview: content });
    else {
      await transaction(context.db, async (tx) => {
        const inside = { ...context, db: tx };
        const { apps_results } = await findConversation(inside, conversation_id);
        const others = (apps_results as { app_id: string }[]).filter(
          (result) => result.app_id !== app_id,
        );
        const all = { apps_results: JSON.stringify([...others, { app_id, content }]) };
        await changeConversation(inside, conversation_id, all, [app_id]);
      });
    }
    return DONE;
  },
});

export const rewriteSegment = defineOperation({
  name: 'rewriteSegment',
  summary: 'Correct what a segment says',
  description:
    'The times of its single words no longer fit and are dropped. Searches find the new words at once; the overview stays as it is until `reprocess`, unless you wrote it.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...ConversationId,
    segment_id: z.string(),
    text: text({ min: 1, max: 10_000, blank: 'text cannot be empty' }),
  }),
  output: Done,
  run: async (context, { conversation_id, segment_id, text: words }) => {
    await transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      await changeConversation(inside, conversation_id, {});
      const place = { user_id: userOf(context), conversation_id, id: segment_id };
      const changed = UUID.test(segment_id) && (await updateSegmentText(tx, place, words));
      if (!changed) throw new NotFound('Segment not found');
    });
    return DONE;
  },
});

export const markEvents = defineOperation({
  name: 'markEvents',
  summary: 'Mark events of a conversation as put into a calendar',
  description:
    'Two lists of the same length: which events, by their place, and whether each is in a calendar.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...ConversationId,
    events_idx: z.array(z.int().min(0)).max(100),
    values: z.array(z.boolean()).max(100),
  }),
  output: Done,
  run: async (context, { conversation_id, events_idx, values }) => {
    if (events_idx.length !== values.length) {
      throw new Invalid('events_idx and values must have the same length');
    }
    await transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      const { events } = await findConversation(inside, conversation_id);
      const marked = events.map((event, index) => {
        const at = events_idx.lastIndexOf(index);
        return at === -1 ? event : { ...event, created: values[at]! };
      });
      await changeConversation(inside, conversation_id, { events: JSON.stringify(marked) });
    });
    return DONE;
  },
});

/** Writes a change of the user's; every change shows in `updated_at`. */
export async function changeConversation(
  context: Context,
  id: string,
  change: ConversationChange,
  results: readonly string[] = [],
): Promise<FiledConversation> {
  const user_id = userOf(context);
  const whole = { ...change, updated_at: context.clock.now() };
  const only = UNDERSTOOD.some((field) => change[field] !== undefined) ? SETTLED : undefined;
  const written = [
    ...WRITTEN.filter((field) => change[field] !== undefined),
    ...results.map(resultOf),
  ];
  const row = UUID.test(id)
    ? await sql.updateConversation(context.db, user_id, id, whole, { written, statuses: only })
    : undefined;
  if (row) return row;
  const { status } = await findConversation(context, id);
  throw new Conflict(`This conversation is ${status}. Change it when that is done.`, {
    retryAfterSeconds: 1,
  });
}

/** What the end of the processing writes: a change before that would be lost. */
const UNDERSTOOD = ['title', 'overview', 'discarded', 'events'] as const;
/** They stay as the user wrote them. */
const WRITTEN = ['title', 'overview', 'discarded', 'folder_id'] as const;
const SETTLED = ['completed', 'failed'] as const;

/** A client that sends the same session again shall hear that it was deleted. */
async function removeConversation(
  context: Context,
  id: string,
  heir: 'nobody' | 'deleted',
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    // In the order of a merge and of the end of the processing, which would deadlock otherwise.
    if (UUID.test(id)) await lockConversation(tx, userOf(context), id);
    const row = await findConversation(inside, id);
    await releaseItemsOfConversation(inside, id, heir);
    await releaseMemoriesOfConversation(inside, id, heir);
    if (heir === 'deleted') {
      await forgetVoicesOf(tx, { user_id: userOf(context), conversation_id: id });
    }
    await sql.deleteConversations(tx, userOf(context), [id], context.clock.now());
    await announceDeletion(inside, row);
  });
}
