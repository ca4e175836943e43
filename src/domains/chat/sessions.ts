/** Separate chats, in addition to the default chat of every user. */
import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { CreatedAt, limit, Offset, text, UpdatedAt, UUID } from '../../core/wire.ts';
import { StatusOk } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import { transaction } from '../../storage/transaction.ts';
import type { Route } from '../../kit/route.ts';
import { deleteMessages } from './messages.sql.ts';
import * as sql from './sessions.sql.ts';
import type { ChatSessionRow } from './sessions.sql.ts';

const ChatSession = z
  .object({
    id: z.string().describe('The id of the chat.'),
    title: z.string().describe('The title of the chat.'),
    app_id: z
      .string()
      .nullable()
      .describe('The app of the client with this chat; null without one.'),
    starred: z.boolean().describe('True when the user has starred the chat.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'ChatSession' });

/** The title of a chat that nobody has named. */
export const NEW_CHAT = 'New chat';

const Title = text({ min: 1, max: 500 });
const Id = z.object({ chat_session_id: z.string() });
const common = { scope: null } as const;

const createChatSession = defineOperation({
  ...common,
  name: 'createChatSession',
  summary: 'Create a separate chat',
  description:
    'Messages that you send with the id of this chat are kept separate from other chats.',
  effect: 'write',
  input: z.object({
    title: Title.nullish().describe(
      'The title of the chat; null or absent: `New chat`, until its first question names it.',
    ),
    app_id: text({ min: 1, max: 100 })
      .nullish()
      .describe('The app of the client with this chat; null or absent: none.'),
  }),
  output: ChatSession,
  run: async (context, { title, app_id }) => {
    const now = context.clock.now();
    const row: ChatSessionRow = {
      user_id: userOf(context),
      id: context.newId(),
      title: title ?? NEW_CHAT,
      app_id: app_id ?? null,
      starred: false,
      created_at: now,
      updated_at: now,
    };
    await sql.insertSession(context.db, row);
    return view(row);
  },
});

const listChatSessions = defineOperation({
  ...common,
  name: 'listChatSessions',
  summary: 'List chats, the most recently used first',
  description: 'Omits the default chat that every user has.',
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 50, max: 500 }),
    offset: Offset,
    starred: z
      .boolean()
      .nullish()
      .describe('Only chats with or only chats without a star; null or absent: both.'),
  }),
  output: z.array(ChatSession),
  run: async (context, { starred, ...page }) => {
    const filter = { ...page, starred: starred ?? null };
    return (await sql.selectChats(context.db, userOf(context), filter)).map(view);
  },
});

export const getChatSession = defineOperation({
  ...common,
  name: 'getChatSession',
  summary: 'Get a chat',
  description: 'To list its messages, pass `chat_session_id` to the list of messages.',
  effect: 'read',
  input: Id,
  output: ChatSession,
  run: async (context, { chat_session_id }) => view(await findSession(context, chat_session_id)),
});

const changeChatSession = defineOperation({
  ...common,
  name: 'changeChatSession',
  summary: 'Rename a chat, or mark it with a star',
  description: 'Changes only the fields that you send.',
  effect: 'write',
  input: Id.extend({
    title: Title.optional().describe('The new title.'),
    starred: z.boolean().optional().describe('True stars the chat, false removes the star.'),
  }),
  output: ChatSession,
  run: async (context, { chat_session_id, ...change }) => {
    const { id } = await findSession(context, chat_session_id);
    const updated_at = context.clock.now();
    const row = await sql.updateSession(context.db, userOf(context), id, { ...change, updated_at });
    if (!row) throw notThere();
    return view(row);
  },
});

const deleteChatSession = defineOperation({
  ...common,
  name: 'deleteChatSession',
  summary: 'Delete a chat with its messages',
  description: 'You cannot undo this.',
  effect: 'destroy',
  input: Id,
  output: StatusOk,
  run: async (context, { chat_session_id }) => {
    const { id } = await findSession(context, chat_session_id);
    await transaction(context.db, async (tx) => {
      await sql.lockSession(tx, userOf(context), id);
      await deleteMessages(tx, userOf(context), { session: id, app: null });
      await sql.deleteChat(tx, userOf(context), id);
    });
    return { status: 'ok' as const };
  },
});

const path = '/v2/chat-sessions';
const one = `${path}/{chat_session_id}`;
const credential = 'session';

export const chatSessionRoutes: Route[] = [
  route(createChatSession, { method: 'POST', path, credential }),
  route(listChatSessions, { method: 'GET', path, credential }),
  route(getChatSession, { method: 'GET', path: one, credential }),
  route(changeChatSession, { method: 'PATCH', path: one, credential }),
  route(deleteChatSession, { method: 'DELETE', path: one, credential }),
];

/** Throws NotFound for ids that are malformed, unknown or of another user. */
export async function findSession(context: Context, id: string): Promise<ChatSessionRow> {
  const row = UUID.test(id) ? await sql.selectChat(context.db, userOf(context), id) : undefined;
  if (!row) throw notThere();
  return row;
}

function notThere(): NotFound {
  return new NotFound('Chat session not found');
}

function view({
  id,
  title,
  app_id,
  starred,
  created_at,
  updated_at,
}: ChatSessionRow): z.input<typeof ChatSession> {
  const times = { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  return { id, title, app_id, starred, ...times };
}
