/** The kinds of records with the columns that the database has. */
import { z } from 'zod';
import type { Row, StoredKind } from '../../../../storage/archive/rows.ts';
import { describeTables } from '../../../../storage/archive/catalogue.ts';
import type { DescribedTable } from '../../../../storage/archive/catalogue.ts';
import type { Db } from '../../../../storage/database.ts';
import { fieldOf } from './fields.ts';
import { hexOf } from './kind.ts';
import type { ArchiveKind, Children, Shapes } from './kind.ts';
import { KINDS } from './kinds.ts';
import { isLeftOut } from './left-out.ts';

/** Rows of a table as they are in lines. */
interface Lines extends StoredKind {
  shape: z.ZodObject;
  /** The names of binary columns, which lines have in base64. */
  binary: ReadonlySet<string>;
}

interface DescribedChildren extends Children, Lines {
  /** The type of the column `parent`. */
  type: string;
}

/** A kind with its columns, as the database has them. */
export interface DescribedKind extends Omit<ArchiveKind, 'where'>, Lines {
  children: readonly DescribedChildren[];
}

/** Describes the kinds by the tables of the database, so that a new column is in the archive. */
export async function describeKinds(db: Db): Promise<readonly DescribedKind[]> {
  const tables = new Map((await describeTables(db)).map((table) => [table.name, table]));
  return KINDS.map((kind) => {
    const children = (kind.children ?? []).map((child) => {
      const table = tables.get(child.table)!;
      const { type } = table.columns.find(({ name }) => name === child.parent)!;
      return { ...child, type, ...linesOf(table, child.shapes, [child.parent]) };
    });
    const derived = Object.keys(kind.derived?.({ name: '', word: '', content: '' }) ?? {});
    const lines = linesOf(tables.get(kind.table)!, kind.shapes, derived);
    const lists = children.map(({ field, shape }) => [field, z.array(shape).max(1_000_000)]);
    const shape = lines.shape.extend(Object.fromEntries(lists));
    return { ...kind, ...lines, shape, children };
  });
}

/** Describes the lines of a table. The columns of `without` are in no line. */
function linesOf(
  { name: table, key, columns }: DescribedTable,
  shapes: Shapes = {},
  without: string[],
) {
  const isOwn = (name: string) => !isLeftOut(table, name) && !without.includes(name);
  const own = columns.filter(({ name }) => isOwn(name));
  const fields = own.map((column) => [column.name, fieldOf(column, shapes[column.name])]);
  return {
    columns: own.map(({ name }) => name),
    // The key of a table with one row for each user is the user.
    key: ['id', ...key!.filter(isOwn)].slice(key!.some(isOwn) ? 1 : 0),
    binary: new Set(own.filter(({ type }) => type === 'bytea').map(({ name }) => name)),
    shape: z.strictObject(Object.fromEntries(fields) as Record<string, z.ZodType>),
  };
}

/** Returns a stored row as it is in a line. */
export function outward(row: Row, { shape }: Pick<Lines, 'shape'>): Row {
  return Object.fromEntries(
    Object.keys(shape.shape).map((name) => {
      const value = row[name];
      return [name, Buffer.isBuffer(value) ? value.toString('base64') : value];
    }),
  );
}

/** Returns a row of a line as the database reads it from JSON. */
export function inward(row: Row, { binary }: Pick<Lines, 'binary'>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isBinary = typeof value === 'string' && binary.has(name);
      return [name, isBinary ? hexOf(Buffer.from(value, 'base64')) : value];
    }),
  );
}
