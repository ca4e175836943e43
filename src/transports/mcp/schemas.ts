import type { Tool as Listing } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { dropNoise } from '../../kit/json-schema.ts';
import type { Tool } from '../../kit/tool.ts';

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
}: Tool): Listing {
  return {
    name,
    title,
    description,
    inputSchema: { ...schemaOf(operation.input, 'input'), additionalProperties: false },
    outputSchema: schemaOf(shape.extend(AROUND), 'output'),
    annotations: {
      title,
      readOnlyHint: operation.effect === 'read',
      destructiveHint: destructive,
      // A repeated call has no further effect.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** The fields that every answer of a tool may have besides its own. */
const AROUND = { notice: z.string().optional(), cut: z.string().optional() };

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

function tidy(json: Json, io: 'input' | 'output'): void {
  dropNoise(json);
  delete json['id'];
  if (io === 'input') return;
  const [one, other, ...more] = (json['anyOf'] ?? []) as Json[];
  if (more.length === 0 && other?.['type'] === 'null' && typeof one!['type'] === 'string') {
    delete json['anyOf'];
    Object.assign(json, one, { type: [one!['type'], 'null'] });
  }
  // Output schemas have no limits, so that answers may grow.
  for (const word of [
    'additionalProperties',
    'description',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
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
