/**
 * Writes client/src/own-fields.ts: the labelled fields of each operation, from which the console makes controls and the
 * command line makes options. `--check` only compares.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { OwnField } from '../client/src/own-field.ts';
import { labelledIn } from '../src/core/wire.ts';
import { describedRoutes } from '../src/testing/described-routes.ts';

const FILE = 'client/src/own-fields.ts';
/** A number with few values is chosen from a list. */
const MAX_CHOICES = 10;

const operations = describedRoutes()
  .filter(({ credential }) => credential === 'developer_key')
  .map(({ operation: { name, input } }) => [name, fieldsOf(name, input)] as const)
  .filter(([, fields]) => Object.keys(fields).length > 0);
const text = `// Made from the labelled fields of the operations by \`npm run generate\`; do not edit.
import type { OwnFields } from './own-field.ts';

export const OWN_FIELDS: OwnFields = ${JSON.stringify(Object.fromEntries(operations))};
`;
const options = { input: text, encoding: 'utf8' } as const;
const written = execFileSync('oxfmt', ['--stdin-filepath', FILE], options);
if (!process.argv.includes('--check')) writeFileSync(FILE, written);
else if (readFileSync(FILE, 'utf8') !== written) {
  console.error(`${FILE} is not what the operations say: run npm run generate`);
  process.exitCode = 1;
}

function fieldsOf(operation: string, { shape }: z.ZodObject): Record<string, OwnField> {
  return Object.fromEntries(
    Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, schema]) => {
      const labelled = labelledIn(schema);
      if (!labelled) return [];
      const control = controlOf(labelled.schema);
      if (!control) {
        throw new Error(
          `The field ${name} of ${operation} has a label, but no control for its type.`,
        );
      }
      const isNullable = schema.safeParse(null).success;
      return [[name, { label: labelled.label, isNullable, ...control }]];
    }),
  );
}

interface Json {
  description?: string;
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: Json;
}

function controlOf(schema: z.ZodType): Pick<OwnField, 'doc' | 'kind' | 'choices'> | null {
  const json = z.toJSONSchema(schema, { io: 'input' }) as Json;
  const { description: doc = '', type, minimum = -Infinity, maximum = Infinity } = json;
  if (json.enum) return { doc, kind: 'choice', choices: json.enum };
  switch (type) {
    case 'integer':
      if (maximum - minimum >= MAX_CHOICES) return { doc, kind: 'number' };
      return { doc, kind: 'choice', choices: range(minimum, maximum) };
    case 'number':
    case 'boolean':
      return { doc, kind: type };
    case 'string':
      return { doc, kind: 'text' };
    default:
      return json.items?.type === 'string' ? { doc, kind: 'list' } : null;
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
