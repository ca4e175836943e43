import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { z } from 'zod';
import { UUID } from '../../core/wire.ts';
import { keptRows } from '../../kit/kept-rows.ts';
import type { Db } from '../../storage/database.ts';
import { hasExternalId } from '../../kit/external/has-external-id.ts';
import { externalOutput } from '../../kit/external/record.ts';
import { lockByName } from '../../storage/transaction.ts';
import type { ActionItemsTable } from '../../storage/tables.ts';
import type { ListQuery } from '../queries/filters/filters.ts';
import { dismissGone } from '../outcomes/dismissals/dismissals.ts';
import { ActionItem } from './action-item.ts';

export type ActionItemRow = Selectable<ActionItemsTable>;
/** A row to insert. Columns with a default are optional. */
export type NewActionItem = Insertable<ActionItemsTable>;

export interface ItemPage {
  limit: number;
  offset: number;
  /** Bounds of the creation time; the end is exclusive. */
  from: Date | null;
  until: Date | null;
  /** True to include the fields of the record's source. */
  external: boolean;
}

/** Lists read only the fields of an answer, because fewer columns make long lists faster. */
const WITH_EXTERNAL = Object.keys(ActionItem.shape);
const WITHOUT_EXTERNAL = WITH_EXTERNAL.filter((name) => !(name in externalOutput));

type External = keyof typeof externalOutput;
export type ListedItemRow = Pick<
  ActionItemRow,
  Exclude<keyof z.input<typeof ActionItem>, External>
> &
  Partial<Pick<ActionItemRow, External>>;

/** Returns a page of a list. */
export async function selectItems(
  db: Db,
  user_id: string,
  list: ListQuery,
  page: ItemPage,
): Promise<ListedItemRow[]> {
  const columns = sql.raw((page.external ? WITH_EXTERNAL : WITHOUT_EXTERNAL).join(', '));
  const { rows } = await sql<ListedItemRow>`
    SELECT ${columns} ${list.sortKey} FROM action_items
    WHERE user_id = ${user_id}
      AND (${page.from}::timestamptz IS NULL OR created_at >= ${page.from})
      AND (${page.until}::timestamptz IS NULL OR created_at < ${page.until})
      ${list.where} ${list.following}
    ORDER BY ${list.order}
    LIMIT ${page.limit} OFFSET ${page.offset}
  `.execute(db);
  return rows;
}

export async function selectItem(
  db: Db,
  user_id: string,
  id: string,
): Promise<ActionItemRow | undefined> {
  return db
    .selectFrom('action_items')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Prevents other transactions from looking for an equal item until this transaction ends. */
export async function lockDescriptions(db: Db, user_id: string): Promise<void> {
  await lockByName(db, `action items ${user_id}`);
}

/** Returns the newest item with the same words, ignoring case and spaces. */
export async function selectSameItem(
  db: Db,
  user_id: string,
  { description, completed }: Pick<ActionItemRow, 'description' | 'completed'>,
): Promise<ActionItemRow | undefined> {
  const { rows } = await sql<ActionItemRow>`
    SELECT * FROM action_items
    WHERE user_id = ${user_id} AND completed = ${completed}
      AND lower(regexp_replace(btrim(description), '\\s+', ' ', 'g'))
        = lower(regexp_replace(btrim(${description}), '\\s+', ' ', 'g'))
    ORDER BY id DESC LIMIT 1
  `.execute(db);
  return rows[0];
}

export async function selectItemsOfConversations(
  db: Db,
  user_id: string,
  conversationIds: readonly string[],
): Promise<ActionItemRow[]> {
  const { rows } = await sql<ActionItemRow>`
    SELECT * FROM action_items
    WHERE user_id = ${user_id} AND conversation_id = ANY (${conversationIds}::uuid[])
    ORDER BY id
  `.execute(db);
  return rows;
}

export interface DayOfItems {
  from: Date;
  until: Date;
  /** The conversations of the day. */
  conversation_ids: readonly string[];
}

/**
 * Returns the items that were found in a conversation of the day, added on the day or due on it.
 * Due items come first.
 */
export async function selectItemsOfDay(
  db: Db,
  user_id: string,
  { from, until, conversation_ids }: DayOfItems,
  limit: number,
): Promise<ActionItemRow[]> {
  const { rows } = await sql<ActionItemRow>`
    SELECT * FROM action_items
    WHERE user_id = ${user_id} AND (
      conversation_id = ANY (${conversation_ids}::uuid[])
      OR (conversation_id IS NULL AND created_at >= ${from} AND created_at < ${until})
      OR (due_at >= ${from} AND due_at < ${until}))
    ORDER BY due_at NULLS LAST, id
    LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Stores items in one statement, and returns those whose external id is new. */
export async function insertItems(
  db: Db,
  rows: readonly NewActionItem[],
): Promise<ActionItemRow[]> {
  if (rows.length === 0) return [];
  const isExternal = rows.some(({ external_id }) => external_id);
  return db
    .insertInto('action_items')
    .values([...rows])
    .$if(isExternal, (insert) =>
      insert.onConflict((conflict) =>
        conflict
          .expression(sql`user_id, external_id, coalesce(source, '')`)
          .where('external_id', 'is not', null)
          .doNothing(),
      ),
    )
    .returningAll()
    .execute();
}

/** Returns the items with these external ids. */
export async function selectItemsByExternalId(
  db: Db,
  user_id: string,
  wanted: readonly Pick<NewActionItem, 'source' | 'external_id'>[],
): Promise<ActionItemRow[]> {
  const { rows } = await sql<ActionItemRow>`
    SELECT * FROM action_items WHERE user_id = ${user_id} AND ${hasExternalId(wanted)}
  `.execute(db);
  return rows;
}

/** Returns the item as it is now, locked until the transaction ends. */
export async function lockItem(
  db: Db,
  user_id: string,
  id: string,
): Promise<ActionItemRow | undefined> {
  return db
    .selectFrom('action_items')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateItem(
  db: Db,
  user_id: string,
  id: string,
  change: Updateable<ActionItemsTable> & { updated_at: Date },
): Promise<ActionItemRow | undefined> {
  const { completed, updated_at } = change;
  return db
    .updateTable('action_items')
    .set(change)
    .$if(completed === true, (update) =>
      update.set({ completed_at: sql`coalesce(completed_at, ${updated_at})` }),
    )
    .$if(completed === false, (update) => update.set({ completed_at: null }))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Deletes an item and records the deletion, so that its conversation does not create the item
 * again.
 */
export async function deleteItem(
  db: Db,
  user_id: string,
  id: string,
): Promise<ActionItemRow | undefined> {
  const { rows } = await sql<ActionItemRow>`
    WITH gone AS (
      DELETE FROM action_items WHERE user_id = ${user_id} AND id = ${id} RETURNING *
    ), noted AS (${dismissGone('action_item')})
    SELECT * FROM gone
  `.execute(db);
  return rows[0];
}

export async function selectItemsById(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<ActionItemRow[]> {
  const { rows } = await sql<ActionItemRow>`
    SELECT * FROM action_items WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
  return rows;
}

/** For the log of what assistants did, which can undo it. */
export const keptActionItems = keptRows('action_items', {
  insert: sql`INSERT INTO action_items`,
  isId: UUID,
});
