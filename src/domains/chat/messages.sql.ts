import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { AnswerPart } from '../../engines/answering/answerer.ts';
import type { Db } from '../../storage/database.ts';
import { lockByName } from '../../storage/transaction.ts';
import type { ChatMessagesTable } from '../../storage/tables.ts';

export type MessageRow = Omit<Selectable<ChatMessagesTable>, 'parts'> & {
  parts: AnswerPart[];
};

/** A message with its conversations that still exist. */
export type MessageWithConversations = MessageRow & {
  conversations: {
    id: string;
    title: string;
    emoji: string;
    created_at: string;
    started_at: string;
  }[];
};

export interface MessagePage {
  limit: number;
  offset: number;
  /** If undefined, returns the messages of all chats. */
  chat?: Chat;
}

/**
 * Identifies a chat. Each session is a chat. Without a session, each app has one chat, and there is
 * one chat without an app.
 */
export interface Chat {
  session: string | null;
  app: string | null;
}

/** Returns messages, the newest first. */
export async function selectMessages(
  db: Db,
  user_id: string,
  { limit, offset, chat }: MessagePage,
): Promise<MessageWithConversations[]> {
  const { rows } = await sql<MessageWithConversations>`
    ${withConversations()} WHERE m.user_id = ${user_id} ${chat ? sql`AND ${isOf(chat)}` : sql``}
    ORDER BY m.id DESC LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  return rows;
}

export async function selectMessage(
  db: Db,
  user_id: string,
  id: string,
): Promise<MessageWithConversations | undefined> {
  const { rows } = await sql<MessageWithConversations>`
    ${withConversations()} WHERE m.user_id = ${user_id} AND m.id = ${id}
  `.execute(db);
  return rows[0];
}

function isOf({ session, app }: Chat) {
  return session === null
    ? sql`chat_session_id IS NULL AND app_id IS NOT DISTINCT FROM ${app}`
    : sql`chat_session_id = ${session}`;
}

/** Matches the format of ids; any other text matches no row. */
const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

function withConversations() {
  return sql`
    SELECT m.*, coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji,
        'created_at', c.created_at,
        'started_at', coalesce(c.started_at, c.created_at)) ORDER BY array_position(m.conversation_ids, c.id::text))
      FROM conversations AS c WHERE c.user_id = m.user_id AND c.id = ANY (ARRAY(
        SELECT CASE WHEN id ~ ${ID} THEN id::uuid END FROM unnest(m.conversation_ids) AS cited (id)))
    ), '[]') AS conversations
    FROM chat_messages AS m`;
}

/** Prevents other transactions from beginning this chat until this transaction ends. */
export async function lockChat(db: Db, user_id: string, { session, app }: Chat): Promise<void> {
  await lockByName(db, `chat ${JSON.stringify([user_id, session, app])}`);
}

export async function insertMessages(db: Db, rows: readonly MessageRow[]): Promise<void> {
  await db
    .insertInto('chat_messages')
    .values(rows.map(({ parts, ...row }) => ({ ...row, parts: JSON.stringify(parts) })))
    .execute();
}

/**
 * Returns the sources that were deleted before the answer was stored, and protects the other
 * sources until the commit.
 */
export async function selectGone(
  db: Db,
  user_id: string,
  sources: readonly string[],
): Promise<string[]> {
  const left = new Set(sources);
  for (const table of ['conversations', 'memories', 'action_items']) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(table)}
      WHERE user_id = ${user_id} AND id = ANY (${sources}::uuid[]) ORDER BY id FOR KEY SHARE
    `.execute(db);
    for (const { id } of rows) left.delete(id);
  }
  return [...left];
}

/**
 * Replaces the parts of answers that quote these sources with a note, and removes the citations.
 * First locks the messages, always in the same order. A deletion that had to wait then sees the
 * result of the other deletion.
 */
export async function deleteQuotesOf(
  db: Db,
  user_id: string,
  gone: readonly string[],
): Promise<void> {
  await sql`
    SELECT FROM chat_messages
    WHERE user_id = ${user_id} AND sources && ${gone}::text[] ORDER BY id FOR UPDATE
  `.execute(db);
  await sql`
    UPDATE chat_messages AS m SET (parts, text) = (
        SELECT jsonb_agg(part ORDER BY place), string_agg(part ->> 'text', '' ORDER BY place)
        FROM (
          SELECT place, CASE
            WHEN EXISTS (
              SELECT FROM jsonb_array_elements_text(piece -> 'from') AS f (id)
              WHERE id = ANY (${gone}::text[]))
            THEN jsonb_build_object('from', '[]'::jsonb, 'text',
              coalesce(substring(piece ->> 'text' FROM '^- '), '') || '[deleted]'
                || coalesce(substring(piece ->> 'text' FROM '\\s+$'), ''))
            ELSE piece END AS part
          FROM jsonb_array_elements(m.parts) WITH ORDINALITY AS pieces (piece, place)
        ) AS told),
      sources = ARRAY(
        SELECT id FROM unnest(m.sources) WITH ORDINALITY AS s (id, place)
        WHERE id <> ALL (${gone}::text[]) ORDER BY place),
      conversation_ids = ARRAY(
        SELECT id FROM unnest(m.conversation_ids) WITH ORDINALITY AS c (id, place)
        WHERE id <> ALL (${gone}::text[]) ORDER BY place)
    WHERE user_id = ${user_id} AND sources && ${gone}::text[]
  `.execute(db);
}

/** Moves citations of merged conversations to the resulting conversation. */
export async function moveSources(
  db: Db,
  user_id: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  // Locks the messages in the same order as deletions do.
  await sql`
    SELECT FROM chat_messages
    WHERE user_id = ${user_id} AND sources && ${from}::text[] ORDER BY id FOR UPDATE
  `.execute(db);
  for (const id of from) {
    await sql`
      UPDATE chat_messages SET
        sources = array_replace(sources, ${id}, ${to}),
        conversation_ids = array_replace(conversation_ids, ${id}, ${to}),
        parts = replace(parts::text, ${JSON.stringify(id)}, ${JSON.stringify(to)})::jsonb
      WHERE user_id = ${user_id} AND sources @> ARRAY[${id}]
    `.execute(db);
  }
}

export async function updateMessage(
  db: Db,
  user_id: string,
  id: string,
  change: Partial<Pick<MessageRow, 'reported' | 'rating'>>,
): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes messages, and deletes a file with the last message that refers to it. Must run in a
 * transaction.
 */
export async function deleteMessages(db: Db, user_id: string, chat: Chat): Promise<void> {
  const files = await lockFilesOfMessages(db, user_id, isOf(chat));
  await sql`DELETE FROM chat_messages WHERE user_id = ${user_id} AND ${isOf(chat)}`.execute(db);
  await deleteFilesWithoutMessage(db, user_id, files);
}

/**
 * A transaction that stores a message locks its files FOR KEY SHARE. The deletion locks the files
 * in a separate statement, so that its next statements see the messages for which it waited.
 */
async function lockFilesOfMessages(
  db: Db,
  user_id: string,
  isChosen: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM chat_files WHERE user_id = ${user_id} AND id::text IN (
      SELECT unnest(file_ids) FROM chat_messages
      WHERE user_id = ${user_id} AND file_ids <> '{}' AND ${isChosen})
    ORDER BY id FOR UPDATE
  `.execute(db);
  return rows.map(({ id }) => id);
}

async function deleteFilesWithoutMessage(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    DELETE FROM chat_files AS f
    WHERE f.user_id = ${user_id} AND f.id = ANY (${ids}::uuid[]) AND NOT EXISTS (
      SELECT FROM chat_messages AS m
      WHERE m.user_id = f.user_id AND m.file_ids <> '{}' AND f.id::text = ANY (m.file_ids))
  `.execute(db);
}
