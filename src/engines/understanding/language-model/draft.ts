import { z } from 'zod';
import { CATEGORIES } from '../maker.ts';

/** The fields that the model fills in; the request contains their JSON Schema. */
export const Draft = z.object({
  title: z.string().describe('Two to six words a person would write.'),
  overview: z.string().describe('What was talked about, third person, two to five sentences.'),
  category: z.enum(CATEGORIES),
  emoji: z.string().describe('One emoji that fits.'),
  action_items: z.array(
    z.object({
      description: z.string().describe('What the user has to do or promised, as an imperative.'),
      due: z.string().nullable().describe('When, in the words that were used; null if not said.'),
      quote: z.string().describe('The words of the transcript it comes from.'),
    }),
  ),
  events: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      start: z.string().describe('When, in the words that were used or as YYYY-MM-DD HH:MM.'),
      duration: z.int().describe('Minutes; 30 when not said.'),
      quote: z.string().describe('The words of the transcript it comes from.'),
    }),
  ),
  memories: z.array(
    z.object({
      content: z.string().describe('A timeless fact about the user, at most 15 words.'),
      category: z.enum(['interesting', 'system']),
      quote: z.string().describe("The user's own words it comes from."),
      replaces: z
        .string()
        .nullable()
        .describe(
          'The mark of a known fact that this one says better or newer, such as m3; else null.',
        ),
    }),
  ),
});

/** No plausible answer contains a longer list. */
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

/** An answer whose fields were checked one by one; the invalid fields are undefined. */
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
