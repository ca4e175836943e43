import { factFingerprint, wasTakenAway } from '../../engines/facts/same-fact.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { CONFIRMED } from '../action-items/found-items.ts';
import { selectDismissed } from '../outcomes/dismissals/dismissals.ts';
import { announceMemoriesDeleted, removeMemories } from './memory-deletion.ts';
import { insertMemories } from './creation/insert-memories.sql.ts';
import { newMemory } from './creation/memory-creation.ts';
import {
  selectKnownContents,
  selectPrintsOfEdited,
  selectCategoriesOfConversation,
  selectRejectedContents,
  reopenMemories,
  replaceMemory,
  deleteMemoriesOfConversation,
  moveMemoriesOfConversation,
  selectMemoriesOfConversations,
  selectUntouched,
  closeMemory,
  contradictMemory,
} from './heard-memories.sql.ts';
import { hearAgain, moveHearings, selectLaterWords, type LaterWords } from './heard-again.sql.ts';
import type { MemoryRow, NewMemory } from './memories.sql.ts';
import { contentKey, type MemoryCategory } from './memory.ts';

const MAX_COMPARED = 2_000;

/** Returns the known facts, for comparison with the new facts of a conversation. */
export async function knownMemories(
  context: Context,
  { id: conversation_id, started_at }: { id: string; started_at: Date },
): Promise<{
  known: string[];
  rejected: string[];
  dismissed: Uint8Array[];
  mergeable: { id: string; content: string }[];
  standing: { id: string; content: string }[];
}> {
  const [rows, dismissed] = await Promise.all([
    selectKnownContents(context.db, userOf(context), started_at, MAX_COMPARED),
    dismissedOf(context, conversation_id),
  ]);
  const pick = (rejected: boolean) =>
    rows
      .filter((each) => each.rejected === rejected && (rejected || !each.is_over))
      .map(({ content }) => content);
  // A memory from an older talk never replaces one from a newer talk.
  const mergeable = rows.filter(
    (row) => row.untouched && (row.is_standing || row.conversation_id === conversation_id),
  );
  const standing = rows.filter((row) => row.is_standing && row.conversation_id !== conversation_id);
  return { known: pick(false), rejected: pick(true), dismissed, mergeable, standing };
}

/** Returns fingerprints of the memories of a conversation that the user deleted or edited. */
async function dismissedOf(context: Context, conversation_id: string): Promise<Uint8Array[]> {
  const user_id = userOf(context);
  const [deleted, edited] = await Promise.all([
    selectDismissed(context.db, user_id, { conversation_id, kind: 'memory' }),
    selectPrintsOfEdited(context.db, user_id, conversation_id),
  ]);
  return [...deleted, ...edited];
}

interface HeardMemory {
  content: string;
  category: MemoryCategory;
  segment_id: string | null;
  /** The id of the older memory that this one replaces. */
  replaces?: string;
  found_by?: string;
  /** The chance that the reading gave it, 0 to 1. */
  confidence?: number;
  /** The words of a later conversation after which it is no longer true. */
  closed_by?: LaterWords & { rule: string };
}

/** A conversation with its time, which is the time at which its facts were told. */
interface Told {
  id: string;
  started_at: Date;
  /** Who understood it. */
  made_by: string;
}

/**
 * Stores the facts found in a conversation, in the caller's transaction. A conversation gets at
 * most `most` memories of each category, including its earlier memories.
 */
export async function rememberFromConversation(
  context: Context,
  { id: conversation_id, started_at, made_by }: Told,
  made: readonly HeardMemory[],
  most: number,
): Promise<void> {
  if (made.length === 0) return;
  const user_id = userOf(context);
  const left = await selectCategoriesOfConversation(context.db, user_id, conversation_id);
  const room = (category: MemoryCategory) => left.filter((each) => each === category).length < most;
  // The user may have deleted something while the conversation was being processed.
  const isTakenAway = wasTakenAway({
    rejected_memories: await selectRejectedContents(context.db, user_id, MAX_COMPARED),
    dismissed_memories: await dismissedOf(context, conversation_id),
  });
  const taken = new Set<string>();
  const added: NewMemory[] = [];
  for (const { replaces, found_by, confidence, closed_by, ...told } of made) {
    const { content, category } = told;
    if (isTakenAway(content)) continue;
    // Each old memory is replaced only once. A second replacement is stored as a new memory.
    const old = replaces !== undefined && !taken.has(replaces) ? replaces : null;
    if (old === null && !room(category)) continue;
    left.push(category);
    const heard = newMemory(context, {
      ...told,
      visibility: 'private',
      tags: [],
      manually_added: false,
      conversation_id,
      heard_as: factFingerprint(content),
      since: started_at,
      last_heard_at: started_at,
      found_by: found_by ?? made_by,
      confidence: confidence ?? null,
      ...(closed_by && { until: closed_by.at, closed_by: JSON.stringify(closed_by) }),
    });
    // If the user has changed the old memory in the meantime, both texts stay.
    if (old !== null && (await replaceMemory(context.db, heard, old))) taken.add(old);
    else added.push(heard);
  }
  await reopenMemories(context.db, user_id, {
    keys: added.map(({ content_key }) => content_key),
    told_at: started_at,
    updated_at: context.clock.now(),
  });
  const stored = await insertMemories(context.db, added);
  // The words of another memory are the same but for their case.
  const again = added.flatMap(({ id, content, segment_id = null }, at) =>
    stored[at]!.id === id ? [] : [{ known: stored[at]!.content, content, segment_id }],
  );
  await hearFactsAgain(context, { id: conversation_id, started_at }, again);
}

interface HeardAgain {
  /** The text of the known memory. */
  known: string;
  content: string;
  segment_id: string | null;
}

/** Counts the facts that a conversation told again, and keeps the words in which it did. */
export async function hearFactsAgain(
  context: Context,
  { id: conversation_id, started_at: at }: Pick<Told, 'id' | 'started_at'>,
  heard: readonly HeardAgain[],
): Promise<void> {
  for (const { known, content: words, segment_id } of heard) {
    await hearAgain(context.db, {
      user_id: userOf(context),
      which: { content_key: contentKey(known) },
      told: { conversation_id, segment_id, rule: SAME_WORDS, at, words },
      updated_at: context.clock.now(),
    });
  }
}

/** The name of the comparison that needs no rule. */
const SAME_WORDS = 'same-words';
const MAX_LATER = 1_000;

/** Returns where conversations after a time told facts or closed them. */
export const laterWords = (context: Context, after: Date): Promise<LaterWords[]> =>
  selectLaterWords(context.db, userOf(context), { after, limit: MAX_LATER });

/**
 * Stores a fact that a conversation may have said, and that the user has now confirmed. It counts as
 * added by hand.
 */
export async function rememberConfirmed(
  context: Context,
  fact: { content: string; conversation_id: string; segment_id: string | null; told_at: Date },
): Promise<MemoryRow> {
  const { told_at, ...told } = fact;
  const memory = newMemory(context, {
    ...told,
    category: 'system',
    visibility: 'private',
    tags: [],
    manually_added: true,
    heard_as: factFingerprint(told.content),
    since: told_at,
    last_heard_at: told_at,
    found_by: CONFIRMED,
  });
  return (await insertMemories(context.db, [memory]))[0]!;
}

interface Change {
  memory_id: string;
  verdict: 'closed' | 'retold';
  segment_id: string;
  rule: string;
  /** The part of a closed fact that is still true. */
  rest?: string;
  /** The words that tell a fact again. */
  words?: string;
}

/**
 * Closes the facts that the conversation ends, and strengthens those that it tells again, in the
 * caller's transaction. A fact that the user wrote, changed or kept stays as it is; what was said
 * against it is noted for the user.
 */
export async function changeFactsByConversation(
  context: Context,
  { id: conversation_id, started_at }: Told,
  changes: readonly Change[],
): Promise<void> {
  const user_id = userOf(context);
  const now = context.clock.now();
  const at = started_at < now ? started_at : now;
  const left: NewMemory[] = [];
  for (const { memory_id, verdict, segment_id, rule, rest, words = '' } of changes) {
    const told = { conversation_id, segment_id, rule, at };
    const change = { user_id, id: memory_id, told, updated_at: now };
    if (verdict === 'retold') {
      const which = { id: memory_id };
      await hearAgain(context.db, { ...change, which, told: { ...told, words } });
    } else if (!(await closeMemory(context.db, change))) {
      await contradictMemory(context.db, change);
    } else if (rest) {
      left.push(
        newMemory(context, {
          content: rest,
          category: 'system',
          visibility: 'private',
          tags: [],
          manually_added: false,
          conversation_id,
          segment_id,
          heard_as: factFingerprint(rest),
          since: started_at,
          last_heard_at: started_at,
          found_by: `rules: ${rule}`,
        }),
      );
    }
  }
  await insertMemories(context.db, left);
}

/** Detaches, deletes or moves the memories of a conversation that is being deleted or merged. */
export async function releaseMemoriesOfConversation(
  context: Context,
  conversation_id: string,
  target: 'nobody' | 'deleted' | { conversation_id: string },
): Promise<void> {
  const user_id = userOf(context);
  if (target === 'deleted') {
    const gone = await deleteMemoriesOfConversation(context.db, user_id, conversation_id);
    await announceMemoriesDeleted(context, gone);
  }
  const to = typeof target === 'string' ? null : target.conversation_id;
  await moveMemoriesOfConversation(context.db, user_id, conversation_id, to);
  await moveHearings(context.db, user_id, { from: conversation_id, to });
}

/** Deletes those of the memories that the user never changed. */
export async function removeUntouchedMemories(
  context: Context,
  ids: readonly string[],
): Promise<void> {
  await removeMemories(context, await selectUntouched(context.db, userOf(context), ids));
}

const MAX_OF_CONVERSATIONS = 100;

/** Returns the memories of these conversations, except rejected ones. */
export async function memoriesOfConversations(
  context: Context,
  ids: readonly string[],
): Promise<{ id: string; content: string; conversation_id: string }[]> {
  const user_id = userOf(context);
  return selectMemoriesOfConversations(context.db, user_id, ids, MAX_OF_CONVERSATIONS);
}
