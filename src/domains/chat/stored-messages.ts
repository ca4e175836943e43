import type { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { UUID } from '../../core/wire.ts';
import { shortened } from '../../engines/understanding/short-text.ts';
import type { AnswerPart } from '../../engines/answering/answerer.ts';
import { transaction } from '../../storage/transaction.ts';
import { saidTimes } from '../queries/restricted-search.ts';
import { selectUser } from '../accounts/accounts.ts';
import { fileView } from './files/files.ts';
import { keepFiles, selectNamesOfFiles } from './files/files.sql.ts';
import type { InChat, Message } from './message.ts';
import * as sql from './messages.sql.ts';
import type { Chat, MessageRow, MessageWithConversations } from './messages.sql.ts';
import { findSession, NEW_CHAT } from './sessions.ts';
import { updateSession } from './sessions.sql.ts';

const LONGEST_TITLE = 80;

export async function keep(
  context: Context,
  rows: readonly MessageRow[],
  { session }: Chat,
): Promise<void> {
  try {
    await transaction(context.db, async (tx) => {
      const files = rows.flatMap(({ file_ids }) => file_ids);
      if (!(await keepFiles(tx, userOf(context), files))) throw new NotFound('File not found');
      await sql.insertMessages(tx, rows);
      // A source may have been deleted while the answer was being written.
      const gone = await sql.selectGone(
        tx,
        userOf(context),
        rows.flatMap(({ sources }) => sources),
      );
      if (gone.length > 0) await sql.deleteQuotesOf(tx, userOf(context), gone);
    });
  } catch (error) {
    // The session may have been deleted while the answer was being written.
    if (session !== null) await findSession(context, session);
    throw error;
  }
  if (session === null) return;
  const { title } = await findSession(context, session);
  const change = {
    updated_at: context.clock.now(),
    // A chat without a name of its own is named after its first question.
    ...(title === NEW_CHAT && { title: shortened(rows[0]!.text, LONGEST_TITLE) }),
  };
  await updateSession(context.db, userOf(context), session, change);
}

/** Throws NotFound when the session does not exist. */
export async function chatOf(
  context: Context,
  { chat_session_id, app_id, plugin_id }: z.output<typeof InChat>,
): Promise<Chat> {
  const session = chat_session_id ? await findSession(context, chat_session_id) : null;
  const named = app_id || plugin_id || null;
  // Clients without an app send the text `null`.
  const app = named === 'null' ? null : named;
  return { session: session?.id ?? null, app: session?.app_id ?? app };
}

export async function findMessage(context: Context, id: string): Promise<MessageWithConversations> {
  const found = UUID.test(id)
    ? await sql.selectMessage(context.db, userOf(context), id)
    : undefined;
  if (!found) throw new NotFound('Message not found');
  return found;
}

/** Stores the greeting, unless another request has begun the chat in the meantime. */
export async function begin(context: Context, chat: Chat): Promise<z.input<typeof Message>[]> {
  const user_id = userOf(context);
  return transaction(context.db, async (db) => {
    await sql.lockChat(db, user_id, chat);
    const rows = await sql.selectMessages(db, user_id, { limit: MAX_SHOWN, offset: 0, chat });
    const inside = { ...context, db };
    return rows.length > 0 ? toMessages(inside, rows) : [await greet(inside, chat)];
  });
}

export async function greet(context: Context, chat: Chat): Promise<z.input<typeof Message>> {
  const user = await selectUser(context.db, userOf(context));
  const greeting = messageRow(
    context,
    'ai',
    `Hello ${user?.name ?? 'there'}. Ask me about anything you have said or heard.`,
    chat,
  );
  await sql.insertMessages(context.db, [greeting]);
  const [message] = await toMessages(context, [{ ...greeting, conversations: [] }]);
  return message!;
}

export function messageRow(
  context: Context,
  sender: MessageRow['sender'],
  text: string,
  { session, app }: Chat,
): MessageRow {
  return {
    user_id: userOf(context),
    id: context.newId(),
    created_at: context.clock.now(),
    sender,
    text,
    app_id: app,
    parts: [],
    sources: [],
    conversation_ids: [],
    chat_session_id: session,
    file_ids: [],
    reported: false,
    rating: null,
  };
}

/** Returns messages with the conversations that they cite. */
export async function toMessages(
  context: Context,
  rows: readonly MessageWithConversations[],
): Promise<z.input<typeof Message>[]> {
  const ids = [...new Set(rows.flatMap(({ file_ids }) => file_ids))];
  const [files, said] = await Promise.all([
    selectNamesOfFiles(context.db, userOf(context), ids),
    saidTimesOf(context, rows),
  ]);
  return rows.map(({ conversations, file_ids, ...message }) => ({
    id: message.id,
    text: message.text,
    created_at: message.created_at.toISOString(),
    sender: message.sender as 'human' | 'ai',
    type: 'text' as const,
    app_id: message.app_id,
    plugin_id: message.app_id,
    chat_session_id: message.chat_session_id,
    from_external_integration: false as const,
    reported: message.reported,
    rating: message.rating,
    files_id: file_ids,
    files: files.filter(({ id }) => file_ids.includes(id)).map(fileView),
    memories_id: conversations.map((each) => each.id),
    memories: conversations.slice(0, MAX_CITED).map(({ title, emoji, ...each }) => ({
      id: each.id,
      structured: { title, emoji },
      created_at: each.created_at,
      started_at: each.started_at,
    })),
    parts: message.parts.map((part) => partView(part, conversations, said)),
  }));
}

const INDEX = { memory: 'memories', task: 'action_items' } as const;

/** Returns when the memories and tasks were said that these answers cite. */
async function saidTimesOf(
  context: Context,
  rows: readonly MessageWithConversations[],
): Promise<Map<string, Date>> {
  const cited = rows.flatMap(({ parts }) => parts.flatMap(({ citations = [] }) => citations));
  const found = await Promise.all(
    (['memory', 'task'] as const).map((kind) => {
      const ids = cited.flatMap((each) => (each.kind === kind ? [each.id] : []));
      return saidTimes(context, INDEX[kind], ids);
    }),
  );
  return new Map(found.flatMap((times) => [...times].map(([id, { at }]) => [id, at] as const)));
}

function partView(
  { text, from, citations = [] }: AnswerPart,
  conversations: MessageWithConversations['conversations'],
  said: ReadonlyMap<string, Date>,
) {
  const began = new Map(conversations.map((each) => [each.id, each.started_at]));
  const exists = (id: string) => conversations.some((each) => each.id === id);
  const cited = citations.filter(({ kind, id }) => kind !== 'conversation' || exists(id));
  return {
    text,
    conversation_ids: from.filter(exists),
    ...(cited.length > 0 && {
      citations: cited.map((each) => ({
        ...each,
        at: said.get(each.id) ?? began.get(each.id) ?? null,
      })),
    }),
  };
}

export const MAX_SHOWN = 100;

const MAX_CITED = 5;
