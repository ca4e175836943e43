import { z } from 'zod';
import { Timestamp } from '../../core/wire.ts';
import { findTimes } from '../../engines/calendar/dates.ts';
import { dueAt } from '../../engines/calendar/due.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { selectUser } from '../accounts/accounts.ts';
import { weekStartOf } from '../accounts/day-bounds.ts';
import { Description, DueWords } from './action-item.ts';

/**
 * Returns when a task is due by its words: "call the plumber tomorrow at 5pm". Null when they name no time, or one
 * that is over.
 */
export function dueInWords(
  text: string,
  { at, language }: DueWords,
  { user, now }: { user: Awaited<ReturnType<typeof selectUser>>; now: Date },
): Date | null {
  // The clock of a device may be fast.
  const said = at && new Date(at) < now ? new Date(at) : now;
  const calendar = {
    at: said,
    timezone: user?.timezone ?? 'UTC',
    week_start: weekStartOf(user),
  };
  const languages = new Set([language, user?.language].map((name) => name ?? 'en'));
  for (const name of languages) {
    const [mention] = findTimes(text, { ...calendar, language: name });
    if (!mention) continue;
    const due = dueAt(mention, { timezone: calendar.timezone, due_hour: user?.due_hour }, said);
    return due > said ? due : null;
  }
  return null;
}

/** The user whose words are read, and the present time. */
export const dueReaderOf = async (context: Context) => ({
  user: await selectUser(context.db, userOf(context)),
  now: context.clock.now(),
});

export const readDueTime = defineOperation({
  name: 'readDueTime',
  summary: 'Read from its words when a task is due',
  description: 'Stores nothing. `due_words` of a new action item reads the same.',
  scope: 'action_items:read',
  effect: 'read',
  input: DueWords.extend({ description: Description }),
  output: z.object({
    due_at: Timestamp.nullable().describe('Null when the words name no time to come.'),
  }),
  run: async (context, { description, ...words }) => ({
    due_at: dueInWords(description, words, await dueReaderOf(context)),
  }),
});
