/** The declarations of operations in Python. */
import { pythonField, pythonMethod } from '../../src/transports/http/openapi/python-names.ts';
import { answerOf } from '../described-service.ts';
import type { Answer, Described, Schema } from '../described-service.ts';
import type { Shapes } from './shapes.ts';
import { docstring, pascal, WIDTH } from './text.ts';

interface Operation extends Described {
  method: string;
  path: string;
}

interface Field {
  /** The name in Python. */
  name: string;
  place: 'path' | 'query' | 'body';
  type: string;
  isRequired: boolean;
  doc: string | undefined;
}

/** The name of each kind of answer in the client. */
const KINDS: Readonly<Record<Answer, string>> = {
  json: 'json',
  page: 'page',
  file: 'text',
  bytes: 'bytes',
  nothing: 'nothing',
  events: 'events',
  stream: 'parts',
  download: 'download',
};

export class Declarations {
  readonly #shapes: Shapes;
  /** Maps the inputs and the answer of an operation to its name. */
  readonly #declared = new Map<string, string>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /** An operation with the inputs and the answer of an earlier one is that one at another address. */
  declare(operation: Operation): string {
    const { method, path, summary, description = '' } = operation;
    const name = pythonMethod(operation.operationId);
    const answer = answerOf(operation);
    const fields = this.#fieldsOf(operation);
    const signature = signatureOf(fields, this.#returned(operation));
    const inputs = fields.flatMap((each) => (each.doc ? [`- ${each.name}: ${each.doc}`] : []));
    const key = [summary, answer, signature, ...inputs].join('\n');
    const twin = this.#declared.get(key);
    const iterator = answer === 'page' ? `    ${iteratorName(name)} = ${name}.each()\n` : '';
    if (twin !== undefined) {
      const moved = wrapped(`    ${name} = ${twin}.at(`, [`"${method}"`, `"${path}"`]);
      return `${moved}\n${iterator}`;
    }
    this.#declared.set(key, name);
    const paragraphs = [`${summary}.`, description, inputs.join('\n')].filter(Boolean);
    const about = docstring(paragraphs.join('\n\n'), 8);
    return `${this.#decorator(operation)}    def ${name}${signature}\n${about}\n${iterator && `\n${iterator}`}`;
  }

  #decorator(operation: Operation): string {
    const { method, path, parameters } = operation;
    const kind = KINDS[answerOf(operation)];
    const body = this.#bodyOf(operation);
    const queried = parameters.filter((each) => each.in === 'query').map((each) => each.name);
    const files = Object.entries(body?.properties ?? {}).filter(([, each]) => isFile(each));
    const words = [
      `"${method}"`,
      `"${path}"`,
      ...(kind === 'json' ? [] : [`"${kind}"`]),
      // A request without a body has its fields in the path and the query.
      ...(body && queried.length > 0 ? [`query=${tuple(queried)}`] : []),
      ...(files.length > 0 ? [`files=${tuple(files.map(([name]) => name))}`] : []),
    ];
    const decorator = {
      page: 'paged',
      events: 'streamed',
      parts: 'streamed',
      download: 'streamed',
    }[kind];
    return `${wrapped(`    @${decorator ?? 'operation'}(`, words)}\n`;
  }

  #fieldsOf(operation: Operation): Field[] {
    const owner = pascal(operation.operationId);
    const body = this.#bodyOf(operation);
    const parameters = operation.parameters.flatMap(({ in: place, ...each }) =>
      place === 'path' || place === 'query' ? [{ ...each, place } as const] : [],
    );
    const inBody = Object.entries(body?.properties ?? {}).map(([name, schema]) => {
      const required = body?.required?.includes(name) ?? false;
      return { name, schema, required, description: schema.description, place: 'body' } as const;
    });
    return [...parameters, ...inBody]
      .map(({ name, place, schema, required, description }) => ({
        name: pythonField(name),
        place,
        type: this.#shapes.typeOf(schema, owner + pascal(name)),
        isRequired: required,
        doc: description,
      }))
      .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
  }

  #returned(operation: Operation): string {
    const content = operation.responses['200']?.content;
    const json = content?.['application/json']?.schema;
    const owner = pascal(operation.operationId);
    const name = `${owner}Answer`;
    switch (answerOf(operation)) {
      case 'page':
        return `Page[${this.#shapes.typeOf(itemsOf(json!), `${owner}Item`)}]`;
      case 'events':
        return `Iterator[${this.#shapes.typeOf(content!['text/event-stream']!.schema, `${owner}Event`)}]`;
      case 'stream':
        return `Iterator[AnswerPart[${this.#shapes.typeOf(content!['text/event-stream']!['x-answer']!, name)}]]`;
      case 'download':
        return 'Iterator[bytes]';
      case 'bytes':
        return 'bytes';
      case 'file':
        return 'str';
      case 'nothing':
        return 'None';
      case 'json':
        return this.#shapes.typeOf(json!, name);
    }
  }

  #bodyOf({ requestBody }: Operation): Schema | undefined {
    const content = Object.values(requestBody?.content ?? {})[0];
    return content && this.#shapes.resolve(content.schema);
  }
}

function signatureOf(fields: readonly Field[], answer: string): string {
  const inPath = fields.filter(({ place }) => place === 'path');
  const others = fields.filter(({ place }) => place !== 'path');
  const written = [
    'self',
    ...inPath.map(({ name, type }) => `${name}: ${type}`),
    ...(others.length > 0 ? ['*'] : []),
    ...others.map(({ name, type, isRequired }) => `${name}: ${type}${isRequired ? '' : ' = ...'}`),
  ];
  const line = written.join(', ');
  const fits = line.length + answer.length < WIDTH - 50;
  const inputs = fits ? line : `\n${written.map((word) => `        ${word},\n`).join('')}    `;
  return `(${inputs}) -> ${answer}:`;
}

/** The list is the whole answer, or the only list in an object. */
function itemsOf(schema: Schema): Schema {
  const lists = [schema, ...Object.values(schema.properties ?? {})];
  return lists.find(({ items }) => items)!.items!;
}

function iteratorName(name: string): string {
  return `iter_${name.replace(/^list_/, '').replace(/^assistant_list_/, 'assistant_')}`;
}

function isFile(schema: Schema): boolean {
  return (schema.items ?? schema).format === 'binary';
}

function tuple(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length === 1 ? `(${quoted[0]},)` : `(${quoted.join(', ')})`;
}

/** Writes a call in one line, or its arguments in lines of their own. */
function wrapped(before: string, args: readonly string[]): string {
  const line = `${before}${args.join(', ')})`;
  if (line.length <= WIDTH) return line;
  const joined = `        ${args.join(', ')}`;
  const lines = joined.length <= WIDTH ? [joined] : args.map((each) => `        ${each},`);
  return `${before}\n${lines.join('\n')}\n    )`;
}
