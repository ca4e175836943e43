import { z } from 'zod';
import { Unrecognised } from '../../core/errors.ts';
import { StatusOk } from '../../kit/acknowledgement.ts';
import { lenientLimit, ListOffset } from '../../kit/assistant-list.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { CreatedAt } from '../../core/wire.ts';
import { transaction } from '../../storage/transaction.ts';
import { InChat, Message } from './message.ts';
import * as sql from './messages.sql.ts';
import { begin, chatOf, findMessage, greet, MAX_SHOWN, toMessages } from './stored-messages.ts';

export const listMessages = defineOperation({
  name: 'listMessages',
  summary: 'List the messages of the chat, newest first',
  description: 'Returns at most 100 messages. An empty chat begins with a greeting.',
  scope: null,
  effect: 'write',
  // Reading an empty chat writes a greeting.
  needsRoom: false,
  input: InChat,
  output: z.array(Message),
  run: async (context, input) => {
    const chat = await chatOf(context, input);
    const page = { limit: MAX_SHOWN, offset: 0, chat };
    const rows = await sql.selectMessages(context.db, userOf(context), page);
    return rows.length > 0 ? toMessages(context, rows) : begin(context, chat);
  },
});

export const getMessage = defineOperation({
  name: 'getMessage',
  summary: 'Get one message of the chat',
  scope: null,
  effect: 'read',
  input: z.object({ message_id: z.string() }),
  output: Message,
  run: async (context, { message_id }) => {
    const row = await findMessage(context, message_id);
    return (await toMessages(context, [row]))[0]!;
  },
});

export const clearMessages = defineOperation({
  name: 'clearMessages',
  summary: 'Clear the chat',
  description: 'Deletes all messages of the chat for good, and returns a new greeting.',
  scope: null,
  effect: 'destroy',
  input: InChat,
  output: Message,
  run: async (context, input) => {
    const chat = await chatOf(context, input);
    return transaction(context.db, async (db) => {
      await sql.lockChat(db, userOf(context), chat);
      await sql.deleteMessages(db, userOf(context), chat);
      return greet({ ...context, db }, chat);
    });
  },
});

export const greetInChat = defineOperation({
  name: 'greetInChat',
  summary: 'Add a greeting to the chat',
  description: 'Returns the greeting.',
  scope: null,
  effect: 'write',
  input: InChat,
  output: Message,
  run: async (context, input) => greet(context, await chatOf(context, input)),
});

const OneMessage = z.object({ message_id: z.string() });

export const reportMessage = defineOperation({
  name: 'reportMessage',
  summary: 'Mark an answer as wrong or harmful',
  description: 'The report stays in your own data and does not leave this service.',
  scope: null,
  effect: 'write',
  input: OneMessage,
  output: StatusOk,
  run: async (context, { message_id }) => {
    const { id, sender } = await findMessage(context, message_id);
    if (sender === 'human') throw new Unrecognised('Only answers can be reported.');
    await sql.updateMessage(context.db, userOf(context), id, { reported: true });
    return { status: 'ok' as const };
  },
});

export const rateMessage = defineOperation({
  name: 'rateMessage',
  summary: 'Rate an answer',
  description: '1 is good, -1 is bad, null removes the rating.',
  scope: null,
  effect: 'write',
  input: OneMessage.extend({
    rating: z
      .union([z.literal(1), z.literal(-1), z.null()])
      .describe('1 good, -1 bad; null removes the rating.'),
  }),
  output: StatusOk,
  run: async (context, { message_id, rating }) => {
    const { id, sender } = await findMessage(context, message_id);
    if (sender === 'human') throw new Unrecognised('Only answers can be rated.');
    await sql.updateMessage(context.db, userOf(context), id, { rating });
    return { status: 'ok' as const };
  },
});

export const assistantListMessages = defineOperation({
  name: 'assistantListMessages',
  summary: 'List the messages of the chat for assistants, newest first',
  description: 'Returns the questions of the user to this service, and its answers.',
  scope: 'chat:read',
  effect: 'read',
  input: z.strictObject({ limit: lenientLimit({ fallback: 50, max: 200 }), offset: ListOffset }),
  output: z.object({
    messages: z.array(
      z
        .object({
          id: z.string().describe('The id of the message.'),
          text: z.string().describe('The text of the message.'),
          sender: z.string().describe('`human` for the user, `ai` for the service.'),
          type: z.literal('text').describe('Always `text`.'),
          created_at: CreatedAt,
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
