/** Where a memory, a task or an event comes from: the words, and the rules or the model. */
import { z } from 'zod';
import { NotFound, type NotReady } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scopes.ts';
import { Timestamp, UUID } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation, may } from '../../../kit/operation.ts';
import { selectUser } from '../../accounts/accounts.ts';
import { maskedTexts } from '../../transcripts/secrets/masked-texts.ts';
import { selectSegmentsById } from '../../transcripts/named-segments.ts';
import { speakerName } from '../../transcripts/segment-view.ts';
import { hasConversation, selectOrigins, type OriginRow } from './origins.sql.ts';

const KINDS = ['memory', 'action_item', 'event'] as const;
const SCOPES: Record<(typeof KINDS)[number], Scope> = {
  memory: 'memories:read',
  action_item: 'action_items:read',
  event: 'conversations:read',
};

const Quote = z.object({
  id: z.string().describe('The id of the segment.'),
  conversation_id: z.string().describe('The conversation of the segment.'),
  speaker_name: z.string().nullable().describe('The name of the speaker; null without one.'),
  second: z.number().describe('The second of the conversation at which the segment begins.'),
  text: z.string().describe('The words of the segment, without secrets.'),
});

const Explanation = z
  .object({
    kind: z.enum(KINDS).describe('The kind of the record.'),
    id: z.string().nullable().describe('The id of the record; null for an event.'),
    text: z.string().describe('The text of the record.'),
    found_by: z
      .string()
      .nullable()
      .describe(
        'The rules (`rules: home-moved`), the part of the small reader (`reader: task`), ' +
          '`language-model` or `assistant`; null when the record was added by hand or an older ' +
          'version found it.',
      ),
    added_by_hand: z.boolean().describe('True when a person or a program added the record.'),
    conversation_id: z
      .string()
      .nullable()
      .describe('The conversation in which it was found; null for what was written by hand.'),
    segments: z.array(Quote).describe('The segments that say it.'),
    changes: z
      .array(
        z.object({
          kind: z
            .enum(['closed', 'contradicted', 'heard_again'])
            .describe(
              '`closed`: the fact is over; `contradicted`: it stays until your review; ' +
                '`heard_again`: it was told again, and stored once.',
            ),
          words: z
            .string()
            .optional()
            .describe('The words in which the fact was told again; only for `heard_again`.'),
          rule: z.string().describe('The rule that decided.'),
          at: Timestamp.describe('When it was said.'),
          segments: z.array(Quote).describe('The segments that say it.'),
        }),
      )
      .describe('How other conversations confirmed, repeated or ended the fact.'),
  })
  .meta({ id: 'Explanation' });

export const explain = defineOperation({
  name: 'explain',
  summary: 'Explain where records come from',
  description:
    'Give the id of a memory or a task, or the id of a conversation for all its memories, tasks ' +
    'and events. Returns only kinds that the key may read.',
  scope: null,
  effect: 'read',
  gate: 'memories',
  input: z.object({ id: z.string().describe('The id of a memory, a task or a conversation.') }),
  output: z.object({ items: z.array(Explanation).describe('The records and their origins.') }),
  run: (context, { id }) => explainedBy(context, id),
  whileClosed: (context, { id }, refusal) => explainedBy(context, id, refusal),
});

async function explainedBy(context: Context, id: string, closed?: NotReady) {
  const kinds = KINDS.filter(
    (kind) => may(context, SCOPES[kind]) && !(closed && kind === 'memory'),
  );
  const user_id = userOf(context);
  const rows = UUID.test(id) ? await selectOrigins(context.db, user_id, { id, kinds }) : [];
  const isEmptyConversation =
    rows.length === 0 &&
    UUID.test(id) &&
    kinds.includes('event') &&
    (await hasConversation(context.db, user_id, id));
  if (rows.length === 0 && !isEmptyConversation) {
    throw new NotFound('No memory, task or conversation has this id.');
  }
  const quotes = await quotesOf(context, rows);
  const said = (segment_id: string | null) =>
    segment_id !== null && quotes.has(segment_id) ? [quotes.get(segment_id)!] : [];
  return {
    items: rows.map(({ segment_id, closed_by, contradicted_by, heard_again, ...row }) => ({
      ...row,
      segments: said(segment_id),
      changes: [
        ...(closed_by ? [{ kind: 'closed' as const, ...closed_by }] : []),
        ...(contradicted_by ? [{ kind: 'contradicted' as const, ...contradicted_by }] : []),
        ...heard_again.map((told) => ({ kind: 'heard_again' as const, ...told })),
      ].map((told) => ({ ...told, segments: said(told.segment_id) })),
    })),
  };
}

/** The words of the segments, only for callers that may read conversations. */
async function quotesOf(
  context: Context,
  rows: readonly OriginRow[],
): Promise<Map<string, z.input<typeof Quote>>> {
  if (!may(context, 'conversations:read')) return new Map();
  const places = rows.flatMap((row) => [
    row,
    row.closed_by,
    row.contradicted_by,
    ...row.heard_again,
  ]);
  const ids = places.flatMap((place) => place?.segment_id ?? []);
  const conversation_ids = places.flatMap((place) => place?.conversation_id ?? []);
  if (ids.length === 0) return new Map();
  const [user, segments] = await Promise.all([
    selectUser(context.db, userOf(context)),
    selectSegmentsById(context.db, userOf(context), { ids, conversation_ids }),
  ]);
  const textOf = await maskedTexts(context, segments);
  return new Map(
    segments.map((segment) => [
      segment.id,
      {
        id: segment.id,
        conversation_id: segment.conversation_id,
        speaker_name: speakerName(segment, user?.name ?? null),
        second: segment.start_seconds,
        text: textOf(segment),
      },
    ]),
  );
}
