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

/** The places at which a type is written in full. A type that occurs again is the type of its place. */
const places = new Map<string, string>();
/** The fields of the objects at their places, so that a type that has more fields can extend one. */
const bases = new Map<string, ReadonlySet<string>>();
/** Shorter types within others are repeated, and so are the fields of a base that has fewer. */
const [SHORTEST, FEWEST] = [120, 4];
/** A base from which more than a third is left out tells a reader less than the fields themselves. */
const OMITTED_SHARE = 2;
const LINE_WIDTH = 100;
/** A field and its comment stand in one line up to this length. */
const SHORT_LINE = 70;

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
    ([name, schema]) => `export type ${name} = ${componentType(name, schema)};\n`,
  );
  const twins = new Map<string, string>();
  const types = operations.map(({ operation }) => {
    const { operationId: name, summary } = operation;
    const described = twinOf(operation);
    const twin = twins.get(described);
    if (twin) return `/** ${summary} */\n${name}: Operations['${twin}'];`;
    twins.set(described, name);
    const place = `Operations['${name}']`;
    const input = once(inputOf(operation, `${place}['input']`), `${place}['input']`);
    const output = outputOf(operation, `${place}['output']`);
    return `/** ${summary} */\n${name}: { input: ${input}; output: ${output} };`;
  });
  const table = operations.map(({ path, method, operation }) => {
    const queried = operation.parameters.filter((each) => each.in === 'query');
    // A request without a body has its fields in the path and the query.
    const named = HAS_BODY.has(method) && queried.length > 0;
    const query = named ? `, [${queried.map(({ name }) => `'${name}'`).join(', ')}]` : '';
    const { operationId: name } = operation;
    return `${name}: ['${method.toUpperCase()}', '${path}', '${answerOf(operation)}'${query}],`;
  });
  return `// Made from the OpenAPI document by \`npm run generate\`; do not edit.

${shapes.join('\n')}
export interface Operations {
  ${types.join('\n  ')}
}

/** Each operation: its method, its path, the kind of its answer, and the fields in the query beside a body. */
export const OPERATIONS = {
  ${table.join('\n  ')}
} as const;
`;
}

/** Returns the same text for operations that differ only in their path. */
function twinOf({ summary, parameters, requestBody, responses }: Described): string {
  const answer = responses['200']?.content;
  return JSON.stringify(
    [summary, parameters, requestBody?.content, answer],
    (key, value: unknown) => (key === 'example' || key === 'examples' ? undefined : value),
  );
}

function once(type: string, place: string | null): string {
  const known = places.get(type);
  if (known === undefined && place !== null) places.set(type, place);
  const isWhole = place?.endsWith("put']") ?? false;
  if (known === undefined || known === place) return type;
  return type.length > (isWhole ? known.length : SHORTEST) ? known : type;
}

function componentType(name: string, schema: Schema): string {
  const type = typeOf(schema, name);
  places.set(type, name);
  return type;
}

function inputOf({ parameters, requestBody }: Described, place: string): string {
  const fields = parameters
    .filter((each) => each.in === 'path' || each.in === 'query')
    .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema, null)};`);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const parts = [
    fields.length > 0 && extending(fields, body ? null : place),
    body && typeOf(body, null),
  ];
  return parts.filter(Boolean).join(' & ') || '{}';
}

function outputOf({ responses }: Described, place: string): string {
  const content = responses['200']?.content;
  if (!content) return 'null';
  const json = content['application/json'];
  const streamed = content['text/event-stream']?.['x-answer'];
  if (streamed) return typeOf(streamed, place);
  if (content['*/*']?.['x-download']) return 'ReadableStream<Uint8Array>';
  return once(typeOf(json?.schema ?? Object.values(content)[0]!.schema, place), place);
}

/** The type of a schema; `place` is where it is written, null inside another type. */
function typeOf(schema: Schema, place: string | null): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return once(schema.enum.map((each) => JSON.stringify(each)).join(' | '), place);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return once(unionOf(choices), place);
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, null)).join(' | ');
  }
  switch (schema.type) {
    case 'object':
      return once(objectType(schema, place), place);
    case 'array':
      return `(${typeOf(schema.items ?? {}, place && `${place}[number]`)})[]`;
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

/** What many members of a union have in common stands once. */
function unionOf(choices: readonly Schema[]): string {
  const [objects, others] = [
    choices.filter(({ properties }) => properties),
    choices.filter(({ properties }) => !properties),
  ];
  const fields = objects.map((each) => fieldsOf(each, null));
  const shared = (fields[0] ?? []).filter((field) => fields.every((own) => own.includes(field)));
  if (objects.length <= FEWEST || shared.length === 0) {
    return choices.map((each) => typeOf(each, null)).join(' | ');
  }
  const own = fields.map((all) => objectOf(all.filter((field) => !shared.includes(field))));
  const together = `(${objectOf(shared)} & (${own.join(' | ')}))`;
  return [...others.map((each) => typeOf(each, null)), together].join(' | ');
}

function objectType(schema: Schema, place: string | null): string {
  const { properties, additionalProperties } = schema;
  if (!properties || Object.keys(properties).length === 0) {
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties, null) : 'unknown';
    return `Record<string, ${values}>`;
  }
  return extending(fieldsOf(schema, place), place);
}

/** An object type in the fewest lines: whole, or what it has beyond another one. */
function extending(fields: readonly string[], place: string | null): string {
  const own = new Set(fields);
  const written = objectOf(fields);
  const shortest = [...bases]
    .filter(([name]) => name !== place)
    .map(([name, base]) => beyond(name, base, own))
    .reduce((one, other) => (linesOf(other) < linesOf(one) ? other : one), written);
  if (place !== null) bases.set(place, own);
  return shortest;
}

/** A base, without the fields that an object lacks, and what the object has beyond it. */
function beyond(name: string, base: ReadonlySet<string>, own: ReadonlySet<string>): string {
  const lacking = [...base].filter((field) => !own.has(field)).map(nameOf);
  const shared = base.size - lacking.length;
  if (shared < FEWEST || lacking.length * OMITTED_SHARE > shared) return objectOf([...own]);
  const type =
    lacking.length === 0
      ? name
      : `Omit<${name}, ${lacking.map((each) => `'${each}'`).join(' | ')}>`;
  const rest = [...own].filter((field) => !base.has(field));
  return rest.length === 0 ? type : `${type} & ${objectOf(rest)}`;
}

function nameOf(field: string): string {
  return /(?:^|\*\/ )(\w+)\??: /m.exec(field)![1]!;
}

function linesOf(type: string): number {
  return type.split('\n').length + Math.floor(type.length / LINE_WIDTH);
}

/** The formatter keeps an object in one line if it fits and begins so. */
function objectOf(fields: readonly string[]): string {
  const hasComments = fields.some((field) => field.includes('/**'));
  return hasComments ? `{\n${fields.join('\n')}\n}` : `{ ${fields.join(' ')} }`;
}

function fieldsOf({ properties = {}, required = [] }: Schema, place: string | null): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    // The type of the place of an optional field would have `undefined`, too.
    const type = typeOf(schema, isRequired && place ? `${place}['${name}']` : null);
    return described(schema.description, `${name}${isRequired ? '' : '?'}: ${type};`);
  });
}

/** A field with its comment: beside it where both are short, otherwise above it. */
function described(description: string | undefined, field: string): string {
  if (!description) return field;
  const comment = `/** ${description.replaceAll('*/', '')} */`;
  const isShort = comment.length + field.length <= SHORT_LINE && !field.includes('\n');
  return `${comment}${isShort ? ' ' : '\n'}${field}`;
}

function format(text: string): string {
  const { stdout, status, stderr } = spawnSync('oxfmt', ['--stdin-filepath', FILE], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`oxfmt: ${stderr}`);
  return stdout;
}
