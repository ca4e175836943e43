import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { idAt } from '../../core/ids.ts';
import { Moment, orNull, text } from '../../core/wire.ts';
import type { Context } from '../context.ts';

/**
 * The fields of records that programs import: the original time, the external id and free data of
 * the program.
 */

const MAX_METADATA_CHARACTERS = 8_000;
const MAX_METADATA_DEPTH = 5;

/** Data whose numbers are as they were sent; no limit of size. */
export const ExactData = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const message = problemOfNumbers(value);
  if (message) context.addIssue({ code: 'custom', message });
});

/** Free data of a program, small enough to be stored with every record. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    const message = problemOfMetadata(value);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .describe(
    `Free data of your program: a JSON object of at most ${MAX_METADATA_CHARACTERS} characters ` +
      `and ${MAX_METADATA_DEPTH} levels. Lists filter by it.`,
  );

function problemOfMetadata(value: object): string | null {
  if (depthOf(value) > MAX_METADATA_DEPTH) {
    return `metadata should have at most ${MAX_METADATA_DEPTH} levels`;
  }
  if (JSON.stringify(value).length > MAX_METADATA_CHARACTERS) {
    return `metadata should have at most ${MAX_METADATA_CHARACTERS} characters as JSON`;
  }
  const inexact = problemOfNumbers(value);
  if (inexact) return inexact;
  const isUsable = namesIn(value).every((name) => name.isWellFormed() && !name.includes('\0'));
  return isUsable ? null : 'The names in metadata should be valid Unicode without NUL characters';
}

/** Stops counting soon after the limit, because the input may be nested very deeply. */
function depthOf(value: unknown, above = 0): number {
  if (typeof value !== 'object' || value === null || above > MAX_METADATA_DEPTH) return above;
  return Math.max(above + 1, ...Object.values(value).map((each) => depthOf(each, above + 1)));
}

function problemOfNumbers(value: object): string | null {
  const place = inexactNumberIn(value, 'metadata');
  const end = 'so it would not be kept exactly. Send it as text';
  return place && `${place} is beyond ±${Number.MAX_SAFE_INTEGER}, ${end}`;
}

/** Returns the place of a number that was rounded when it was read, such as `metadata.ids.0`. */
function inexactNumberIn(value: unknown, place: string): string | null {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? place : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, each] of Object.entries(value)) {
    const found = inexactNumberIn(each, `${place}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}

export const ExternalSource = text({ min: 1, max: 100 }).describe(
  'The program or service from which the record comes, such as `todoist`.',
);
const ExternalId = text({ min: 1, max: 200 }).describe(
  'The id of the record in its source. Each id creates one record: sending it again changes ' +
    'nothing and answers with the stored record.',
);

/** The fields of a create request. */
export const externalInput = {
  source: orNull(ExternalSource, 'Null: no source.').optional(),
  external_id: orNull(ExternalId, 'Null: no external id.').optional(),
  metadata: orNull(Metadata, 'Null: no data.').optional(),
  created_at: Moment.nullish().describe(
    'The time at which the record was made in its source, from 1970 until now. Default: now.',
  ),
};
export type ExternalInput = z.output<z.ZodObject<typeof externalInput>>;

/** The fields of an answer that the caller asks for with `include=external`. */
export const externalOutput = {
  source: z
    .string()
    .nullable()
    .describe('The program or service from which the record comes; null when none was sent.')
    .optional(),
  external_id: z
    .string()
    .nullable()
    .describe('The id of the record in its source; null when none was sent.')
    .optional(),
  metadata: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Free data of the program that made the record; null when none was sent.')
    .optional(),
};

/** Returns the schema of the parameter that asks for more fields. */
export function includeOf<const Word extends string>(words: readonly Word[], text: string) {
  return z.array(z.enum(words)).optional().describe(`Comma-separated. ${text}`);
}
export const includeExternal = {
  include: includeOf(['external'], '`external` adds `source`, `external_id` and `metadata`.'),
};

interface ExternalColumns {
  source: string | null;
  external_id: string | null;
  metadata: unknown;
}

/** Returns the row, with its external fields only if the caller asks for them. */
export function withExternal<Row extends ExternalColumns>(
  row: Row,
  include: readonly string[] | undefined,
): Omit<Row, keyof ExternalColumns> & Partial<z.input<z.ZodObject<typeof externalOutput>>> {
  const { source, external_id, metadata, ...rest } = row;
  if (!include?.includes('external')) return rest;
  return { ...rest, ...externalView({ source, external_id, metadata }) };
}

/** Converts a row to an answer, including the external fields that were queried. */
export function externalView<Row extends { metadata?: unknown }>(
  row: Row,
): Omit<Row, 'metadata'> & Pick<z.input<z.ZodObject<typeof externalOutput>>, 'metadata'> {
  return row as Row & { metadata: Record<string, unknown> | null };
}

/**
 * Returns the id and the times of a new record. Lists are sorted by id, so the id of an imported
 * record starts with its original time. A record made now gets equal times for creation and change,
 * which shows that it was never changed.
 */
export function birthOf(
  context: Pick<Context, 'clock' | 'newId'>,
  created_at: string | null | undefined,
): { id: string; created_at: Date; updated_at: Date } {
  const now = context.clock.now();
  if (created_at === null || created_at === undefined) {
    return { id: context.newId(), created_at: now, updated_at: now };
  }
  const at = pastTime('created_at', created_at, now);
  return { id: idAt(at), created_at: at, updated_at: now };
}

/** The tolerance for a client's clock that is fast. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Throws when something is said to have begun later than now. */
export function begunAt(field: string, given: string, now: Date): Date {
  const at = new Date(given);
  if (at.getTime() <= now.getTime() + CLOCK_DIFFERENCE_MS) return at;
  const here = now.toISOString();
  const msg = `${field} is in the future: ${given}, while it is ${here} here. Send the time at which it began.`;
  throw new Invalid(msg, [{ loc: [field], msg, type: 'value_error' }]);
}

/** Throws unless the time is between 1970 and now. */
export function pastTime(field: string, given: string, now: Date): Date {
  const at = new Date(given);
  if (at.getTime() >= 0 && at.getTime() <= now.getTime() + CLOCK_DIFFERENCE_MS) return at;
  const msg = `${field} should be a time from 1970 until now`;
  throw new Invalid(msg, [{ loc: [field], msg, type: 'value_error' }]);
}

/** Returns the columns of a new row; an empty object without external fields. */
export function externalColumns({
  source,
  external_id,
  metadata,
}: Pick<ExternalInput, 'source' | 'external_id' | 'metadata'>): Partial<{
  source: string;
  external_id: string;
  metadata: string;
}> {
  return {
    ...(source && { source }),
    ...(external_id && { external_id }),
    ...(metadata && { metadata: JSON.stringify(metadata) }),
  };
}

/** The key that identifies a record among the records of its user. */
export function externalKey({
  source,
  external_id,
}: {
  source?: string | null | undefined;
  external_id?: string | null | undefined;
}): string | null {
  return external_id ? JSON.stringify([source ?? '', external_id]) : null;
}
