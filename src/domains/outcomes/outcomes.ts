import type { PerhapsKind } from '../../engines/understanding/maker.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineReaction } from '../../storage/outbox.ts';
import { examplesRefused, selectKeepsExamples } from '../accounts/accounts.ts';
import { sentenceAbout } from './judged-sentence.ts';
import type { Judged } from './judged-sentence.ts';
import * as sql from './outcomes.sql.ts';
import type { OutcomeRow } from './outcomes.sql.ts';

export { moveOutcomes } from './outcomes.sql.ts';

export type Outcome = OutcomeRow['outcome'];

/**
 * Notes what the user decided about records of one kind. Runs in the transaction of the change.
 * Records that were not read are left out, and so is what assistants do, because users undo it.
 */
export async function noteOutcomes(
  context: Context,
  { kind, outcome }: { kind: PerhapsKind; outcome: Outcome },
  records: readonly Judged[],
): Promise<void> {
  const { actor, db } = context;
  if (actor.kind !== 'session' && actor.kind !== 'developer_key') return;
  const judged = records.filter(({ confidence }) => confidence !== null);
  if (judged.length === 0) return;
  const user_id = userOf(context);
  const hasConsent = await selectKeepsExamples(db, user_id);
  const rows: Parameters<typeof sql.upsertOutcomes>[1][number][] = [];
  for (const record of judged) {
    rows.push({
      user_id,
      id: record.id,
      conversation_id: record.conversation_id,
      kind,
      confidence: record.confidence!,
      outcome,
      sentence: hasConsent ? await sentenceAbout(context, record) : null,
      created_at: context.clock.now(),
    });
  }
  await sql.upsertOutcomes(db, rows);
}

/** Deletions of records that were found longer ago tidy up, and judge nothing. */
const JUDGED_MS = 7 * 86_400_000;

/** Notes the deletion of records, unless they are old. */
export async function noteDeleted(
  context: Context,
  kind: PerhapsKind,
  records: readonly (Judged & { created_at: Date })[],
): Promise<void> {
  const since = context.clock.now().getTime() - JUDGED_MS;
  const recent = records.filter(({ created_at }) => created_at.getTime() >= since);
  await noteOutcomes(context, { kind, outcome: 'dropped' }, recent);
}

export const outcomeReactions = [
  defineReaction(examplesRefused, 'outcomes: judged sentences are forgotten', (db, event) =>
    sql.forgetSentences(db, event.user_id),
  ),
];
