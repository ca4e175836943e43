import { Conflict, NotFound } from '../../core/errors.ts';
import { UUID } from '../../core/wire.ts';
import { z } from 'zod';
import { Success } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { withExternal } from '../../kit/external/record.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { addConfirmedItem } from '../action-items/found-items.ts';
import { changeConversation } from '../conversations/conversation-changes.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { rememberConfirmed } from '../memories/heard-memories.ts';
import { noteOutcomes } from '../outcomes/outcomes.ts';
import type { Outcome } from '../outcomes/outcomes.ts';
import { eventOf } from './kept-events.ts';
import {
  KeptSuggestion,
  ListInput,
  MAX_LISTED,
  SuggestionKeep,
  SuggestionList,
} from './suggestion.ts';
import * as sql from './suggestions.sql.ts';
import type { SuggestionRow } from './suggestions.sql.ts';

const LISTED_MS = 7 * 86_400_000;

export const listSuggestions = defineOperation({
  name: 'listSuggestions',
  summary: 'List what conversations may have said',
  description:
    'The service asks you about what it read with too little certainty. Returns at most ' +
    `${MAX_LISTED}, without those about which you have decided.`,
  scope: null,
  effect: 'read',
  gate: 'memories',
  input: ListInput,
  output: SuggestionList,
  run: async (context, { since }) => {
    const from = since ?? new Date(context.clock.now().getTime() - LISTED_MS);
    const page = { since: new Date(from), limit: MAX_LISTED };
    return { suggestions: await sql.selectOpen(context.db, userOf(context), page) };
  },
});

export const keepSuggestion = defineOperation({
  name: 'keepSuggestion',
  summary: 'Keep a suggestion',
  description:
    'Makes the task, the event or the memory, and returns it. An event without a time becomes a ' +
    'task. Answers 409 when you have decided already.',
  scope: null,
  effect: 'write',
  gate: 'memories',
  input: SuggestionKeep,
  output: KeptSuggestion,
  run: (context, { suggestion_id, text }) =>
    transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      const row = await openSuggestion(inside, suggestion_id);
      const kept_as = text !== undefined && text !== row.text ? text : null;
      const outcome = kept_as === null ? 'kept' : 'changed';
      await decide(inside, row, { outcome, kept_as });
      return made(inside, { ...row, kept_as });
    }),
});

export const dropSuggestion = defineOperation({
  name: 'dropSuggestion',
  summary: 'Drop a suggestion',
  description:
    'The service does not ask about these words again. Answers 409 when you have decided already.',
  scope: null,
  effect: 'write',
  input: z.strictObject({ suggestion_id: z.string() }),
  output: Success,
  run: (context, { suggestion_id }) =>
    transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      const row = await openSuggestion(inside, suggestion_id);
      await decide(inside, row, { outcome: 'dropped', kept_as: null });
      return { success: true as const };
    }),
});

async function openSuggestion(context: Context, id: string): Promise<SuggestionRow> {
  const row = UUID.test(id) ? await sql.lockSuggestion(context.db, userOf(context), id) : undefined;
  if (!row) throw new NotFound('Suggestion not found');
  if (row.state !== 'open') throw new Conflict('You have decided about this suggestion already.');
  return row;
}

async function decide(
  context: Context,
  row: SuggestionRow,
  { outcome, kept_as }: { outcome: Outcome; kept_as: string | null },
): Promise<void> {
  const state = outcome === 'dropped' ? 'dropped' : 'kept';
  const decided_at = context.clock.now();
  await sql.updateSuggestion(context.db, row, { state, kept_as, decided_at });
  await noteOutcomes(context, { kind: row.kind, outcome }, [row]);
}

const NOTHING = { action_item: null, event: null, memory: null };

/** Makes what the suggestion says. */
async function made(context: Context, row: SuggestionRow): Promise<z.input<typeof KeptSuggestion>> {
  const { conversation_id, segment_id, at } = row;
  const text = row.kept_as ?? row.text;
  if (row.kind === 'memory') {
    const { started_at, created_at } = await findConversation(context, conversation_id);
    const told_at = started_at ?? created_at;
    const fact = { content: text, conversation_id, segment_id, told_at };
    const memory = withExternal(await rememberConfirmed(context, fact), undefined);
    return { ...NOTHING, kind: 'memory', memory };
  }
  if (row.kind === 'event' && at !== null) {
    const event = eventOf(row, { at, timezone: await timezoneOf(context) });
    const { events } = await findConversation(context, conversation_id);
    await changeConversation(context, conversation_id, {
      events: JSON.stringify([...events, event]),
    });
    return { ...NOTHING, kind: 'event', event };
  }
  const item = await addConfirmedItem(context, {
    description: text,
    due_at: at,
    conversation_id,
    segment_id,
    heard: row.text,
    told_at: row.created_at,
  });
  return { ...NOTHING, kind: 'task', action_item: withExternal(item, undefined) };
}
