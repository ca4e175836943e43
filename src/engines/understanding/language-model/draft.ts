import { z } from 'zod';
import { CATEGORIES } from '../maker.ts';

/** So many items of each kind may be missing in the list of what was found. */
export const MOST_ADDED = { tasks: 3, events: 3, memories: 4 };
/** No plausible draft of an assistant, and no list of checks, is longer. */
const MAX_ITEMS = 30;
const MOST_DRAFTED = { tasks: MAX_ITEMS, events: MAX_ITEMS, memories: MAX_ITEMS };

const written = (max: number, what: string) => z.string().max(max).describe(what);
const quote = written(200, 'Words copied from the transcript that prove it.');

/** The fields about the whole talk. A small model writes a better title when it has summed up first. */
export const Frame = z.object({
  overview: written(
    600,
    'Who spoke with whom about what, what was agreed, and what is open. Third person, two to four sentences.',
  ),
  title: written(
    80,
    'The things it was about, in three to eight words, as in a list of notes; never only who talked.',
  ),
  category: z.enum(CATEGORIES),
  emoji: written(8, 'One emoji that fits.'),
});

/**
 * The fields that the model fills in after `asked` numbered items; the request contains their JSON
 * Schema. Each field has one type: runtimes read a choice of types as anything, without an end.
 */
export const answerAbout = (asked: number) =>
  Frame.extend({
    checks: z
      .array(
        z.object({
          number: z.int(),
          keep: z.boolean().describe('Whether it really is one.'),
          whose: written(40, '"user", or the name of who has to do it.'),
          words: written(120, 'One short line, in words of the transcript.'),
        }),
      )
      .max(asked),
    action_items: z
      .array(
        z.object({
          description: written(120, 'What has to be done, as an imperative.'),
          due: written(60, 'When, in the words that were used; empty if not said.'),
          quote,
        }),
      )
      .max(MOST_ADDED.tasks),
    events: z
      .array(
        z.object({
          title: written(80, 'What is agreed.'),
          start: written(60, 'When, in the words that were used or as YYYY-MM-DD HH:MM.'),
          duration: z.int().describe('Minutes; 30 when not said.'),
          quote,
        }),
      )
      .max(MOST_ADDED.events),
    memories: z
      .array(
        z.object({
          content: written(120, 'A timeless fact about the user.'),
          category: z.enum(['interesting', 'system']),
          quote,
          replaces: written(8, 'The mark of the known fact that it says better, or empty.'),
        }),
      )
      .max(MOST_ADDED.memories),
  });

/** Small models copy the form of the question: `task: Send it <- "I'll send it."`. */
const ownWords = (said: string): string =>
  said.replace(/^\s*(?:\d+\. )?(?:task|appointment|fact): /u, '').replace(/\s*<-.*$/su, '');
const text = (max: number) =>
  z.string().transform(ownWords).pipe(z.string().trim().min(1).max(max));

const Check = z.object({
  number: z.coerce.number().int(),
  keep: z.boolean().catch(true),
  whose: z.string().trim().max(100).catch(''),
  words: z.string().transform(ownWords).pipe(z.string().trim().max(200)).catch(''),
});
const Task = z.object({
  description: text(500),
  due: z.string().max(200).nullish(),
  quote: z.string().nullish(),
});
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

export type DraftCheck = z.output<typeof Check>;
type DraftTask = z.output<typeof Task>;
type DraftAppointment = z.output<typeof Appointment>;
export type DraftFact = z.output<typeof Fact>;

/** An answer whose fields were checked one by one; the invalid fields are undefined. */
export interface Repaired {
  title: string | undefined;
  overview: string | undefined;
  category: (typeof CATEGORIES)[number] | undefined;
  emoji: string | undefined;
  checks: DraftCheck[] | undefined;
  action_items: DraftTask[] | undefined;
  events: DraftAppointment[] | undefined;
  memories: DraftFact[] | undefined;
}

export function repair(answer: Record<string, unknown>, most = MOST_DRAFTED): Repaired {
  return {
    title: usable(text(200), answer['title']),
    overview: usable(text(10_000), answer['overview']),
    category: usable(z.enum(CATEGORIES), String(answer['category']).toLowerCase()),
    emoji: usable(
      text(16).refine((emoji) => /^\p{Extended_Pictographic}/u.test(emoji)),
      answer['emoji'],
    ),
    checks: usableItems(Check, answer['checks'], MAX_ITEMS),
    action_items: usableItems(Task, answer['action_items'], most.tasks),
    events: usableItems(Appointment, answer['events'], most.events),
    memories: usableItems(Fact, answer['memories'], most.memories),
  };
}

function usable<T>(schema: z.ZodType<T>, value: unknown): T | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** Keeps the valid items of a list; returns undefined for any other value. */
function usableItems<T>(schema: z.ZodType<T>, value: unknown, most: number): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, most).flatMap((item) => usable(schema, item) ?? []);
}
