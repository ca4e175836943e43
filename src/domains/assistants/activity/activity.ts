import { z } from 'zod';
import { Conflict, NotFound } from '../../../core/errors.ts';
import { startRetention } from '../../../core/periodic.ts';
import { Timestamp, UUID, limit } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context, Parts } from '../../../kit/context.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import { cutPage, pageOf, paging, readCursor } from '../../../kit/page.ts';
import { transaction } from '../../../storage/transaction.ts';
import * as sql from './activity.sql.ts';
import type { ActivityRow } from './activity.sql.ts';
import { connectionOf } from './recording.ts';
import { UNDOABLE } from './undoable.ts';
import type { UndoableChange, UndoableKind } from './undoable.ts';

/** Operations that show the user what assistants read and changed, and take changes back. */

const DAY_MS = 24 * 3_600_000;
const KEEP_ENTRIES_MS = 90 * DAY_MS;
/** The time for which a change can be undone. */
const KEEP_RECORDS_MS = 30 * DAY_MS;
const MAX_ENTRIES = 5_000;

const Activity = z
  .object({
    id: z.string().describe('The id of the entry.'),
    at: Timestamp.describe('The time of the action.'),
    connection: z.string().describe('`key:…` or `grant:…` with the id of the credential.'),
    connection_name: z
      .string()
      .nullable()
      .describe('The name of the key or the assistant at that time; null in older entries.'),
    action: z
      .enum(['searched', 'read', 'asked', 'added', 'changed', 'deleted'])
      .describe('The action of the assistant.'),
    kind: z.string().describe('The kind of the records, such as `memory` or `conversation`.'),
    query: z.string().nullable().describe('The question of a search; null for other actions.'),
    count: z.int().describe('The number of records that were read or changed.'),
    records: z.array(z.string()).describe('The ids of changed records.'),
    can_undo: z.boolean().describe('True when the action can be undone.'),
    undone_at: Timestamp.nullable().describe(
      'The time at which the action was undone; null otherwise.',
    ),
  })
  .meta({ id: 'AssistantActivity' });

export const listActivity = defineOperation({
  name: 'listActivity',
  summary: 'List what assistants read and changed, newest first',
  description:
    'Each entry is one call of a tool or of a route under `/v1/mcp/`. Entries are kept for 90 ' +
    'days, at most 5,000 of them. Changes can be undone for 30 days.',
  scope: null,
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 50, max: 500 }),
    cursor: paging.cursor,
    connection: z.string().max(100).optional().describe('Only entries of this credential.'),
  }),
  output: pageOf(Activity),
  run: async (context, { limit, cursor, connection }) => {
    const [before] = readCursor(cursor, z.tuple([z.uuid()])) ?? [];
    const rows = await sql.selectActivity(context.db, userOf(context), {
      connection: connection ?? null,
      before: before ?? null,
      limit: limit + 1,
    });
    const page = cutPage(rows, limit, ({ id }) => [id]);
    return { ...page, items: page.items.map(shown) };
  },
});

export const undoActivity = defineOperation({
  name: 'undoActivity',
  summary: 'Undo a change of an assistant',
  description:
    'Deleted records return, changed records are what they were, and added records are deleted. ' +
    'Answers 409 if a record was changed again since then.',
  scope: null,
  effect: 'write',
  input: z.object({ activity_id: z.string() }),
  output: Activity,
  run: (context, { activity_id }) => undo(context, activity_id),
});

/** The number of changes among which `undo` looks for one that can be undone. */
const MAX_TRIED = 20;

/** An assistant takes back its own changes, the latest first. */
export const assistantUndo = defineOperation({
  name: 'assistantUndo',
  summary: 'Undo the latest change of this connection',
  description:
    'Each further call undoes the change before it. A change that conflicts with a later one is ' +
    'skipped if an earlier one can be undone.',
  scope: null,
  effect: 'write',
  input: NoInput,
  output: z.object({ undone: Activity.pick({ action: true, kind: true, count: true, at: true }) }),
  run: async (context) => {
    const connection = connectionOf(context.actor) ?? '';
    const [latest, ...others] = await sql.selectLatestChanges(context.db, userOf(context), {
      connection,
      limit: MAX_TRIED,
    });
    if (latest === undefined) {
      throw new NotFound('This connection has made no change that can be undone.');
    }
    try {
      return { undone: await undo(context, latest) };
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      // A change that cannot be undone must not hide the changes before it for ever.
      for (const id of others) {
        const undone = await undo(context, id).catch((problem: unknown) => {
          if (problem instanceof Conflict) return null;
          throw problem;
        });
        if (undone) return { undone };
      }
      throw error;
    }
  },
});

async function undo(context: Context, id: string): Promise<z.input<typeof Activity>> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const user_id = userOf(context);
    const entry = UUID.test(id) ? await sql.lockActivity(tx, user_id, id) : undefined;
    if (!entry) throw new NotFound('Entry not found');
    if (entry.undone_at !== null) throw new Conflict('This change is undone already.');
    if (entry.changes === null) {
      throw new Conflict('This entry changed nothing that can be undone, or it is too old.');
    }
    for (const change of (entry.changes as UndoableChange[]).toReversed()) {
      // The user undoes what an assistant did, so the scopes of the assistant do not matter.
      await UNDOABLE[entry.kind as UndoableKind].undo(inside, change);
    }
    const undone_at = context.clock.now();
    await sql.markUndone(tx, user_id, id, undone_at);
    return shown({ ...entry, changes: null, undone_at });
  });
}

function shown({ changes, ...row }: ActivityRow): z.input<typeof Activity> {
  return {
    ...row,
    records: ((changes ?? []) as UndoableChange[]).map(({ id }) => id),
    can_undo: changes !== null && row.undone_at === null,
  };
}

/** Starts the periodic deletion of old entries. */
export function startActivityRetention({
  db,
  clock,
  log,
}: Pick<Parts, 'db' | 'clock' | 'log'>): AsyncDisposable {
  return startRetention({
    of: 'what assistants did',
    keepMs: KEEP_ENTRIES_MS,
    clock,
    log,
    deleteBefore: (entriesBefore) =>
      sql.deleteOldActivity(db, {
        entriesBefore,
        recordsBefore: new Date(clock.now().getTime() - KEEP_RECORDS_MS),
        most: MAX_ENTRIES,
      }),
  });
}
