import { Conflict } from '../../core/errors.ts';
import { UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import * as sql from './conversations.sql.ts';
import type { ConversationChange, FiledConversation } from './conversations.sql.ts';
import { findConversation } from './conversation-lookup.ts';
import { resultOf, TRANSCRIPT } from './written-fields.ts';

/** Stores a change by the user; every change updates `updated_at`. */
export async function changeConversation(
  context: Context,
  id: string,
  change: ConversationChange,
  results: readonly string[] = [],
): Promise<FiledConversation> {
  const fields = WRITTEN.filter((field) => change[field] !== undefined);
  return store(context, id, change, [...fields, ...results.map(resultOf)]);
}

/**
 * Stores words that were replaced in the notes. Unlike a text that the user wrote, the notes change
 * when the conversation is processed again.
 */
export function reviseNotes(
  context: Context,
  id: string,
  notes: Pick<ConversationChange, 'title' | 'overview' | 'events' | 'apps_results'>,
): Promise<FiledConversation> {
  return store(context, id, notes, []);
}

/** Stores that the user changed the words or their speakers, which the caller changes. */
export function changeTranscript(context: Context, id: string): Promise<FiledConversation> {
  return store(context, id, {}, [TRANSCRIPT]);
}

async function store(
  context: Context,
  id: string,
  change: ConversationChange,
  written: readonly string[],
): Promise<FiledConversation> {
  const user_id = userOf(context);
  const whole = { ...change, updated_at: context.clock.now() };
  const only = UNDERSTOOD.some((field) => change[field] !== undefined) ? SETTLED : undefined;
  const row = UUID.test(id)
    ? await sql.updateConversationRow(context.db, user_id, id, whole, { written, statuses: only })
    : undefined;
  if (row) return row;
  const { status } = await findConversation(context, id);
  throw new Conflict(
    `The status of this conversation is ${status}. You can change the conversation afterwards.`,
    {
      retryAfterSeconds: 1,
    },
  );
}

/** Fields that processing overwrites at its end. */
const UNDERSTOOD = ['title', 'overview', 'discarded', 'events'] as const;

/** Fields that processing never overwrites. */
const WRITTEN = ['title', 'overview', 'discarded', 'folder_id'] as const;

const SETTLED = ['completed', 'failed'] as const;
