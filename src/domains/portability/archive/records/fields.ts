/** The types of fields in the archive of an account. No type changes a value that it accepts. */
import { z } from 'zod';
import type { Column } from '../../../../storage/archive/catalogue.ts';

/** The largest text of a record. */
const MAX_TEXT = 2_000_000;
const MAX_ITEMS = 10_000;

export const words = (max = MAX_TEXT) => z.string().max(max);
export const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Use a UUID');
export const number = z.number();
export const metadata = z.record(z.string(), z.unknown());
/** Ids that may have been chosen by a program. */
export const ids = z.array(z.string().min(1).max(200)).max(MAX_ITEMS);
export const items = <Item extends z.ZodType>(item: Item) => z.array(item).max(100_000);

const integer = (bits: 16 | 32) =>
  z
    .int()
    .min(-(2 ** (bits - 1)))
    .max(2 ** (bits - 1) - 1);

/** The fields of columns, by the types of the database. JSON has no entry. */
const TYPES: Readonly<Record<string, z.ZodType>> = {
  bool: z.boolean(),
  bytea: z.base64().max(1_000_000),
  date: z.iso.date(),
  float4: number,
  float8: number,
  int2: integer(16),
  int4: integer(32),
  int8: z.int(),
  text: words(),
  timestamptz: z.iso.datetime('Use a time such as 2026-01-31T09:00:00.000Z'),
  uuid: id,
  _text: z.array(words()).max(MAX_ITEMS),
  _uuid: z.array(id).max(MAX_ITEMS),
};

export const needsShape = ({ type }: Column): boolean => !(type in TYPES);

/** Returns the field of a column. Archives of older versions do not have the newer ones. */
export function fieldOf(
  { type, words: known, isNullable, hasDefault }: Column,
  shape?: z.ZodType,
): z.ZodType {
  const field = shape ?? (known ? z.enum(known) : (TYPES[type] ?? z.unknown()));
  if (isNullable) return field.nullish();
  return hasDefault ? field.optional() : field;
}
