import { dropNoise } from '../../../kit/json-schema.ts';
import { z } from 'zod';

export type Json = { [key: string]: unknown };

const PLACES = { input: '#/components/requests/', output: '#/components/schemas/' } as const;

/**
 * Collects the JSON Schemas of an OpenAPI document. A named shape (`meta({ id })`) becomes a
 * component. A shape that differs between input (optional defaults) and output (defaults present)
 * becomes two components, and the input is named `…Input`.
 */
export class Schemas {
  readonly #components = { input: new Map<string, Json>(), output: new Map<string, Json>() };

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    // Zod writes a named shape as a reference only inside another schema. So each shape is wrapped
    // in an array.
    const { items, $defs = {} } = z.toJSONSchema(z.array(schema), {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => dropNoise(jsonSchema),
    }) as { items: Json; $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...rest } = definition;
      this.#components[io].set(name, refer(rest, io) as Json);
    }
    return refer(items, io) as Json;
  }

  /**
   * Returns all components; `resolve` replaces the references in a request with references into the
   * document.
   */
  finish(): { schemas: Record<string, Json>; resolve: <T>(part: T) => T } {
    const { input, output } = this.#components;
    const names = new Map<string, string>();
    const neutral = (json: Json | undefined) =>
      json && JSON.stringify(json).replaceAll(PLACES.input, PLACES.output);
    for (const [name, json] of input) {
      const twin = output.get(name);
      names.set(name, !twin || neutral(twin) === neutral(json) ? name : `${name}Input`);
    }
    const resolve = <T>(part: T): T =>
      JSON.parse(
        JSON.stringify(part).replace(
          /#\/components\/requests\/([\w.-]+)/g,
          (_, name: string) => `${PLACES.output}${names.get(name)}`,
        ),
      ) as T;
    const schemas = Object.fromEntries(output);
    for (const [name, json] of input) schemas[names.get(name)!] ??= json;
    return { schemas: resolve(schemas), resolve };
  }
}

/** Drops keywords from zod that no reader needs. */
function refer(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((each) => refer(each, io));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/$defs/', PLACES[io]) : refer(inner, io),
    ]),
  );
}
