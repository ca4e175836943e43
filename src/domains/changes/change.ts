import { z } from 'zod';
import type { Scope } from '../../core/scopes.ts';
import { Timestamp } from '../../core/wire.ts';
import type { Operation } from '../../kit/operation.ts';

/** A kind of record whose changes the feed reports. */
export interface RecordKind {
  /** The name of the kind in the API. */
  kind: string;
  table: string;
  idType: 'uuid' | 'text';
  /** The kinds of log entries that mean a change of such a record. */
  noted: readonly string[];
  /** Reads one record, with the same checks as for any other caller. */
  get: Operation;
  /** The input field of `get` that contains the id. */
  id: string;
  /** The scope that a key needs to see the record; null for records that keys cannot see. */
  scope: Scope | null;
}

export function recordKind<Input extends z.ZodObject, Output extends z.ZodType>(
  kind: string,
  get: Operation<Input, Output>,
  {
    table,
    id,
    idType = 'uuid',
    alsoNotedAs = [],
  }: {
    table: string;
    id: keyof Input['shape'] & string;
    idType?: RecordKind['idType'];
    alsoNotedAs?: readonly string[];
  },
): RecordKind {
  const noted = [table, ...alsoNotedAs];
  return { kind, table, idType, noted, get: get as unknown as Operation, id, scope: get.scope };
}

/** Returns the schema of a change, with one variant per kind and one for deleted records. */
export function changeOf(kinds: readonly RecordKind[]) {
  const common = {
    id: z.string().describe('The id of the record.'),
    changed_at: Timestamp.nullable().describe(
      'The time of the change; null in the initial list of all records.',
    ),
    cursor: z
      .string()
      .describe('The position of this change. Send it as `cursor` to continue after the change.'),
  };
  const deleted = z
    .object({
      kind: z.enum(kinds.map(({ kind }) => kind)).describe('The kind of the record.'),
      deleted: z.literal(true).describe('True: the record was deleted.'),
      ...common,
      record: z.null().describe('Null, because the record no longer exists.'),
    })
    .meta({ id: 'Deletion' });
  const variants = kinds.map(({ kind, get }) =>
    z.object({
      kind: z.literal(kind).describe('The kind of the record.'),
      deleted: z.literal(false).describe('False: the record exists.'),
      ...common,
      record: get.output.describe('The current state of the record.'),
    }),
  );
  return z.union([deleted, ...variants]);
}

export type Change = z.input<ReturnType<typeof changeOf>>;
