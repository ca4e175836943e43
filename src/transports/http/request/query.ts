import type { z } from 'zod';

/**
 * A query string contains only text, so the field's schema decides the type. Lists are sent as
 * repeated parameters or separated by commas. Values that do not parse stay text, so that the
 * schema refuses them with its own message.
 */
export function readQuery(
  fields: readonly string[],
  shape: Record<string, z.ZodType>,
  query: Record<string, string | string[]>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const field of fields) {
    const value = query[field];
    if (value === undefined) continue;
    const type = innerType(shape[field]!);
    read[field] =
      type === 'array'
        ? [value].flat().flatMap((each) => each.split(','))
        : coerce(type, Array.isArray(value) ? value.at(-1)! : value);
  }
  return read;
}

function coerce(type: string, text: string): unknown {
  if (type === 'number') return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  if (type !== 'boolean') return text;
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  // For a choice that can be withdrawn, such as the review of a memory.
  if (text === 'null') return null;
  return text;
}

export function innerType(schema: z.ZodType): string {
  // The type is safe, because the schema checks the value afterwards.
  const {
    type,
    innerType: wrapped,
    out,
  } = schema.def as {
    type: string;
    innerType?: z.ZodType;
    out?: z.ZodType;
  };
  const inner = wrapped ?? out;
  return inner ? innerType(inner) : type;
}
