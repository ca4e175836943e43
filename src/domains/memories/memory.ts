import { createHash } from 'node:crypto';
import { z } from 'zod';
import { comparable, textKey } from '../../core/text.ts';
import { casedWordsIn } from '../../engines/facts/written-case.ts';
import {
  CreatedAt,
  labelled,
  orNull,
  text,
  Timestamp,
  UpdatedAt,
  Visibility,
} from '../../core/wire.ts';
import { externalInput, externalOutput, Metadata } from '../../kit/external/record.ts';

/** The categories of a memory, in the database and in answers. */
export const MEMORY_CATEGORIES = ['interesting', 'system', 'manual'] as const;
export const MemoryCategory = z.enum(MEMORY_CATEGORIES);
export type MemoryCategory = z.infer<typeof MemoryCategory>;

/**
 * Category names from older clients; `auto` lets the service choose, and all other names mean
 * `system`.
 */
const LEGACY_CATEGORIES = [
  'core',
  'hobbies',
  'lifestyle',
  'interests',
  'habits',
  'work',
  'skills',
  'learnings',
  'other',
  'workflow',
  'auto',
] as const;
export const AcceptedCategory = z.enum([...MEMORY_CATEGORIES, ...LEGACY_CATEGORIES]);
export type AcceptedCategory = z.infer<typeof AcceptedCategory>;

export const MAX_BATCH = 25;

const content = (blank: string) =>
  text({ min: 1, max: 500, blank }).describe('The fact, 1 to 500 characters.');
export const Content = content('content cannot be empty');
const Tags = labelled(
  z
    .array(text({ min: 1, max: 100 }))
    .max(50)
    .describe('Free labels.'),
  { en: 'Tags', de: 'Schlagwörter' },
);

/** All fields of a memory; each operation picks the fields that it returns. */
const Whole = z.object({
  id: z.string().describe('The id of the memory.'),
  content: z.string().describe('The fact, as a sentence.'),
  category: MemoryCategory.describe(
    '`system`: about the user; `interesting`: knowledge; `manual`: added by hand.',
  ),
  visibility: Visibility.describe(
    '`public`: your own apps may show the memory to others. The service publishes nothing.',
  ),
  tags: z.array(z.string()).describe('Free labels.'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  manually_added: z
    .boolean()
    .describe('True for a memory that was added through the API or the app.'),
  scoring: z.string().describe('The sort key of lists, descending.'),
  reviewed: z.boolean().describe('True when the user has kept or rejected the memory.'),
  user_review: z
    .boolean()
    .nullable()
    .describe('`true`: kept; `false`: rejected; `null`: not reviewed.'),
  edited: z.boolean().describe('True when the memory was changed after its creation.'),
  conversation_id: z
    .string()
    .nullable()
    .describe(
      'The conversation from which the fact comes; null for a memory that was added by hand.',
    ),
  until: Timestamp.nullable().describe(
    'For a closed memory, the time until which it was true; otherwise null.',
  ),
});

export const Known = z
  .literal(true)
  .describe(
    'Present when the service already knew the fact and updated the stored memory with ' +
      'your fields.',
  );

export const FoundMemory = Whole.meta({ id: 'FoundMemory' });
/** What a conversation said about a fact. */
const Told = z
  .object({
    conversation_id: z.string().describe('The conversation that said it.'),
    segment_id: z.string().describe('The segment that said it.'),
    rule: z.string().describe('The rule that decided.'),
    at: Timestamp.describe('When it was said.'),
  })
  .nullable();
/** Another conversation that told a known fact. */
const HeardAgain = z.object({
  conversation_id: z.string().describe('The conversation that told it.'),
  segment_id: z
    .string()
    .nullable()
    .describe('The segment that told it; null when it is not known.'),
  rule: z.string().describe('The rule that decided that it is the same.'),
  at: Timestamp.describe('When it was said.'),
  words: z.string().describe('The words in which it was told.'),
});
export const Memory = Whole.extend({
  ...externalOutput,
  segment_id: z
    .string()
    .nullable()
    .describe('The segment in which the fact was heard; null for a memory that was added by hand.'),
  found_by: z
    .string()
    .nullable()
    .describe(
      'The rules, the part of the reader or the model that found the fact; null for a memory that ' +
        'was added by hand, or found by an older version.',
    ),
  confidence: z
    .number()
    .nullable()
    .describe(
      'The chance that the reading of the conversation gave the fact, 0 to 1; null when it gave none.',
    ),
  since: Timestamp.nullable().describe(
    'When a conversation told the fact first; null for a memory that was added by hand.',
  ),
  times_heard: z
    .int()
    .describe('The number of conversations that told the fact, in whatever words; at least 1.'),
  last_heard_at: Timestamp.nullable().describe(
    'When a conversation last told the fact; null when none has.',
  ),
  heard_again: z
    .array(HeardAgain)
    .describe(
      'The conversations that told the fact again, the newest 50, in the order of finding.',
    ),
  closed_by: Told.describe('The words that closed the fact; null unless a conversation closed it.'),
  contradicted_by: Told.describe(
    'The words against a fact that you wrote or kept, for your review; null without any. ' +
      'Closing, changing or reviewing the memory removes it.',
  ),
}).meta({ id: 'MemoryDetail' });
const Specified = Whole.omit({ conversation_id: true, until: true });
/** Only lists of closed memories have this field. */
export const EndOfClosed = {
  until: z
    .preprocess((end) => end ?? undefined, Timestamp.optional())
    .describe('The time until which the fact was true; only closed memories have it.'),
};
export const ListedMemory = Specified.extend({
  ...externalOutput,
  ...EndOfClosed,
  conversation_id: Whole.shape.conversation_id.optional(),
  last_heard_at: Timestamp.nullable()
    .optional()
    .describe('When a conversation last told the fact; null when none has.'),
}).meta({ id: 'Memory' });
export const CreatedMemory = Specified.omit({
  reviewed: true,
  user_review: true,
  edited: true,
})
  .extend({
    resembles: z
      .object({
        id: z.string().describe('The id of the stored memory.'),
        content: Whole.shape.content,
        likeness: z
          .number()
          .min(0)
          .max(1)
          .describe('Similarity of the two texts by letters; 1 when they are equal.'),
      })
      .optional()
      .describe(
        'A stored memory with nearly the same text, if there is one. The service keeps ' +
          'both. Delete the one that you do not want.',
      ),
    known: Known.optional(),
  })
  .meta({ id: 'MemoryCreated' });
export const UpdatedMemory = Specified.omit({
  scoring: true,
  reviewed: true,
  user_review: true,
})
  .extend({ until: Whole.shape.until })
  .meta({ id: 'MemoryUpdated' });

export const MemoryCreate = z
  .strictObject({
    content: Content,
    category: AcceptedCategory.nullish().describe('Default: the service chooses.'),
    visibility: Visibility.optional().describe('Default: `private`.'),
    tags: orNull(Tags, 'Null: no labels.').optional(),
    ...externalInput,
  })
  .meta({ id: 'MemoryCreate' });
export type MemoryCreate = z.output<typeof MemoryCreate>;

export const MemoryBatchCreate = z.strictObject({
  memories: z
    .array(MemoryCreate.extend({ content: content('All memories must have non-empty content') }))
    .max(MAX_BATCH)
    .describe(`At most ${MAX_BATCH}.`),
});

export const MemoryPatch = z.strictObject({
  memory_id: z.string(),
  content: Content.optional(),
  visibility: Visibility.optional().describe('The new visibility.'),
  tags: Tags.optional(),
  category: AcceptedCategory.optional().describe(
    'The new category; an older name is mapped to one of today.',
  ),
  metadata: orNull(Metadata, 'Null removes the data.').optional(),
  until: text({ max: 40 })
    .meta({ examples: ['2026-01-31'] })
    .nullable()
    .optional()
    .describe(
      'Closes the memory: it was true until this day (`yyyy-mm-dd`) or time (ISO 8601). ' +
        'Lists and searches then leave it out. `null` opens it again.',
    ),
});

/** Asks for closed memories. */
export const IsClosed = z
  .boolean()
  .default(false)
  .describe('`true`: only closed memories, which are no longer true.');

/** Asks for what was true at a time. */
export const TrueAt = text({ max: 40 })
  .optional()
  .meta({ examples: ['2026-01-31'] })
  .describe(
    'Returns what the service knew to be true at the end of this day (`yyyy-mm-dd`) or at this ' +
      'time (ISO 8601), closed memories included, in the words that they had then.',
  );

/** A wording of a memory. */
export const MemoryVersion = z
  .object({
    content: z.string().describe('The wording.'),
    until: Whole.shape.until,
    changed_at: Timestamp.nullable().describe(
      'When the next wording replaced this one; null for the current one.',
    ),
  })
  .meta({ id: 'MemoryVersion' });

/**
 * Returns the same key for facts that differ only in case, spaces or final punctuation. Each key is
 * stored once. In words that are written like codes, such as "aB3xQ", the case counts.
 */
export function contentKey(content: string): Buffer {
  const key = textKey(comparable(content).replace(/[.!…]+$/u, ''));
  // Compared as letters, `10²` were `102`.
  const signs = content.match(/\p{No}+/gu) ?? [];
  const codes = [...casedWordsIn(content), ...signs].join(' ');
  return codes === '' ? key : createHash('sha256').update(key).update(codes).digest();
}

/** Returns the middle part of a score, which is 999 minus the boost of the category. */
export function categoryScore(category: MemoryCategory): '998' | '999' {
  return category === 'system' ? '999' : '998';
}

/**
 * Returns the sort key for lists: memories added by hand come first, then higher boosts of the
 * category, then newer memories. The reference service defines the format: `01_998_1705315800`.
 */
export function scoring(memory: {
  manually_added: boolean;
  category: MemoryCategory;
  created_at: Date;
}): string {
  const manual = memory.manually_added ? '01' : '00';
  const seconds = Math.floor(memory.created_at.getTime() / 1000);
  return `${manual}_${categoryScore(memory.category)}_${String(seconds).padStart(10, '0')}`;
}
