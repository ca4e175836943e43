import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { text } from '../../core/wire.ts';
import { StatusCapitalOk } from '../../kit/acknowledgement.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import {
  Conversation,
  ConversationVisibility,
  DeveloperConversation,
} from '../conversations/conversation.ts';
import {
  belongingsOf,
  wholeConversation,
  developerView,
} from '../conversations/conversation-view.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { changeConversation } from '../conversations/conversation-changes.ts';

export const DONE = { status: 'Ok' } as const;

export const ConversationId = { conversation_id: z.string() };

const Title = text({ min: 1, max: 500, blank: 'title cannot be empty' }).describe('The new title.');

export const updateConversation = defineOperation({
  name: 'updateConversation',
  summary: 'Change a conversation',
  description: '`discarded: false` restores a discarded conversation.',
  scope: 'conversations:write',
  effect: 'write',
  input: z
    .strictObject({
      ...ConversationId,
      title: Title.optional(),
      discarded: z
        .boolean()
        .optional()
        .describe('False keeps a conversation that the service found not worth keeping.'),
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
    return developerView(row, belongings!, {});
  },
});

export const renameConversation = defineOperation({
  name: 'renameConversation',
  summary: 'Change the title of a conversation',
  description: '`reprocess` keeps your title.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({ ...ConversationId, title: Title }),
  output: StatusCapitalOk.extend({
    conversation: Conversation.describe('The changed conversation.'),
  }),
  run: async (context, { conversation_id, title }) => {
    await changeConversation(context, conversation_id, { title: title.trim() });
    return { ...DONE, conversation: await wholeConversation(context, conversation_id) };
  },
});

export const starConversation = defineOperation({
  name: 'starConversation',
  summary: 'Add or remove the star of a conversation',
  description: 'The list can be filtered by stars. A star has no other effect.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...ConversationId,
    starred: z.boolean().describe('True stars the conversation, false removes the star.'),
  }),
  output: StatusCapitalOk,
  run: async (context, { conversation_id, starred }) => {
    await changeConversation(context, conversation_id, { starred });
    return DONE;
  },
});

export const shareConversation = defineOperation({
  name: 'shareConversation',
  summary: 'Set the visibility of a conversation',
  description: 'With `shared` or `public`, everybody who has the shared link can open it.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({ ...ConversationId, value: ConversationVisibility }),
  output: StatusCapitalOk,
  run: async (context, { conversation_id, value }) => {
    await changeConversation(context, conversation_id, { visibility: value });
    return DONE;
  },
});

export const rewriteSummary = defineOperation({
  name: 'rewriteSummary',
  summary: 'Replace the overview of a conversation or the text that an app wrote for it',
  description: 'Replaces the overview or, with `app_id`, the text of that app.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...ConversationId,
    app_id: text({ min: 1, max: 200 })
      .nullish()
      .describe(
        'The id of the summary template whose result changes; null or absent: the overview.',
      ),
    content: text({ min: 1, max: 10_000, blank: 'content cannot be empty' }).describe(
      'The new text.',
    ),
  }),
  output: StatusCapitalOk,
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

export const markEvents = defineOperation({
  name: 'markEvents',
  summary: 'Mark events of a conversation as added to a calendar',
  description:
    'Takes two lists of the same length. The first lists the positions of the events; the ' +
    'second has `true` for each event that is in a calendar, else `false`.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...ConversationId,
    events_idx: z.array(z.int().min(0)).max(100).describe('The positions of the events, from 0.'),
    values: z
      .array(z.boolean())
      .max(100)
      .describe('For each position: true when the event is in a calendar.'),
  }),
  output: StatusCapitalOk,
  run: async (context, { conversation_id, events_idx, values }) => {
    if (events_idx.length !== values.length) {
      throw new Invalid('events_idx and values must have the same length.');
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
