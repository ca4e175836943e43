import { z } from 'zod';
import { CreatedAt, Moment, Timestamp, trimmedText } from '../../core/wire.ts';
import { PERHAPS_KINDS } from '../../engines/understanding/maker.ts';
import { ActionItem } from '../action-items/action-item.ts';
import { Memory } from '../memories/memory.ts';

export const MAX_LISTED = 50;

const Suggestion = z
  .object({
    id: z.string().describe('The id of the suggestion.'),
    kind: z.enum(PERHAPS_KINDS).describe('The kind of the item that is made when you keep it.'),
    text: z
      .string()
      .describe('A task, the name of an event, or a fact.')
      .meta({ examples: ['Ring the plumber'] }),
    at: Timestamp.nullable().describe(
      'The start of an event, or the time at which a task is due; null without a time.',
    ),
    confidence: z.number().describe('The chance that it is true, 0 to 1.'),
    conversation_id: z.string().describe('The conversation that told it.'),
    segment_id: z.string().nullable().describe('The segment that told it; null if unknown.'),
    created_at: CreatedAt,
  })
  .meta({ id: 'Suggestion' });

export const SuggestionList = z.object({
  suggestions: z.array(Suggestion).describe('The open suggestions, the newest first.'),
});

export const ListInput = z.object({
  since: Moment.optional().describe('The earliest time of creation. Default: seven days ago.'),
});

export const SuggestionKeep = z.strictObject({
  suggestion_id: z.string(),
  text: trimmedText({ min: 1, max: 500 })
    .optional()
    .describe('Better words. Default: those of the suggestion.'),
});

const KeptEvent = z.object({
  title: z.string().describe('The name of the event.'),
  start: Timestamp.describe('The time at which the event begins.'),
  duration: z.int().describe('Minutes.'),
});

export const KeptSuggestion = z
  .object({
    kind: z.enum(PERHAPS_KINDS).describe('The kind of the item that was made.'),
    action_item: ActionItem.nullable().describe('The task, if one was made; otherwise null.'),
    event: KeptEvent.nullable().describe(
      'The event of the conversation, if one was made; otherwise null.',
    ),
    memory: Memory.nullable().describe('The memory, if one was made; otherwise null.'),
  })
  .meta({ id: 'KeptSuggestion' });
