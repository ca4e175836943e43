import { z } from 'zod';
import { limit } from '../../core/wire.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { conversationDetail } from '../conversations/conversation-view.ts';
import { changeOf } from './change.ts';
import type { RecordKind } from './change.ts';
import { kindsFor, positionNow, readFeed } from './feed.ts';

const MAX_WITH_TRANSCRIPT = 25;

/** The input fields that choose what a reader of the feed gets. */
export const feedFilter = {
  kinds: z
    .string()
    .max(500)
    .optional()
    .describe(
      'Comma-separated kinds of records. Default: all kinds that the caller may read. ' +
        'A kind that you add later lacks its earlier records: begin anew.',
    ),
  ...conversationDetail,
};

export const namesIn = (kinds: string | undefined): string[] | undefined =>
  kinds
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const ListChanges = z.object({
  cursor: z
    .string()
    .max(1000)
    .optional()
    .describe('`next_cursor` of the previous answer, or `cursor` of a change.'),
  from: z
    .enum(['beginning', 'now'])
    .default('beginning')
    .describe('The start without a cursor: `now` lists only later changes.'),
  limit: limit({ fallback: 100, max: 500 }),
  ...feedFilter,
});

export function listChangesOperation(kinds: readonly RecordKind[]) {
  const list = async (
    context: Context,
    { cursor, from, limit, kinds: names, ...detail }: z.output<typeof ListChanges>,
  ) => {
    const readable = kindsFor(context, kinds, namesIn(names));
    const most = detail.include_transcript ? MAX_WITH_TRANSCRIPT : limit;
    if (!cursor && from === 'now') {
      return { items: [], next_cursor: await positionNow(context), has_more: false };
    }
    return readFeed(context, { kinds: readable, cursor, limit: Math.min(limit, most), detail });
  };
  return defineOperation({
    name: 'listChanges',
    summary: 'List what changed since a cursor',
    description:
      'Without a cursor, the feed begins with every record, and then continues with the changes ' +
      'since that moment, so a program that reads it from the beginning has a complete copy. ' +
      'Each record appears as it is now; a record that changed several times may appear once. ' +
      'The order is that of the changes, and no change is left out, even if its transaction ' +
      'took long. Numbers that the service computes, such as the conversations of a folder, ' +
      'do not count as changes. The service keeps changes for 30 days; after that the cursor ' +
      'answers 410, and you begin anew without one.',
    scope: null,
    effect: 'read',
    gate: 'memories',
    cursorExpires: true,
    input: ListChanges,
    output: z.object({
      items: z.array(changeOf(kinds)),
      next_cursor: z.string().describe('Send it as `cursor` to continue, also after the end.'),
      has_more: z.boolean().describe('False when the answer reaches the end of the feed.'),
    }),
    run: list,
    // A page with a memory is refused, because reading a memory checks the gate again.
    whileClosed: list,
  });
}
