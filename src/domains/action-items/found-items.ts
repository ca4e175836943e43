import { likenessToFingerprint, factFingerprint } from '../../engines/facts/same-fact.ts';
import { saySame } from '../../engines/facts/equality.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectDismissed } from '../outcomes/dismissals/dismissals.ts';
import { newRow } from './action-item-creation.ts';
import { insertItems } from './action-items.sql.ts';
import type { ActionItemRow } from './action-items.sql.ts';
import * as sql from './found-items.sql.ts';

/** An action item that was found in a conversation. */
export interface FoundItem {
  description: string;
  /** The words in which it is recognised again, if they are others. */
  heard?: string;
  due_at: Date | null;
  segment_id: string | null;
  /** The rules or the model that found it. */
  found_by?: string;
  /** The chance that the reading gave it, 0 to 1. */
  confidence?: number;
}

/** An item that was found earlier; it still exists, or the user deleted it. */
interface Earlier {
  row?: Awaited<ReturnType<typeof sql.lockItemsOfConversation>>[number];
  heard_as: Uint8Array | null;
}

/**
 * Stores the items that were found when a conversation was processed, in the caller's transaction.
 * When a conversation is processed again, the new items replace open items that the user did not
 * change. Items that the user changed or completed stay, and all items if `keepsAll` is true. Items
 * that stay and deleted items are not added again.
 */
export async function replaceItemsOfConversation(
  context: Context,
  conversation_id: string,
  found: readonly FoundItem[],
  { keepsAll = false } = {},
): Promise<void> {
  const user_id = userOf(context);
  const rows = await sql.lockItemsOfConversation(context.db, user_id, conversation_id);
  // Reads the list after the lock, so that it includes deletions that committed while this
  // transaction waited.
  const place = { conversation_id, kind: 'action_item' } as const;
  const fingerprints = await selectDismissed(context.db, user_id, place);
  const earlier: Earlier[] = [
    ...rows.map((row) => ({ row, heard_as: row.heard_as })),
    ...fingerprints.map((heard_as) => ({ heard_as })),
  ];
  const earlierOf = matched(found, earlier);
  const isSafe = (row: (typeof rows)[number]) => keepsAll || !row.is_untouched;
  const stays = new Set(rows.filter(isSafe).map(({ id }) => id));
  const fresh: FoundItem[] = [];
  for (const item of found) {
    const match = earlierOf.get(item);
    if (!match) fresh.push(item);
    else if (match.row && !isSafe(match.row)) {
      if (!isUnchanged(match.row, item)) fresh.push(item);
      else {
        stays.add(match.row.id);
        const { segment_id, confidence = null } = item;
        if (match.row.segment_id !== segment_id || isOther(match.row.confidence, confidence)) {
          await sql.updateReadingOfItem(context.db, { ...match.row, segment_id, confidence });
        }
      }
    }
  }
  const lost = rows.flatMap(({ id }) => (stays.has(id) ? [] : [id]));
  await sql.deleteLostItems(context.db, user_id, lost);
  const added = fresh.map(({ description, heard, due_at, segment_id, found_by, confidence }) => ({
    ...newRow(context, { description, completed: false }),
    due_at,
    conversation_id,
    segment_id,
    heard_as: factFingerprint(heard ?? description),
    found_by: found_by ?? null,
    confidence: confidence ?? null,
  }));
  await insertItems(context.db, added);
}

/**
 * Stores a task that a conversation may have said, and that the user has now confirmed. It counts as
 * changed by the user, so understanding the conversation again does not remove it.
 */
export async function addConfirmedItem(
  context: Context,
  item: Pick<FoundItem, 'description' | 'due_at' | 'segment_id'> & {
    conversation_id: string;
    /** The words of the conversation. */
    heard: string;
    told_at: Date;
  },
): Promise<ActionItemRow> {
  const { description, due_at, segment_id, conversation_id, heard, told_at } = item;
  const row = {
    ...newRow(context, { description, completed: false }),
    due_at,
    conversation_id,
    segment_id,
    heard_as: factFingerprint(heard),
    found_by: CONFIRMED,
    created_at: new Date(Math.min(told_at.getTime(), context.clock.now().getTime() - 1)),
  };
  return (await insertItems(context.db, [row]))[0]!;
}

/** The name of what found a record about which the user was asked. */
export const CONFIRMED = 'suggestion';

/**
 * Matches found items with earlier items, the most similar pairs first. Each earlier item matches
 * only one found item.
 */
function matched(
  found: readonly FoundItem[],
  earlier: readonly Earlier[],
): ReadonlyMap<FoundItem, Earlier> {
  const pairs = found
    .flatMap((item) => earlier.map((each) => ({ item, each, share: likenessOf(item, each) })))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share);
  const taken = new Set<Earlier>();
  const earlierOf = new Map<FoundItem, Earlier>();
  for (const { item, each } of pairs) {
    if (earlierOf.has(item) || taken.has(each)) continue;
    earlierOf.set(item, each);
    taken.add(each);
  }
  return earlierOf;
}

/** The same words, and the same words for the same time, count more than what a fingerprint tells. */
const SAME_WORDS = 2;
const SAME_TIME = 1;

/**
 * Compares an item with the current and the original text of an earlier one. Returns 0 when neither
 * text describes the same task.
 */
function likenessOf(
  { description, heard = description, due_at }: FoundItem,
  { row, heard_as }: Earlier,
): number {
  const isWritten = row !== undefined && saySame(description, row.description);
  const likeness = heard_as ? likenessToFingerprint(heard, heard_as) : 0;
  const share = isWritten ? SAME_WORDS : likeness;
  const isSameTime = row !== undefined && row.due_at?.getTime() === due_at?.getTime();
  return share > 0 && isSameTime ? share + SAME_TIME : share;
}

/** The database stores 32 bits. */
const isOther = (stored: number | null, chance: number | null): boolean =>
  stored === null || chance === null
    ? stored !== chance
    : Math.fround(stored) !== Math.fround(chance);

function isUnchanged(
  row: NonNullable<Earlier['row']>,
  { description, due_at }: FoundItem,
): boolean {
  return row.description === description && row.due_at?.getTime() === due_at?.getTime();
}
