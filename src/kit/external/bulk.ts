import { z } from 'zod';
import { Invalid, ServiceError } from '../../core/errors.ts';
import { problemsOf, unusableText } from '../problems.ts';

/** Requests that take many records and report the outcome of each. */

const MAX_BULK = 500;

const Outcome = z
  .object({
    outcome: z
      .enum(['created', 'updated', 'unchanged', 'refused'])
      .describe(
        '`updated`: the record existed without an `external_id`, and your fields were ' +
          'added to it. `unchanged`: a record with this `external_id` already existed.',
      ),
    id: z
      .string()
      .nullable()
      .describe('The id of the stored record; null when the item was refused.'),
    external_id: z
      .string()
      .nullable()
      .describe('The `external_id` of the item; null when it has none.'),
    error: z
      .object({
        detail: z
          .union([
            z.string(),
            z.array(
              z.object({
                loc: z.array(z.union([z.string(), z.int()])).describe('The path to the field.'),
                msg: z.string().describe('The problem and how to solve it.'),
                type: z.string().describe('The kind of problem, for programs.'),
              }),
            ),
          ])
          .describe('A sentence, or one entry for each problem.'),
      })
      .nullable()
      .describe(
        'The error body that a request with only this item would get; null without an error.',
      ),
  })
  .meta({ id: 'ImportOutcome' });

type Outcome = z.output<typeof Outcome>;

export const BulkAnswer = z
  .object({
    results: z.array(Outcome).describe('One outcome per item, in the same order.'),
    created_count: z.int().describe('The number of created records.'),
    updated_count: z.int().describe('The number of existing records that got an `external_id`.'),
    unchanged_count: z.int().describe('The number of items that were stored already.'),
    refused_count: z.int().describe('The number of refused items.'),
  })
  .meta({ id: 'ImportAnswer' });

/**
 * Accepts any value as an item, so that an invalid item does not cause the refusal of the other
 * items.
 */
export function bulkInput<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z
      .array(
        z.union([
          item,
          z.unknown().describe('An invalid item is refused without affecting the others.'),
        ]),
      )
      .max(MAX_BULK)
      .describe(`At most ${MAX_BULK}. The body may have 1 MiB.`),
  });
}

export type Stored = Pick<Outcome, 'id'> & { outcome: 'created' | 'updated' | 'unchanged' };

/**
 * Stores the valid items, and returns an outcome for each item. `store` returns, for each valid
 * item, the stored record or the error that refused it.
 */
export async function importEach<Item>(
  schemaOf: (given: unknown) => z.ZodType<Item>,
  given: readonly unknown[],
  store: (items: Item[]) => Promise<(Stored | Error)[]>,
): Promise<z.input<typeof BulkAnswer>> {
  const read = given.map((each) => readItem(schemaOf(each), each));
  const stored = await store(read.flatMap((each) => (each instanceof Error ? [] : [each.value])));
  let next = 0;
  const results = read.map((each, index): Outcome => {
    const result = each instanceof Error ? each : stored[next++]!;
    const external_id = externalIdOf(given[index]);
    return result instanceof Error
      ? { outcome: 'refused', id: null, external_id, error: { detail: detailOf(result, index) } }
      : { ...result, external_id, error: null };
  });
  const count = (word: Outcome['outcome']) =>
    results.filter(({ outcome }) => outcome === word).length;
  return {
    results,
    created_count: count('created'),
    updated_count: count('updated'),
    unchanged_count: count('unchanged'),
    refused_count: count('refused'),
  };
}

function readItem<Item>(item: z.ZodType<Item>, given: unknown): { value: Item } | Error {
  const { data, error } = item.safeParse(given, { reportInput: true });
  const problems = error ? problemsOf(error) : unusableText(data);
  return problems.length > 0
    ? new Invalid('The item is not valid.', problems)
    : { value: data as Item };
}

/** Returns the result, or the service error that refused the item; throws any other error. */
export async function refusable<Result>(work: () => Promise<Result>): Promise<Result | Error> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.kind !== 'unavailable') return error;
    throw error;
  }
}

function detailOf(error: Error, index: number): NonNullable<Outcome['error']>['detail'] {
  if (!(error instanceof Invalid) || !error.problems) return error.message;
  return error.problems.map(({ loc, ...rest }) => ({
    ...rest,
    loc: ['body', 'items', index, ...loc],
  }));
}

function externalIdOf(given: unknown): string | null {
  const id = (given as { external_id?: unknown } | null)?.external_id;
  return typeof id === 'string' ? id.toWellFormed() : null;
}
