import { z } from 'zod';
import { CreatedAt, Timestamp } from '../../core/wire.ts';
import { Memory } from '../memories/memory.ts';

const FromConversation = {
  conversation_id: z.string().describe('The conversation from which it comes.'),
};

const DayStats = z
  .object({
    total_conversations: z
      .int()
      .describe('The number of conversations.')
      .meta({ examples: [4] }),
    total_minutes: z
      .int()
      .describe('The total length of the conversations in minutes.')
      .meta({ examples: [95] }),
    action_items_count: z
      .int()
      .describe('The number of tasks in `action_items`.')
      .meta({ examples: [1] }),
  })
  .meta({ id: 'DayStats', description: 'The numbers of the day.' });

const DayHighlight = z
  .object({
    ...FromConversation,
    title: z.string().describe('The title of the conversation.'),
    emoji: z.string().describe('The emoji of the conversation.'),
  })
  .meta({ id: 'DayHighlight' });

const DayActionItem = z
  .object({
    id: z.string().describe('The id of the task.'),
    description: z.string().describe('The text of the task.'),
    completed: z.boolean().describe('True when the task is done.'),
    due_at: Timestamp.nullable().describe(
      'The time at which the task is due; null without a date.',
    ),
    conversation_id: z
      .string()
      .nullable()
      .describe(
        'The conversation from which the task comes; null for a task that was added by hand.',
      ),
  })
  .meta({ id: 'DayActionItem' });

const DayLocation = z
  .object({
    ...FromConversation,
    latitude: z
      .number()
      .describe('Degrees north of the equator.')
      .meta({ examples: [38.7223] }),
    longitude: z
      .number()
      .describe('Degrees east of Greenwich.')
      .meta({ examples: [-9.1393] }),
    address: z
      .string()
      .nullable()
      .describe('The postal address; null when it is not known.')
      .meta({ examples: ['Praça do Comércio, Lisbon'] }),
  })
  .meta({ id: 'DayLocation' });

/** The part of a summary that is stored as JSON. */
export const DayDetails = z.object({
  stats: DayStats,
  highlights: z
    .array(DayHighlight)
    .describe('The most important conversations, the most important first.'),
  action_items: z
    .array(DayActionItem)
    .describe(
      'The tasks that come from the conversations, were added by hand, or are due on that day.',
    ),
  unresolved_questions: z
    .array(z.object({ ...FromConversation, question: z.string().describe('The open question.') }))
    .describe('Lists only questions that are certain; the built-in reader finds none.'),
  decisions_made: z
    .array(z.object({ ...FromConversation, decision: z.string().describe('The decision.') }))
    .describe('Lists only decisions that are certain; the built-in reader finds none.'),
  knowledge_nuggets: z
    .array(
      z.object({
        ...FromConversation,
        id: z.string().describe('The id of the memory.'),
        content: Memory.shape.content,
      }),
    )
    .describe('The memories from the conversations; empty while memories are closed.'),
  locations: z.array(DayLocation).describe('The places of the conversations.'),
});
export type DayDetails = z.output<typeof DayDetails>;

export const DaySummary = z
  .object({
    id: z.string().describe('The id of the summary.'),
    date: z.string().describe("The day in the user's time zone.").meta({ format: 'date' }),
    headline: z
      .string()
      .describe('At most about eight words.')
      .meta({ examples: ['A call to the bank · Dinner with Ana'] }),
    overview: z.string().describe('In the third person, in the order of the day.'),
    day_emoji: z
      .string()
      .describe('An emoji for the day.')
      .meta({ examples: ['🏦'] }),
    created_at: CreatedAt,
    updated_at: Timestamp.describe(
      'Changes when the service makes the summary again because data arrived late or was ' +
        'deleted.',
    ),
    ...DayDetails.shape,
  })
  .meta({ id: 'DaySummary' });
export type DaySummary = z.output<typeof DaySummary>;
