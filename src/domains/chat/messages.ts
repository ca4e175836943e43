import { z } from 'zod';
import type { Answerer } from '../../engines/answering/answerer.ts';
import { amount, Skip } from '../../kit/assistant-list.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { Timestamp } from '../../core/wire.ts';
import { selectUser } from '../accounts/accounts.ts';
import { askOperation } from './ask.ts';
import { Message, NewMessage } from './message.ts';
import * as sql from './messages.sql.ts';
import type { MessageRow, ToldMessage } from './messages.sql.ts';

const MOST_SHOWN = 100;
const MOST_CITED = 5;

export const listMessages = defineOperation({
  name: 'listMessages',
  summary: 'The chat, newest first',
  description: 'At most 100 messages. A chat in which nothing was said yet begins with a greeting.',
  scope: null,
  effect: 'write',
  input: NoInput,
  output: z.array(Message),
  run: async (context) => {
    const rows = await sql.selectMessages(context.db, userOf(context), {
      limit: MOST_SHOWN,
      offset: 0,
    });
    return rows.length > 0 ? rows.map(told) : [await greet(context)];
  },
});

export const clearMessages = defineOperation({
  name: 'clearMessages',
  summary: 'Begin the chat anew',
  description: 'Deletes all of its messages for good, and answers the new greeting.',
  scope: null,
  effect: 'destroy',
  input: NoInput,
  output: Message,
  run: async (context) => {
    await sql.deleteMessages(context.db, userOf(context));
    return greet(context);
  },
});

/** Asks in the chat: question and answer are kept together, or neither is. */
export function sendMessageOperation(answerer: Answerer) {
  const ask = askOperation(answerer);
  return defineOperation({
    name: 'sendMessage',
    summary: 'Ask in the chat',
    description: 'Answered like `ask`; question and answer stay in the chat.',
    scope: null,
    effect: 'write',
    waits: true,
    input: NewMessage,
    output: Message,
    run: async (context, { text }) => {
      const question = row(context, 'human', text);
      const { answer, sources } = await ask(context, { question: text });
      const reply = {
        ...row(context, 'ai', answer),
        conversation_ids: sources.map(({ id }) => id),
      };
      await sql.insertMessages(context.db, [question, reply]);
      const rows = await sql.selectMessages(context.db, userOf(context), { limit: 10, offset: 0 });
      return told(rows.find(({ id }) => id === reply.id)!);
    },
  });
}

export const assistantListMessages = defineOperation({
  name: 'assistantListMessages',
  summary: 'The chat as assistants see it, newest first',
  description: 'What the user asked this service, and what it answered.',
  scope: 'chat:read',
  effect: 'read',
  input: z.strictObject({ limit: amount({ fallback: 50, max: 200 }), offset: Skip }),
  output: z.object({
    messages: z.array(
      z
        .object({
          id: z.string(),
          text: z.string(),
          sender: z.string(),
          type: z.literal('text'),
          created_at: Timestamp,
        })
        .meta({ id: 'AssistantMessage' }),
    ),
    has_more: z.boolean(),
  }),
  run: async (context, { limit, offset }) => {
    const page = { limit: limit + 1, offset };
    const rows = await sql.selectMessages(context.db, userOf(context), page);
    const messages = rows.slice(0, limit).map((each) => ({ ...each, type: 'text' as const }));
    return { messages, has_more: rows.length > limit };
  },
});

async function greet(context: Context): Promise<z.input<typeof Message>> {
  const user = await selectUser(context.db, userOf(context));
  const greeting = row(
    context,
    'ai',
    `Hello ${user?.name ?? 'there'}. Ask me about anything you have said or heard.`,
  );
  await sql.insertMessages(context.db, [greeting]);
  return told({ ...greeting, conversations: [] });
}

function row(context: Context, sender: MessageRow['sender'], text: string): MessageRow {
  return {
    user_id: userOf(context),
    id: context.newId(),
    created_at: context.clock.now(),
    sender,
    text,
    conversation_ids: [],
  };
}

function told({
  id,
  text,
  created_at,
  sender,
  conversations,
}: ToldMessage): z.input<typeof Message> {
  return {
    id,
    text,
    created_at,
    sender: sender as 'human' | 'ai',
    type: 'text',
    app_id: null,
    plugin_id: null,
    chat_session_id: null,
    from_external_integration: false,
    reported: false,
    rating: null,
    files_id: [],
    files: [],
    memories_id: conversations.map((each) => each.id),
    memories: conversations.slice(0, MOST_CITED).map(({ title, emoji, ...each }) => ({
      id: each.id,
      structured: { title, emoji },
      created_at: each.created_at,
    })),
  };
}
