import { z } from 'zod';

/** The basic types of JSON shapes. The limits of each shape are stated only here. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/**
 * The maximum number of code units per visible character. A family emoji has 11; longer sequences
 * are abuse.
 */
const MAX_UNITS_PER_CHARACTER = 32;

/** Counts characters as people see them: 500 emoji are 500 characters. */
function characters(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > max * MAX_UNITS_PER_CHARACTER || characters(text) > max;
}

function isShorterThan(text: string, min: number): boolean {
  if (text.length < min) return true;
  return text.length < min * MAX_UNITS_PER_CHARACTER && characters(text) < min;
}

/** Returns the beginning of a text without cutting a character in half. */
export function beginning(text: string, units: number): string {
  const cut = text.slice(0, units);
  return cut.isWellFormed() || !text.isWellFormed() ? cut : cut.slice(0, -1);
}

interface Limits {
  min?: number;
  max: number;
  /** The error message for text of only spaces. If undefined, such text is accepted. */
  blank?: string | undefined;
}

/**
 * Text of `min` to `max` characters, as people count them, without NUL and without unpaired
 * surrogates.
 */
export function text(limits: Limits) {
  return limited(z.string(), limits);
}

/** Like `text`, with surrounding spaces removed. */
export function trimmedText(limits: Limits) {
  return limited(z.string().trim(), limits);
}

function limited(string: z.ZodString, { min = 0, max, blank }: Limits) {
  return string
    .superRefine((value, context) => {
      const issue = (message: string, type: string) =>
        context.addIssue({ code: 'custom', message, params: { type } });
      if (isShorterThan(value, min)) {
        issue(
          `String should have at least ${min} character${min === 1 ? '' : 's'}`,
          'string_too_short',
        );
      }
      if (isLongerThan(value, max)) {
        issue(`String should have at most ${max} characters`, 'string_too_long');
      }
      if (blank && value !== '' && value.trim() === '') issue(blank, 'blank');
      if (value.includes('\0')) issue('String should not contain NUL characters', 'string_nul');
      if (!value.isWellFormed()) issue('String should be valid Unicode', 'string_unicode');
    })
    .meta({ minLength: min, maxLength: max });
}

/** Calendars and databases handle the years from 1800 to 2999. */
const UNKNOWN_YEAR = /^(?!1[89]|2\d)\d{4}-/;

/** A day of the calendar. */
export const Day = z.iso
  .date('Use a day such as 2026-01-31')
  .refine((day) => !UNKNOWN_YEAR.test(day), 'Use a year from 1800 to 2999');

/** Formats with and without seconds. */
const DATETIMES = [
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
];

/** A point in time as text, with a time zone. */
export const Moment = z
  .string()
  .refine(
    (value) => DATETIMES.some((form) => form.safeParse(value).success),
    'Use ISO 8601 with a zone, such as 2026-01-31T09:00:00Z',
  )
  .meta({ format: 'date-time' })
  .refine((value) => !UNKNOWN_YEAR.test(value), 'Use a year from 1800 to 2999');

/**
 * An id in a path. Malformed ids are accepted here, so that the operation can answer "not found".
 */
export const Id = z.string();

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A point in time, as ISO 8601 in UTC in the JSON. */
export const Timestamp = z
  .union([z.date(), z.string()])
  .transform((value) => new Date(value).toISOString())
  .meta({ type: 'string', format: 'date-time' });

export const CreatedAt = Timestamp.describe('The time of creation.');
export const UpdatedAt = Timestamp.describe('The time of the last change.');

/** Makes a described schema nullable. The meaning of null is added to its description. */
export function orNull<Schema extends z.ZodType>(schema: Schema, meaning: string) {
  return schema.nullable().describe(`${schema.description} ${meaning}`);
}

/**
 * A page size; a value outside the range is set to the nearest limit, as clients of the reference
 * expect.
 */
export function limit({ fallback, max, min = 1 }: { fallback: number; max: number; min?: number }) {
  return z
    .int()
    .overwrite((value) => Math.min(Math.max(value, min), max))
    .default(fallback)
    .describe(
      `The number of items to return, ${min} to ${max}. The service replaces a value outside ` +
        'this range with the nearest limit.',
    )
    .meta({ minimum: min, maximum: max });
}

export const Offset = z
  .int()
  .min(0)
  .max(1_000_000)
  .default(0)
  .describe('The number of items to skip.');

export const Visibility = z.enum(['public', 'private'], "visibility must be 'public' or 'private'");

/** Rounds seconds to milliseconds: 5.6 instead of 5.6000000000000005. */
export function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** A part of a text. Offsets count UTF-16 code units. */
export const TextRange = z.object({
  start: z
    .int()
    .describe('The first code unit.')
    .meta({ examples: [9] }),
  end: z
    .int()
    .describe('The code unit after the last.')
    .meta({ examples: [14] }),
});
export type TextRange = z.output<typeof TextRange>;

/** The name of a field for people, in the languages of the console. */
interface Label {
  en: string;
  de: string;
}

const labels = z.registry<Label>();

/**
 * Names a field that users set and that the service only stores. The page of the record in the console then has it,
 * and so do the options of the command line.
 */
export function labelled<Schema extends z.ZodType>(schema: Schema, label: Label): Schema {
  labels.add(schema, label);
  return schema;
}

/** Returns the label of a field that may be optional or null, and the schema that has it. */
export function labelledIn(schema: z.ZodType): { label: Label; schema: z.ZodType } | null {
  const label = labels.get(schema);
  if (label) return { label, schema };
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType ? labelledIn(innerType) : null;
}
