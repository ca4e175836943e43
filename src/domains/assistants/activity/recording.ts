import { isDeepStrictEqual } from 'node:util';
import { beginning } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Actor, Context } from '../../../kit/context.ts';
import type { Operation } from '../../../kit/operation.ts';
import { transaction } from '../../../storage/transaction.ts';
import { insertActivity, keepDeleted } from './activity.sql.ts';
import type { ActivityRow } from './activity.sql.ts';
import { UNDOABLE } from './undoable.ts';
import type { UndoableChange } from './undoable.ts';

const LONGEST_QUERY = 200;

type Recorded = Pick<Operation, 'effect' | 'changes' | 'waits'>;

/**
 * Runs an operation and writes into the log what it read or changed, if an assistant asked. A
 * change and its entry are one transaction. A read does not wait for its entry, and does not fail
 * with it.
 */
export async function recorded<Answer>(
  context: Context,
  operation: Recorded,
  { given, run }: { given: unknown; run(context: Context): Promise<Answer> },
): Promise<Answer> {
  const connection = connectionOf(context.actor);
  if (connection === null) return run(context);
  const input = given as Record<string, unknown>;
  if (operation.effect === 'read') {
    const answer = await run(context);
    noteRead(context, entryOf(context, connection, { ...readOf(input, answer), changes: null }));
    return answer;
  }
  // Such an operation opens transactions of its own.
  if (operation.effect === 'write' && !operation.changes) return run(context);
  if (operation.waits) {
    const ids = argumentOf(operation, input);
    const before = await recordsOf(context, operation, { ids, input });
    try {
      const answer = await run(context);
      await write(context, answer, before);
      return answer;
    } catch (error) {
      // The change may have been made, although its result did not come in time.
      const after = await recordsOf(context, operation, { ids, input });
      if (!isDeepStrictEqual(before, after)) await write(context, null, before);
      throw error;
    }
  }
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    if (operation.effect === 'destroy') await keepDeleted(tx);
    const ids = argumentOf(operation, input);
    const before = await recordsOf(inside, operation, { ids, input });
    const answer = await run(inside);
    await write(inside, answer, before);
    return answer;
  });

  async function write(
    inside: Context,
    answer: Answer | null,
    before: Map<string, unknown> = new Map(),
  ): Promise<void> {
    const { changes } = operation;
    if (!changes) return;
    const ids =
      'made' in changes ? (answer === null ? [] : changes.made(answer)) : [...before.keys()];
    const after = await recordsOf(inside, operation, { ids, input });
    const list: UndoableChange[] = ids.map((id) => ({
      id,
      before: before.get(id) ?? null,
      after: after.get(id) ?? null,
    }));
    if (list.length === 0) return;
    const action: ActivityRow['action'] =
      operation.effect === 'destroy' ? 'deleted' : 'made' in changes ? 'added' : 'changed';
    const entry = { action, kind: changes.kind, query: null, count: list.length, changes: list };
    await insertActivity(inside.db, entryOf(context, connection!, entry));
  }
}

/** Stores an entry later. On a full disk, reads go on without entries. */
function noteRead(context: Context, entry: Parameters<typeof insertActivity>[1]): void {
  const store = async () => {
    context.requireRoom();
    await insertActivity(context.db, entry);
  };
  store().catch((error: unknown) =>
    context.log.warn({ err: error }, 'what an assistant read was not logged'),
  );
}

/** Names the credential of an assistant; null for other callers. */
export function connectionOf(actor: Actor): string | null {
  if (actor.kind === 'mcp_key') return `key:${actor.key_id}`;
  return actor.kind === 'oauth_grant' ? `grant:${actor.grant_id}` : null;
}

function entryOf(
  context: Context,
  connection: string,
  entry: Pick<ActivityRow, 'action' | 'kind' | 'query' | 'count' | 'changes'>,
): Parameters<typeof insertActivity>[1] {
  const at = context.clock.now();
  const { actor } = context;
  return {
    user_id: userOf(context),
    id: context.newId(),
    at,
    connection,
    key_id: 'key_id' in actor ? actor.key_id : null,
    grant_id: 'grant_id' in actor ? actor.grant_id : null,
    ...entry,
  };
}

/** Reads the records that the operation changes, by their ids. */
async function recordsOf(
  context: Context,
  { changes }: Recorded,
  { ids, input }: { ids: readonly string[]; input: Record<string, unknown> },
): Promise<Map<string, unknown>> {
  const records = new Map<string, unknown>();
  // One after the other, because a transaction has one connection.
  for (const id of changes ? ids : []) {
    const record = await UNDOABLE[changes!.kind].read(context, id, input);
    if (record !== null) records.set(id, record);
  }
  return records;
}

function argumentOf({ changes }: Recorded, input: Record<string, unknown>): string[] {
  const id = changes && 'argument' in changes ? input[changes.argument] : undefined;
  return typeof id === 'string' ? [id] : [];
}

/** The lists in answers, and the kinds of their records. */
const LISTS: Record<string, string> = {
  memories: 'memory',
  conversations: 'conversation',
  conversation: 'conversation',
  action_items: 'action_item',
  goals: 'goal',
  people: 'person',
  summaries: 'day',
  messages: 'message',
  profile_text: 'profile',
  transcript_segments: 'conversation',
};

/** Describes what was read: the question, and the kind and number of the records in the answer. */
function readOf(
  input: Record<string, unknown>,
  answer: unknown,
): Pick<ActivityRow, 'action' | 'kind' | 'query' | 'count'> {
  const fields = Object.entries(answer as object);
  const [, list] = fields.find(([, value]) => Array.isArray(value)) ?? [];
  const field = fields.find(([name]) => name in LISTS)?.[0];
  const asked = input['query'] ?? input['question'] ?? null;
  return {
    action: 'question' in input ? 'asked' : 'query' in input ? 'searched' : 'read',
    kind: field === undefined ? 'record' : LISTS[field]!,
    query: typeof asked === 'string' ? beginning(asked, LONGEST_QUERY) : null,
    count: Array.isArray(list) && field !== 'transcript_segments' ? list.length : 1,
  };
}
