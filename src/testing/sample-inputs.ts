/** Makes inputs from JSON schemas, with given ids in every field that takes an id. */
import type { Json } from './clients/api-user.ts';

export interface Samples {
  /** Returns an id for a parameter or field such as `memory_id`; undefined when it takes no id. */
  idFor(name: string): string | undefined;
  /** The value of all other texts. */
  text: string;
  /** The schemas to which a schema may refer. */
  schemas: Readonly<Record<string, Json>>;
}

/** With `isFull`, the input also contains the optional fields. */
export function sampleOf(schema: Json, samples: Samples, isFull: boolean, name = ''): unknown {
  if (schema.$ref) {
    return sampleOf(samples.schemas[schema.$ref.split('/').at(-1)], samples, isFull, name);
  }
  if (schema.enum) return schema.enum[0];
  if ('const' in schema) return schema.const;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sampleOf(choice, samples, isFull, name);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries<Json>(schema.properties ?? {})
          .filter(([field]) => isFull || schema.required?.includes(field))
          .map(([field, inner]) => [field, sampleOf(inner, samples, isFull, field)]),
      );
    case 'array':
      return [sampleOf(schema.items ?? {}, samples, isFull, name.replace(/s$/, ''))];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return samples.idFor(name) ?? textOf(schema, samples.text);
  }
}

function textOf({ format, maxLength = 100 }: Json, text: string): string {
  if (format === 'date-time') return '2026-03-02T10:00:00Z';
  if (format === 'date') return '2026-03-02';
  return text.slice(0, maxLength);
}
