import type { Tool as Listing } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from '../../kit/tool.ts';

/** Read off the shapes that validate. Models pay for every word of it, so it has no idle ones. */
export function listingOf({ name, title, description, operation, destructive }: Tool): Listing {
  return {
    name,
    title,
    description,
    inputSchema: { ...schemaOf(operation.input, 'input'), additionalProperties: false },
    outputSchema: schemaOf(operation.output, 'output'),
    annotations: {
      title,
      readOnlyHint: operation.effect === 'read',
      destructiveHint: destructive,
      // What is said twice is stored once, and what is gone is gone.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): Listing['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => tidy(jsonSchema, io),
  });
  return json as Listing['inputSchema'];
}

function tidy(json: Record<string, unknown>, io: 'input' | 'output'): void {
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if ('format' in json) delete json['pattern'];
  delete json['id'];
  // What is answered may grow; what is sent may not hold what nobody reads.
  if (io === 'output') {
    delete json['additionalProperties'];
    delete json['description'];
    delete json['pattern'];
    delete json['minLength'];
    delete json['maxLength'];
  }
}
