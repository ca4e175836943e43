import { z } from 'zod';
import { Timestamp } from '../../core/wire.ts';
import { Memory } from '../memories/memory.ts';

const FromConversation = { conversation_id: z.string() };

const DayStats = z
  .object({
    total_conversations: z.int().meta({ examples: [4] }),
    total_minutes: z
      .int()
      .describe('The total length of the conversations in minutes.')
      .meta({ examples: [95] }),
    action_items_count: z.int().meta({ examples: [1] }),
  })
  .meta({ id: 'DayStats' });

const DayHighlight = z
  .object({ ...FromConversation, title: z.string(), emoji: z.string() })
  .meta({ id: 'DayHighlight' });

const DayActionItem = z
  .object({
    id: z.string(),
    description: z.string(),
    completed: z.boolean(),
    due_at: Timestamp.nullable(),
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
    latitude: z.number().meta({ examples: [38.7223] }),
    longitude: z.number().meta({ examples: [-9.1393] }),
    address: z
      .string()
      .nullable()
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
    .array(z.object({ ...FromConversation, question: z.string() }))
    .describe('Lists only questions that are certain; the built-in rules find none.'),
  decisions_made: z
    .array(z.object({ ...FromConversation, decision: z.string() }))
    .describe('Lists only decisions that are certain; the built-in rules find none.'),
  knowledge_nuggets: z
    .array(z.object({ ...FromConversation, id: z.string(), content: Memory.shape.content }))
    .describe('The memories from the conversations; empty while memories are closed.'),
  locations: z.array(DayLocation).describe('The places of the conversations.'),
});
export type DayDetails = z.output<typeof DayDetails>;

export const DaySummary = z
  .object({
    id: z.string(),
    date: z.string().describe("The day in the user's time zone.").meta({ format: 'date' }),
    headline: z
      .string()
      .describe('At most about eight words.')
      .meta({ examples: ['A call to the bank · Dinner with Ana'] }),
    overview: z.string().describe('In the third person, in the order of the day.'),
    day_emoji: z.string().meta({ examples: ['🏦'] }),
    created_at: Timestamp,
    updated_at: Timestamp.describe(
      'Changes when the service makes the summary again because data arrived late or was ' +
        'deleted.',
    ),
    ...DayDetails.shape,
  })
  .meta({ id: 'DaySummary' });
export type DaySummary = z.output<typeof DaySummary>;
