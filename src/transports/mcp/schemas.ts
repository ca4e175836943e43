import type { Tool as Listing } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { dropNoise } from '../../kit/json-schema.ts';
import type { Tool } from '../../kit/tool.ts';
import { cardOf } from './cards/cards.ts';

/**
 * Makes the description of a tool for clients from the schemas that validate its calls. Each word
 * costs the model tokens, so the description omits needless words.
 */
export function listingOf({
  name,
  title,
  description,
  operation,
  shape,
  destructive,
  isIdempotent,
}: Tool): Listing {
  return {
    name,
    title,
    description,
    inputSchema: { ...schemaOf(operation.input, 'input'), additionalProperties: false },
    // `notice` and `cut`, which any answer may have besides, explain themselves.
    outputSchema: schemaOf(shape, 'output'),
    annotations: {
      readOnlyHint: operation.effect === 'read',
      ...(operation.effect !== 'read' && {
        destructiveHint: destructive,
        // Only changes can be repeated in vain: a second creation or change finds nothing to do.
        idempotentHint: isIdempotent,
      }),
      openWorldHint: false,
    },
    ...cardOf(name),
  };
}

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): Listing['inputSchema'] {
  const {
    $schema: _,
    $defs: named = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema, io),
  });
  const whole = inlined(json, named as Record<string, Json>) as Listing['inputSchema'];
  return io === 'input' ? whole : withoutRequired(whole);
}

/** Models rarely come near these limits, and the error or the description tells them. */
const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'];

function tidy(json: Json, io: 'input' | 'output'): void {
  dropNoise(json);
  delete json['id'];
  delete json['examples'];
  for (const word of LIMITS) delete json[word];
  const fields = json['properties'] as Record<string, Json> | undefined;
  for (const [name, field] of Object.entries(fields ?? {})) {
    if (field['x-unlisted'] === true) delete fields![name];
  }
  const [one, other, ...more] = (json['anyOf'] ?? []) as Json[];
  if (more.length === 0 && other?.['type'] === 'null' && typeof one!['type'] === 'string') {
    delete json['anyOf'];
    const { description } = json;
    // Empty fields are left out of answers, and an argument that may be null may be left out too.
    Object.assign(json, one);
    if (description !== undefined) Object.assign(json, { description });
  }
  if (io === 'input') return;
  if (json['anyOf'] && [one, other, ...more].every((each) => each!['type'] === 'string')) {
    delete json['anyOf'];
    json['type'] = 'string';
  }
  // Output schemas have no limits, so that answers may grow.
  for (const word of [
    'const',
    'enum',
    'propertyNames',
    'additionalProperties',
    'description',
    'format',
    'pattern',
  ]) {
    delete json[word];
  }
}

/** Replaces references with their targets, because some clients cannot resolve references. */
function inlined(value: unknown, named: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, named));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Json;
  const target = typeof $ref === 'string' ? named[$ref.replace('#/$defs/', '')] : undefined;
  return Object.fromEntries(
    Object.entries({ ...target, ...rest }).map(([key, inner]) => [key, inlined(inner, named)]),
  );
}

/**
 * Removes the lists of required fields from an answer's schema. These lists cost the model a
 * quarter more tokens.
 */
function withoutRequired<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutRequired) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== 'required' || !Array.isArray(inner))
      .map(([key, inner]) => [key, withoutRequired(inner)]),
  ) as T;
}
