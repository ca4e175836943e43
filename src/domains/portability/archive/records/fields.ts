/** The types of fields in the archive of an account. No type changes a value that it accepts. */
import { z } from 'zod';
import { labelledIn } from '../../../../core/wire.ts';

/** The largest text of a record, such as a whole chat file. */
const MAX_TEXT = 2_000_000;

export const words = (max = MAX_TEXT) => z.string().max(max);
export const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Use a UUID');
/** Ids that may have been chosen by a program. */
export const anyId = z.string().min(1).max(200);
export const time = z.iso.datetime('Use a time such as 2026-01-31T09:00:00.000Z');
export const day = z.iso.date();
export const bytes = z.base64().max(1_000_000);
export const integer = z.int().min(-2_147_483_648).max(2_147_483_647);
export const number = z.number();
export const flag = z.boolean();
export const metadata = z.record(z.string(), z.unknown()).nullable();
export const ids = z.array(anyId).max(10_000);

/** The labelled fields of a noun. Archives of older versions do not have the newer ones. */
export const labelledOf = ({ shape }: z.ZodObject): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(shape as Record<string, z.ZodType>)
      .filter(([, field]) => labelledIn(field))
      .map(([name, field]) => [name, field.optional()]),
  );
