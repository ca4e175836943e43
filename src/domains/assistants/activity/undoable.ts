import { isDeepStrictEqual } from 'node:util';
import { Conflict, NotFound } from '../../../core/errors.ts';
import { UUID } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import type { KeptRow, KeptRows } from '../../../kit/kept-rows.ts';
import type { RecordedChanges } from '../../../kit/operation.ts';
import { isDangling, isTaken } from '../../../storage/violations.ts';
import { deleteActionItem, keptActionItems } from '../../action-items/action-items.ts';
import { deleteConversation } from '../../corrections/conversation-deletion.ts';
import { withFullIds } from '../short-ids.ts';
import { assignSegments } from '../../corrections/speaker-assignments.ts';
import { findConversation } from '../../conversations/conversation-lookup.ts';
import { repeatProcessing } from '../../conversations/lifecycle.ts';
import { deleteGoal, keptGoals } from '../../goals/goals.ts';
import { memoriesOfConversations, removeUntouchedMemories } from '../../memories/heard-memories.ts';
import { keptMemories } from '../../memories/memories.ts';
import { removeMemories } from '../../memories/memory-deletion.ts';
import { selectSegments } from '../../transcripts/named-segments.ts';

export type UndoableKind = RecordedChanges<unknown>['kind'];

/** A record before and after a change; null where it did not exist. */
export interface UndoableChange {
  id: string;
  before: unknown;
  after: unknown;
}

/** How the log reads a kind of record, and takes a change of it back. */
interface Undoable {
  /** `input` is that of the operation. */
  read(context: Context, id: string, input: Record<string, unknown>): Promise<unknown>;
  undo(context: Context, change: UndoableChange): Promise<void>;
}

export const UNDOABLE: Record<UndoableKind, Undoable> = {
  memory: rowsOf(keptMemories, (context, id) => removeMemories(context, [id])),
  action_item: rowsOf(keptActionItems, (context, action_item_id) =>
    deleteActionItem(context, { action_item_id }),
  ),
  goal: rowsOf(keptGoals, (context, goal_id) => deleteGoal(context, { goal_id })),
  conversation: {
    // The words are not kept twice: only the creation of a conversation is undone.
    read: async (context, id) => ({ id: (await findConversation(context, id)).id }),
    undo: async (context, { id }) => {
      await deleteConversation(context, { conversation_id: id, cascade: true });
    },
  },
  understanding: {
    read: async (context, id, input) => {
      const { attempt } = await findConversation(context, id);
      return {
        attempt,
        memories: await idsOfMemories(context, id),
        replaceable: await replaceableRows(context, input['memories']),
      };
    },
    undo: undoUnderstanding,
  },
  speakers: {
    read: async (context, id) => {
      if (!UUID.test(id)) return null;
      const segments = await selectSegments(context.db, userOf(context), [id]);
      return segments.map(({ id: segment_id, person_id, is_user }) => ({
        segment_id,
        person_id,
        is_user,
      }));
    },
    undo: undoSpeakers,
  },
};

const SINCE = 'was changed again since then. Correct it by hand.';

function rowsOf(
  rows: KeptRows,
  remove: (context: Context, id: string) => Promise<unknown>,
): Undoable {
  return {
    read: (context, id) => rows.read(context.db, userOf(context), id),
    undo: async (context, { id, before, after }) => {
      const now = await rows.read(context.db, userOf(context), id);
      const [former, later] = [before as KeptRow | null, after as KeptRow | null];
      if (!isSame(now, later)) throw new Conflict(`The record ${SINCE}`);
      if (former) await putBack(context, rows, former);
      else if (now) await remove(context, id);
    },
  };
}

/**
 * An undo writes a new `updated_at`, so the time does not tell whether a record is the same. An
 * entry of an earlier version lacks the columns that were added since.
 */
function isSame(one: KeptRow | null, other: KeptRow | null): boolean {
  if (one === null || other === null) return one === other;
  return Object.keys(other).every(
    (name) => name === 'updated_at' || isDeepStrictEqual(one[name], other[name]),
  );
}

async function putBack(context: Context, rows: KeptRows, row: KeptRow): Promise<void> {
  const written = { ...row, updated_at: context.clock.now().toISOString() };
  const conversation_id = row['conversation_id'];
  // The conversation may have been deleted in the meantime.
  const isThere =
    typeof conversation_id !== 'string' || (await hasConversation(context, conversation_id));
  await rows
    .put(context.db, isThere ? written : { ...written, conversation_id: null, segment_id: null })
    .catch((error: unknown) => {
      if (isTaken(error)) throw new Conflict('The same record was added again since then.');
      // The conversation may be deleted between the look at it and the write.
      if (isDangling(error)) throw new Conflict('The record to which it belongs no longer exists.');
      throw error;
    });
}

async function hasConversation(context: Context, id: string): Promise<boolean> {
  try {
    await findConversation(context, id);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

interface Understood {
  attempt: number;
  /** The memories of the conversation. */
  memories: string[];
  /** The memories that the draft may replace. */
  replaceable: KeptRow[];
}

async function idsOfMemories(context: Context, id: string): Promise<string[]> {
  return (await memoriesOfConversations(context, [id])).map((memory) => memory.id);
}

async function replaceableRows(context: Context, drafts: unknown): Promise<KeptRow[]> {
  const rows: KeptRow[] = [];
  for (const { replaces } of Array.isArray(drafts) ? drafts : []) {
    if (typeof replaces !== 'string') continue;
    const short = { memory_id: replaces.replace(/^memory:/, '') };
    const { memory_id } = await withFullIds(context, short);
    const row = await keptMemories.read(context.db, userOf(context), String(memory_id));
    if (row) rows.push(row);
  }
  return rows;
}

/** The usual maker understands the conversation again, without the facts that the assistant found. */
async function undoUnderstanding(
  context: Context,
  { id, before, after }: UndoableChange,
): Promise<void> {
  const [former, later] = [before as Understood, after as Understood];
  const { attempt, status } = await findConversation(context, id);
  const isRepeated =
    attempt === later.attempt &&
    status === 'completed' &&
    (await repeatProcessing(context, { id, from: status }));
  if (!isRepeated) throw new Conflict(`The record ${SINCE}`);
  for (const row of former.replaceable) {
    const now = await keptMemories.read(context.db, userOf(context), row.id);
    const isReplaced = now !== null && now['content'] !== row['content'];
    // A memory that the user has edited since the draft keeps the user's text.
    if (isReplaced && now['edited'] === row['edited']) await putBack(context, keptMemories, row);
  }
  const known = new Set([...former.memories, ...former.replaceable.map((row) => row.id)]);
  const added = (await idsOfMemories(context, id)).filter((memory) => !known.has(memory));
  await removeUntouchedMemories(context, added);
}

interface Spoken {
  segment_id: string;
  person_id: string | null;
  is_user: boolean;
}

/** Gives the sentences back to their former speakers. */
async function undoSpeakers(
  context: Context,
  { id, before, after }: UndoableChange,
): Promise<void> {
  const later = new Map((after as Spoken[]).map((each) => [each.segment_id, speakerOf(each)]));
  const changed = (before as Spoken[]).filter(
    (each) => later.has(each.segment_id) && later.get(each.segment_id) !== speakerOf(each),
  );
  for (const segments of Map.groupBy(changed, speakerOf).values()) {
    const { is_user, person_id } = segments[0]!;
    await assignSegments(context, {
      conversation_id: id,
      segment_ids: segments.map(({ segment_id }) => segment_id),
      ...(is_user
        ? { assign_type: 'is_user', value: true }
        : { assign_type: 'person_id', value: person_id }),
    });
  }
}

const speakerOf = ({ person_id, is_user }: Spoken): string => `${is_user} ${person_id}`;
