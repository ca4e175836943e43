/**
 * Writes client/src/operations.ts from the OpenAPI document: the types of every operation, and the
 * table by which the client calls them. `--check` only compares.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerOf, describeService } from './described-service.ts';
import type { Described, Document, Schema } from './described-service.ts';

const FILE = fileURLToPath(new URL('../client/src/operations.ts', import.meta.url));

const HAS_BODY = new Set(['post', 'put', 'patch']);

const written = format(render(describeService()));
if (!process.argv.includes('--check')) writeFileSync(FILE, written);
else if (readFileSync(FILE, 'utf8') !== written) {
  console.error('client/src/operations.ts is not what the document says: run npm run generate');
  process.exitCode = 1;
}

function render({ paths, components }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );
  const aliases = new Map<string, string>();
  /** The type in full, or the place of the operation that has it already: twins are aliases. */
  const once = (name: string, part: 'input' | 'output', type: string): string => {
    const known = aliases.get(type);
    if (known === undefined) aliases.set(type, `Operations['${name}']['${part}']`);
    return known !== undefined && type.length > known.length ? known : type;
  };
  const types = operations.map(({ operation }) => {
    const { operationId: name, summary } = operation;
    const input = once(name, 'input', inputOf(operation));
    const output = once(name, 'output', outputOf(operation));
    return `/** ${summary} */\n${name}: { input: ${input}; output: ${output} };`;
  });
  const table = operations.map(({ path, method, operation }) => {
    const queried = operation.parameters.filter((each) => each.in === 'query');
    // A request without a body has its fields in the path and the query.
    const named = HAS_BODY.has(method) && queried.length > 0;
    const query = named ? `, query: [${queried.map(({ name }) => `'${name}'`).join(', ')}]` : '';
    const request = `method: '${method.toUpperCase()}', path: '${path}'${query}`;
    return `${operation.operationId}: { ${request}, answer: '${answerOf(operation)}' },`;
  });
  return `// Made from the OpenAPI document by \`npm run generate\`; do not edit.

${shapes.join('\n')}
export interface Operations {
  ${types.join('\n  ')}
}

export const OPERATIONS = {
  ${table.join('\n  ')}
} as const;
`;
}

function inputOf({ parameters, requestBody }: Described): string {
  const fields = parameters
    .filter((each) => each.in === 'path' || each.in === 'query')
    .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const parts = [fields.length > 0 && `{ ${fields.join('; ')} }`, body && typeOf(body)];
  return parts.filter(Boolean).join(' & ') || '{}';
}

function outputOf({ responses }: Described): string {
  const content = responses['200']?.content;
  if (!content) return 'null';
  const json = content['application/json'];
  const streamed = content['text/event-stream']?.['x-answer'];
  if (streamed) return typeOf(streamed);
  if (content['*/*']?.['x-download']) return 'ReadableStream<Uint8Array>';
  return typeOf(json?.schema ?? Object.values(content)[0]!.schema);
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  }
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties || Object.keys(properties).length === 0) {
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const fields = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `/** ${schema.description.replaceAll('*/', '')} */\n` : '';
    return `${comment}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

function format(text: string): string {
  const { stdout, status, stderr } = spawnSync('oxfmt', ['--stdin-filepath', FILE], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`oxfmt: ${stderr}`);
  return stdout;
}
