import { z } from 'zod';
import { comparable } from '../../core/text.ts';
import { limit, Timestamp } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { selectUser, timezoneOf } from '../accounts/accounts.ts';
import { boundsOf } from '../accounts/day-bounds.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { allPeople } from '../people/people.ts';
import type { PersonRow } from '../people/people.ts';
import { findWithin } from '../queries/restricted-search.ts';
import { Meeting } from './meeting.ts';
import * as sql from './meetings.sql.ts';

const AHEAD_MS = 30 * 86_400_000;
const MAX_CONVERSATIONS = 3;
const MAX_TASKS = 5;

const Before = z
  .object({
    conversations: z
      .array(
        z.object({
          id: z.string().describe('The id of the conversation.'),
          title: z.string().describe('Its title.'),
          overview: z.string().describe('Its overview.'),
          started_at: Timestamp.describe('When it began.'),
        }),
      )
      .describe(`The last conversations with one of the people, at most ${MAX_CONVERSATIONS}.`),
    tasks: z
      .array(
        z.object({
          id: z.string().describe('The id of the task.'),
          description: z.string().describe('Its text.'),
          due_at: Timestamp.nullable().describe('When it is due; null without a time.'),
        }),
      )
      .describe(`Open tasks from such conversations, or that name them, at most ${MAX_TASKS}.`),
  })
  .meta({ id: 'SaidBeforeMeeting' });

export const listMeetings = defineOperation({
  name: 'listMeetings',
  summary: 'List the meetings of your calendars',
  description:
    'The meetings of the calendars that you connected, the earliest first; by default those of ' +
    'the next 30 days. `before` says what was said with their people before.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({
    from: z.string().optional().describe('The first day or time; now by default.'),
    to: z.string().optional().describe('The last day or time; 30 days after `from` by default.'),
    limit: limit({ fallback: 20, max: 50 }),
  }),
  output: z.object({
    items: z
      .array(
        Meeting.extend({
          before: Before.describe(
            'The last conversations with the other people of the meeting, and their open tasks.',
          ),
        }),
      )
      .describe('The earliest comes first.'),
  }),
  run: async (context, { from, to, limit }) => {
    const bounds = boundsOf({ start_date: from, end_date: to }, await timezoneOf(context));
    const start = bounds.from ?? context.clock.now();
    const until = bounds.until ?? new Date(start.getTime() + AHEAD_MS);
    const page = { from: start, until, limit };
    const [rows, people, user] = await Promise.all([
      sql.selectMeetings(context.db, userOf(context), page),
      allPeople(context),
      selectUser(context.db, userOf(context)),
    ]);
    const now = context.clock.now();
    // The coming meetings of a series have the same past.
    const known = new Map<string, ReturnType<typeof saidBefore>>();
    const items = [];
    for (const row of rows) {
      const meeting = viewOf(row, people, user?.email);
      const others = peopleNamed(
        meeting.attendees.filter(({ is_user }) => !is_user),
        people,
      );
      const until = row.start_at < now ? row.start_at : now;
      const key = [until.toISOString(), ...others.map(({ id }) => id)].join(' ');
      const before = known.get(key) ?? saidBefore(context, until, others);
      known.set(key, before);
      items.push({ ...meeting, before: await before });
    }
    return { items };
  },
});

export const getConversationMeeting = defineOperation({
  name: 'getConversationMeeting',
  summary: 'Get the meeting of a conversation',
  description:
    'At least half of the conversation took place in the meeting. Its people are probably the ' +
    'speakers.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({ conversation_id: z.string() }),
  output: z.object({ meeting: Meeting.nullable().describe('Null without a meeting.') }),
  run: async (context, { conversation_id }) => {
    const { id } = await findConversation(context, conversation_id);
    const [row, people, user] = await Promise.all([
      sql.selectMeetingOf(context.db, userOf(context), id),
      allPeople(context),
      selectUser(context.db, userOf(context)),
    ]);
    return { meeting: row ? viewOf(row, people, user?.email) : null };
  },
});

function viewOf(
  { start_at, end_at, attendees, ...row }: Awaited<ReturnType<typeof sql.selectMeetings>>[number],
  people: readonly PersonRow[],
  own: string | undefined,
) {
  const named = attendees.map((one) => ({
    ...one,
    is_user: one.email !== null && one.email.toLowerCase() === own?.toLowerCase(),
    person_id: peopleNamed([one], people)[0]?.id ?? null,
  }));
  return { ...row, start: start_at, end: end_at, attendees: named };
}

/** A person may have the whole name, or the first name alone. */
function peopleNamed(
  attendees: readonly { name: string }[],
  people: readonly PersonRow[],
): PersonRow[] {
  const known = new Map(people.map((person) => [comparable(person.name), person]));
  const found = attendees.map(({ name }) => {
    const whole = comparable(name);
    return known.get(whole) ?? known.get(whole.split(' ')[0]!);
  });
  return [...new Set(found.filter((person) => person !== undefined))];
}

async function saidBefore(context: Context, until: Date, people: readonly PersonRow[]) {
  if (people.length === 0) return { conversations: [], tasks: [] };
  const asked = {
    understood: { text: '', from: null, to: null, with: [], folder: null, read: [] },
    restriction: { from: null, until, with: [people], folder_ids: null },
    isWithoutSubject: true,
  };
  const idsOf = async (kind: 'conversations' | 'action_items', most: number) =>
    (await findWithin(context, kind, asked, { limit: most })).groups.map(({ id }) => id);
  const user_id = userOf(context);
  const tasks = { ids: await idsOf('action_items', 100), limit: MAX_TASKS };
  return {
    conversations: await sql.selectMeetingConversations(
      context.db,
      user_id,
      await idsOf('conversations', MAX_CONVERSATIONS),
    ),
    tasks: await sql.selectMeetingTasks(context.db, user_id, tasks),
  };
}
