import { z } from 'zod';
import { limit } from '../../core/wire.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { conversationDetail } from '../conversations/conversation-view.ts';
import { changeOf } from './change.ts';
import type { RecordKind } from './change.ts';
import { kindsFor, positionNow, readFeed } from './feed.ts';

const MAX_WITH_TRANSCRIPT = 25;

/** The input fields that choose the records of the feed. */
export const feedFilter = {
  kinds: z
    .string()
    .max(500)
    .optional()
    .describe(
      'Comma-separated kinds of records. Default: all kinds that the caller may read. If ' +
        'you add a kind later, its earlier records are missing; start again without a ' +
        'cursor to get them.',
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
    .describe('The `next_cursor` of the previous answer, or the `cursor` of a change.'),
  from: z
    .enum(['beginning', 'now'])
    .default('beginning')
    .describe('The start of a feed without a cursor. `now` lists only later changes.'),
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
    summary: 'List the changes since a cursor',
    description:
      'Without a cursor, the feed begins with all existing records and continues with ' +
      'later changes. A program that reads the feed from the beginning has a complete ' +
      'copy. Each record is in its current state, so several changes of a record may ' +
      'appear as one. Changes are listed in order, and none is missing. Values that the ' +
      'service computes, such as the number of conversations in a folder, do not count as ' +
      'changes. The service keeps changes for 30 days. An older cursor answers 410; then ' +
      'start again without a cursor.',
    scope: null,
    effect: 'read',
    gate: 'memories',
    cursorExpires: true,
    input: ListChanges,
    output: z.object({
      items: z.array(changeOf(kinds)).describe('The changes, the oldest first.'),
      next_cursor: z
        .string()
        .describe('Send this value as `cursor` to continue, even at the end of the feed.'),
      has_more: z.boolean().describe('False when the answer reaches the end of the feed.'),
    }),
    run: list,
    // While the gate is closed, a page with a memory fails, because each read of a memory checks
    // the gate again.
    whileClosed: list,
  });
}
