import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { Day, orNull } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation, may, NoInput, refusalAt } from '../../kit/operation.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { boundsOf, dayOf } from '../accounts/day-bounds.ts';
import { selectModelUsage } from '../models/usage/model-usage.ts';
import * as sql from './statistics.sql.ts';

/**
 * The maximum number of days. One statement counts the words of all days, and other statements may
 * have to wait for it.
 */
const MAX_DAYS = 100;
const DAY_MS = 86_400_000;
/** People are ranked by how much they spoke in this number of past days. */
const DAYS_OF_PEOPLE = 30;
const MAX_PEOPLE = 20;

export const getCalendar = defineOperation({
  name: 'getCalendar',
  summary: 'Get what happened on each day of a period',
  description:
    "Days begin in the user's time zone. Days without conversations and due tasks are omitted.",
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({
    start_date: Day.optional().describe('Default: 41 days before `end_date`.'),
    end_date: Day.optional().describe(`Default: today. The period has at most ${MAX_DAYS} days.`),
  }),
  output: z.object({
    days: z
      .array(
        z.object({
          date: z.string().describe("The day in the user's time zone.").meta({ format: 'date' }),
          conversations: z.int().describe('The number of conversations that began on this day.'),
          minutes: z.number().describe("The total length of the day's conversations in minutes."),
          words: z
            .int()
            .describe("The number of words in the day's conversations, counted by spaces."),
          tasks_due: z
            .int()
            .nullable()
            .describe(
              'The number of open action items that are due on this day; null when the key ' +
                'lacks the scope for action items.',
            ),
        }),
      )
      .describe('The days with conversations or due tasks, the earliest first.'),
  }),
  run: async (context, { start_date, end_date }) => {
    const timezone = await timezoneOf(context);
    const last = end_date ?? dayOf(context.clock.now(), timezone);
    const first = start_date ?? daysBefore(last, 41);
    const { from, until } = boundsOf({ start_date: first, end_date: last }, timezone);
    const length = (until!.getTime() - from!.getTime()) / DAY_MS;
    if (length < 0.5 || length > MAX_DAYS + 0.5) {
      throw new Invalid(`The period must have 1 to ${MAX_DAYS} days.`);
    }
    const period = { from: from!, until: until!, timezone };
    const days = await sql.selectCalendar(context.db, userOf(context), period);
    if (may(context, 'action_items:read')) return { days };
    const talked = days.filter(({ conversations }) => conversations > 0);
    return { days: talked.map((day) => ({ ...day, tasks_due: null })) };
  },
});

const count = (of: string) => z.int().describe(`The number of ${of}.`);

export const getStatistics = defineOperation({
  name: 'getStatistics',
  summary: 'Get totals of the account',
  description:
    'Counts conversations that were worth keeping. Models are the language model and the ' +
    'one that makes embeddings. A number is null if the key lacks the ' +
    'scope for its records. The number of memories is also null while memories are ' +
    'closed.',
  scope: 'conversations:read',
  effect: 'read',
  input: NoInput,
  output: z.object({
    conversations: count('completed conversations'),
    minutes: z.number().describe('The total length of these conversations in minutes.'),
    memories: orNull(count('memories'), 'Null when the key lacks the scope.'),
    open_action_items: orNull(count('open action items'), 'Null when the key lacks the scope.'),
    completed_action_items: orNull(
      count('completed action items'),
      'Null when the key lacks the scope.',
    ),
    goals: orNull(count('goals'), 'Null when the key lacks the scope.'),
    people: count('people'),
    model_calls: count('requests to models, for all purposes'),
    model_tokens: count('tokens that these requests used'),
    model_usage: z
      .array(
        z.object({
          purpose: z
            .enum(['conversations', 'chat', 'search', 'translations'])
            .describe('What the model was asked for; `search` are embeddings.'),
          calls: count('requests'),
          tokens: count('tokens; estimated for providers that report none'),
        }),
      )
      .describe('What the models cost by purpose. Purposes without requests are left out.'),
    categories: z
      .array(
        z.object({
          category: z.string().describe('The category.'),
          conversations: z.int().describe('The number of conversations of this category.'),
        }),
      )
      .describe('The categories of the conversations, the most frequent first.'),
    people_heard: z
      .array(
        z.object({
          id: z.string().describe('The id of the person.'),
          name: z.string().describe('The name of the person.'),
          minutes: z.number().describe('The minutes for which the person spoke.'),
        }),
      )
      .describe(`The people who spoke most in the last ${DAYS_OF_PEOPLE} days.`),
  }),
  run: async (context) => {
    const user_id = userOf(context);
    const since = new Date(context.clock.now().getTime() - DAYS_OF_PEOPLE * DAY_MS);
    const [totals, categories, people_heard, otherUsage] = await Promise.all([
      sql.selectTotals(context.db, user_id),
      sql.selectCategories(context.db, user_id),
      sql.selectSpeakingPeople(context.db, user_id, { since, limit: MAX_PEOPLE }),
      selectModelUsage(context.db, user_id),
    ]);
    const { model_calls: calls, model_tokens: tokens } = totals;
    const understanding = { purpose: 'conversations' as const, calls, tokens };
    const model_usage = [understanding, ...otherUsage].filter((usage) => usage.calls > 0);
    const total = (of: 'calls' | 'tokens') => model_usage.reduce((sum, each) => sum + each[of], 0);
    const { open_action_items, completed_action_items, memories, goals } = totals;
    const readsItems = may(context, 'action_items:read');
    const isClosed = (await refusalAt(context, { gate: 'memories' })) !== null;
    return {
      ...totals,
      memories: may(context, 'memories:read') && !isClosed ? memories : null,
      open_action_items: readsItems ? open_action_items : null,
      completed_action_items: readsItems ? completed_action_items : null,
      goals: may(context, 'goals:read') ? goals : null,
      model_calls: total('calls'),
      model_tokens: total('tokens'),
      model_usage,
      categories,
      people_heard,
    };
  },
});

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
