/** Python types of the shapes in the OpenAPI document: a TypedDict per object, an alias per union. */
import { pythonField, pythonLiteral } from '../../src/transports/http/openapi/python-names.ts';
import type { Schema } from '../described-service.ts';
import { docstring, pascal, singular, WIDTH } from './text.ts';

/** A longer list of words gets a name, so that signatures stay readable. */
const MAX_INLINE = 60;

export class Shapes {
  readonly #written: string[] = [];
  /** Unions refer to classes, so they come after them. */
  readonly #unions: string[] = [];
  /** Maps the text of a shape to its name: equal shapes without a name share one. */
  readonly #nameOf = new Map<string, string>();
  readonly #names: Set<string>;
  readonly #schemas: Record<string, Schema>;

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
    this.#names = new Set(Object.keys(schemas));
    for (const [name, schema] of Object.entries(schemas)) {
      if (schema.properties) this.#written.push(this.#classOf(name, schema));
      else this.#written.push(`${name}: TypeAlias = ${this.typeOf(schema, name)}\n`);
    }
  }

  /** Returns the type; `name` is for shapes inside it that the document does not name. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!;
    if ('const' in schema) return `Literal[${pythonLiteral(schema.const)}]`;
    if (schema.enum) {
      const words = schema.enum.map(pythonLiteral);
      const inline = `Literal[${words.join(', ')}]`;
      if (inline.length <= MAX_INLINE) return inline;
      const wrapped = `Literal[\n${words.map((word) => `    ${word},\n`).join('')}]`;
      return this.#names.has(name) ? wrapped : this.#alias(name, wrapped, this.#written);
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.#union(choices, name);
    if (Array.isArray(schema.type)) {
      return this.#union(
        schema.type.map((type) => ({ ...schema, type })),
        name,
      );
    }
    return this.#plain(schema, name);
  }

  /** Returns the schema that a reference names. */
  resolve({ $ref, ...schema }: Schema): Schema {
    return $ref ? this.#schemas[$ref.split('/').at(-1)!]! : schema;
  }

  /** Returns the declarations of all shapes that were asked for. */
  print(): string {
    return [...this.#written, ...this.#unions].join('\n\n');
  }

  /** Returns the names of shapes in the text of types. */
  namesIn(text: string): string[] {
    return [...new Set(text.match(/\b[A-Z]\w*/g))]
      .filter((word) => this.#names.has(word))
      .toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  }

  #plain(schema: Schema, name: string): string {
    switch (schema.type) {
      case 'object':
        return this.#object(schema, name);
      case 'array':
        return `list[${this.typeOf(schema.items ?? {}, singular(name))}]`;
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'string':
        return schema.format === 'binary' ? 'File' : 'str';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      default:
        return 'Any';
    }
  }

  #union(choices: Schema[], name: string): string {
    const objects = choices.filter(({ properties }) => properties);
    const types = choices.map((choice, index) =>
      this.typeOf(choice, objects.length > 1 ? name + suffixOf(choice, index) : name),
    );
    const distinct = [...new Set(oneLiteral(types))];
    const inline = distinct.join(' | ');
    if (distinct.length < 3 || inline.length <= MAX_INLINE) return inline;
    const lines = inline.length + 4 <= WIDTH ? inline : distinct.join('\n    | ');
    const union = `(\n    ${lines}\n)`;
    return this.#alias(name, union, this.#unions);
  }

  #object(schema: Schema, name: string): string {
    const { properties, additionalProperties } = schema;
    if (!properties || Object.keys(properties).length === 0) {
      const open = typeof additionalProperties === 'object';
      return `dict[str, ${open ? this.typeOf(additionalProperties, name) : 'Any'}]`;
    }
    // The text is without the name, to find the same shape under another one.
    const text = this.#classOf('', schema, name);
    return this.#once(name, text, (free) => {
      this.#written.push(text.replace('class (', `class ${free}(`).replaceAll('\0', free));
    });
  }

  #alias(name: string, text: string, place: string[]): string {
    return this.#once(name, text, (free) => place.push(`${free}: TypeAlias = ${text}\n`));
  }

  #once(name: string, text: string, write: (free: string) => void): string {
    const known = this.#nameOf.get(text);
    if (known !== undefined) return known;
    let free = name;
    for (let number = 2; this.#names.has(free); number += 1) free = `${name}${number}`;
    this.#names.add(free);
    this.#nameOf.set(text, free);
    write(free);
    return free;
  }

  #classOf(name: string, schema: Schema, owner = name): string {
    const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => {
      const type = this.typeOf(each, owner + pascal(field));
      const isRequired = schema.required?.includes(field) ?? false;
      return { field, type: isRequired ? type : `NotRequired[${type}]`, doc: each.description };
    });
    if (fields.some(({ field }) => pythonField(field) !== field)) {
      const rows = fields.map(({ field, type }) => `        "${field}": ${pythonLiteral(type)},\n`);
      const shown = name || '\0';
      return `${shown} = TypedDict(\n    "${shown}",\n    {\n${rows.join('')}    },\n)\n`;
    }
    const about = schema.description && name ? `${docstring(schema.description, 4)}\n\n` : '';
    const rows = fields.map(
      ({ field, type, doc }) => `    ${field}: ${type}\n${doc ? `${docstring(doc, 4)}\n` : ''}`,
    );
    return `class ${name}(TypedDict):\n${about}${rows.join('')}`;
  }
}

/** Puts the words of all literals into the first. */
function oneLiteral(types: readonly string[]): string[] {
  const words = types.flatMap((type) => /^Literal\[(.*)\]$/.exec(type)?.[1] ?? []);
  const merged = `Literal[${words.join(', ')}]`;
  return types.map((type) => (type.startsWith('Literal[') ? merged : type));
}

/** Tells the objects of a union apart by their constant field, such as `kind`. */
function suffixOf({ properties = {} }: Schema, index: number): string {
  const constant = Object.values(properties).find((each) => typeof each.const === 'string');
  return constant ? pascal(String(constant.const)) : String(index + 1);
}
