import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The filters of records that belong to a conversation. */

type Link = (ids: readonly string[], user_id: string) => RawBuilder<unknown>;

const conversation_id: Link = (ids) => sql`conversation_id = ANY (${ids}::uuid[])`;

/** Conversations in which at least one of these people speaks. */
const speaks = (ids: readonly string[], user_id: string) => sql`
  SELECT s.conversation_id FROM segments AS s
  WHERE s.user_id = ${user_id} AND s.person_id = ANY (${ids}::uuid[])`;

export const linksOfConversations = {
  person_id: ((ids, user_id) => sql`id IN (${speaks(ids, user_id)})`) as Link,
  folder_id: ((ids) => sql`folder_id = ANY (${ids}::uuid[])`) as Link,
};

export const linksOfRecords = {
  conversation_id,
  person_id: ((ids, user_id) => sql`conversation_id IN (${speaks(ids, user_id)})`) as Link,
  folder_id: ((ids, user_id) => sql`conversation_id IN (
    SELECT c.id FROM conversations AS c
    WHERE c.user_id = ${user_id} AND c.folder_id = ANY (${ids}::uuid[]))`) as Link,
};
