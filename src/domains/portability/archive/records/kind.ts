import type { z } from 'zod';
import type { Row, StoredKind } from '../../../../storage/account-rows/rows.ts';
import { bytes } from './fields.ts';

/** Records that belong to a record of a kind, and are part of its line. */
export interface Children {
  /** The field of the line that lists them. */
  field: string;
  table: string;
  /** The column with the id of the record they belong to, and its type. */
  parent: string;
  type: 'uuid' | 'text';
  key: readonly string[];
  shape: z.ZodObject;
}

/** Records of one kind: a file of the archive with a line of JSON for each. */
export interface ArchiveKind {
  /** The name in reports; the file is `NAME.jsonl`. */
  name: string;
  table: string;
  key: readonly string[];
  /** A condition for records that leave the service. */
  where?: string;
  /** The columns; their order is the order in a line. */
  shape: z.ZodObject;
  children?: readonly Children[];
  /** Changes a stored row before it leaves. */
  outgoing?(row: Row): Row;
  /** Returns the columns that are derived from others, such as keys of unique indexes. */
  derived?(row: Row): Row;
  /** The derived column that identifies the same record under another id. */
  sameBy?: string;
}

export const fileNameOf = ({ name }: Pick<ArchiveKind, 'name'>): string => `${name}.jsonl`;

export function archiveColumns(shape: z.ZodObject, children: readonly Children[] = []): string[] {
  const nested = new Set(children.map(({ field }) => field));
  return Object.keys(shape.shape).filter((name) => !nested.has(name));
}

export function storedKind({ table, key, where, shape, children }: ArchiveKind): StoredKind {
  return { table, key, columns: archiveColumns(shape, children), ...(where && { where }) };
}

/** Returns a stored row as it is in a line. */
export function outward(row: Row, shape: z.ZodObject): Row {
  return Object.fromEntries(
    Object.keys(shape.shape).map((name) => {
      const value = row[name];
      return [name, Buffer.isBuffer(value) ? value.toString('base64') : value];
    }),
  );
}

/** Returns a row of a line as the database reads it from JSON. */
export function inward(row: Row, shape: z.ZodObject): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isBinary = typeof value === 'string' && isBytes(shape.shape[name]);
      return [name, isBinary ? hexOf(Buffer.from(value, 'base64')) : value];
    }),
  );
}

export const hexOf = (data: Buffer): string => `\\x${data.toString('hex')}`;

function isBytes(field: unknown): boolean {
  return field === bytes || (field as { unwrap?(): unknown } | undefined)?.unwrap?.() === bytes;
}
