import { BulkAnswer, bulkInput, importEach, refusable } from '../../kit/external/bulk.ts';
import type { Stored } from '../../kit/external/bulk.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { birthOf, externalColumns, externalKey, pastTime } from '../../kit/external/record.ts';
import { defineOperation } from '../../kit/operation.ts';
import { ActionItemCreate } from './action-item.ts';
import { dueInWords, dueReaderOf } from './due-in-words.ts';
import * as sql from './action-items.sql.ts';
import type { ActionItemRow, NewActionItem } from './action-items.sql.ts';

type NewItem = Omit<ActionItemCreate, 'due_words'>;

/** Creates the row of a new action item. By default, the item was added by hand. */
export function newRow(
  context: Context,
  { source, external_id, metadata, created_at: born, ...item }: NewItem,
): NewActionItem {
  const { id, created_at, updated_at } = birthOf(context, born);
  const { description, completed, due_at, completed_at } = item;
  const done = completed_at ? pastTime('completed_at', completed_at, updated_at) : updated_at;
  return {
    ...item,
    user_id: userOf(context),
    id,
    description: description.trim(),
    completed_at: completed ? done : null,
    due_at: due_at ? new Date(due_at) : null,
    conversation_id: null,
    segment_id: null,
    heard_as: null,
    created_at,
    updated_at,
    ...externalColumns({ source, external_id, metadata }),
  };
}

interface StoredItem {
  row: ActionItemRow;
  isNew: boolean;
}

/** Stores items. An item with a known external id changes nothing. */
export async function storeItems(
  context: Context,
  items: readonly ActionItemCreate[],
): Promise<StoredItem[]> {
  const dated = await withDue(context, items);
  return storeRows(
    context,
    dated.map((item) => newRow(context, item)),
  );
}

/** Reads from their words when those items are due that have words and no time. */
async function withDue(context: Context, items: readonly ActionItemCreate[]): Promise<NewItem[]> {
  const isRead = ({ due_at, due_words }: ActionItemCreate) => !due_at && due_words;
  const reader = items.some(isRead) ? await dueReaderOf(context) : null;
  return items.map(({ due_words, ...item }) => {
    if (item.due_at || !due_words) return item;
    const due = dueInWords(item.description, due_words, reader!);
    return { ...item, due_at: due?.toISOString() ?? null };
  });
}

async function storeRows(context: Context, rows: readonly NewActionItem[]): Promise<StoredItem[]> {
  const added = await sql.insertItems(context.db, rows);
  if (added.length === rows.length) return added.map((row) => ({ row, isNew: true }));
  const wanted = rows.filter(({ external_id }) => external_id);
  const earlier = await sql.selectItemsByExternalId(context.db, userOf(context), wanted);
  const newOnes = new Map(added.map((row) => [row.id, row]));
  const byKey = new Map(earlier.map((row) => [externalKey(row), row]));
  const stored = rows.flatMap((row): StoredItem[] => {
    const own = newOnes.get(row.id);
    const found = own ?? byKey.get(externalKey(row));
    return found ? [{ row: found, isNew: own !== undefined }] : [];
  });
  // An existing record was deleted between the two statements.
  return stored.length === rows.length ? stored : storeRows(context, rows);
}

export const importActionItems = defineOperation({
  name: 'importActionItems',
  summary: 'Import many action items',
  description:
    'Reports an outcome for each item; an item that is refused does not affect the others. With ' +
    '`external_id`, sending items again changes nothing.',
  scope: 'action_items:write',
  effect: 'write',
  input: bulkInput(ActionItemCreate),
  output: BulkAnswer,
  run: (context, { items }) =>
    importEach(
      () => ActionItemCreate,
      items,
      async (given) => {
        const rows = await Promise.all(
          (await withDue(context, given)).map((item) =>
            refusable(async () => newRow(context, item)),
          ),
        );
        const good = rows.flatMap((row) => (row instanceof Error ? [] : [row]));
        const stored = await storeRows(context, good);
        const byRow = new Map(good.map((row, index) => [row, stored[index]!]));
        return rows.map((row): Stored | Error => {
          if (row instanceof Error) return row;
          const { row: own, isNew } = byRow.get(row)!;
          return { id: own.id, outcome: isNew ? 'created' : 'unchanged' };
        });
      },
    ),
});
