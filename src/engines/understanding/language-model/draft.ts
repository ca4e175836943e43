import { z } from 'zod';
import { CATEGORIES } from '../maker.ts';

/** The fields that the model fills in; the request contains their JSON Schema. */
export const Draft = z.object({
  title: z.string().describe('Two to six words, as a person would write them.'),
  overview: z
    .string()
    .describe('A summary of what was said, in the third person, in two to five sentences.'),
  category: z.enum(CATEGORIES),
  emoji: z.string().describe('One emoji that fits the conversation.'),
  action_items: z.array(
    z.object({
      description: z
        .string()
        .describe("The task of the user or the user's promise, as an imperative."),
      due: z
        .string()
        .nullable()
        .describe('The due time in the words of the transcript; null if not mentioned.'),
      quote: z.string().describe('The words of the transcript that mention the task.'),
    }),
  ),
  events: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      start: z
        .string()
        .describe('The start in the words of the transcript, or as YYYY-MM-DD HH:MM.'),
      duration: z.int().describe('Minutes; 30 if not mentioned.'),
      quote: z.string().describe('The words of the transcript that mention the event.'),
    }),
  ),
  memories: z.array(
    z.object({
      content: z.string().describe('A timeless fact about the user, at most 15 words.'),
      category: z.enum(['interesting', 'system']),
      quote: z.string().describe("The user's own words that state the fact."),
      replaces: z
        .string()
        .nullable()
        .describe(
          'The id of a known fact that this one replaces with a better or newer wording, such as m3; otherwise null.',
        ),
    }),
  ),
});

/** A longer list is not a plausible answer. */
const MAX_ITEMS = 30;

const text = (max: number) => z.string().trim().min(1).max(max);

const Task = z.union([
  z.object({
    description: text(500),
    due: z.string().max(200).nullish(),
    due_at: z.string().max(200).nullish(),
    quote: z.string().nullish(),
  }),
  text(500).transform((description) => ({ description, due: null, due_at: null, quote: null })),
]);
const Appointment = z.object({
  title: text(200),
  description: z.string().max(1000).catch(''),
  start: text(200),
  duration: z
    .union([z.number(), z.string().transform((words) => Number.parseInt(words, 10))])
    .pipe(z.number().min(1).max(1440))
    .transform(Math.round)
    .catch(30),
  quote: z.string().nullish(),
});
const Fact = z.object({
  content: text(500),
  category: z.enum(['interesting', 'system']).catch('system'),
  quote: z.string().nullish(),
  replaces: z.string().nullish().catch(null),
});

export type DraftTask = z.output<typeof Task>;
export type DraftAppointment = z.output<typeof Appointment>;
export type DraftFact = z.output<typeof Fact>;

/**
 * An answer after its fields were checked one by one: valid fields are kept, the others are
 * undefined.
 */
export interface Repaired {
  title: string | undefined;
  overview: string | undefined;
  category: (typeof CATEGORIES)[number] | undefined;
  emoji: string | undefined;
  action_items: DraftTask[] | undefined;
  events: DraftAppointment[] | undefined;
  memories: DraftFact[] | undefined;
}

export function repair(answer: Record<string, unknown>): Repaired {
  return {
    title: usable(text(200), answer['title']),
    overview: usable(text(10_000), answer['overview']),
    category: usable(z.enum(CATEGORIES), String(answer['category']).toLowerCase()),
    emoji: usable(
      text(16).refine((emoji) => /^\p{Extended_Pictographic}/u.test(emoji)),
      answer['emoji'],
    ),
    action_items: usableItems(Task, answer['action_items']),
    events: usableItems(Appointment, answer['events']),
    memories: usableItems(Fact, answer['memories']),
  };
}

function usable<T>(schema: z.ZodType<T>, value: unknown): T | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** Keeps the valid items of a list; returns undefined for any other value. */
function usableItems<T>(schema: z.ZodType<T>, value: unknown): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, MAX_ITEMS).flatMap((item) => usable(schema, item) ?? []);
}
