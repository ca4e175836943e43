import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';
import type { Scope } from '../core/scopes.ts';

const MANIFEST = new URL('../../package.json', import.meta.url);

/** The version of the service, which assistants see. */
export const { version: VERSION } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
  version: string;
};

/** The answer of a tool is always an object, because its schema must describe an object. */
type ToolOperation = Operation<z.ZodObject, z.ZodObject>;

/** A tool for assistants, defined as data like a route; transports/mcp offers it. */
export interface Tool {
  operation: ToolOperation;
  /** The identifier for prompts and clients, in snake_case and beginning with a verb. */
  name: string;
  /** The name that clients show to people before the tool is used. */
  title: string;
  /** The text for the model: one line about the purpose of the tool, then when to use it. */
  description: string;
  /** True when the tool may overwrite or remove existing data. */
  destructive: boolean;
  /** The shape of the answer for models, which has fewer fields than the answer for programs. */
  shape: z.ZodObject;
  /** Converts the answer of the operation to that shape. */
  view(answer: ToolAnswer): ToolAnswer;
  /** The argument that requests the next page of the list; null when the tool has no pages. */
  cursorParam: string | null;
  /** The argument that sets the size of a page; null when the tool has no pages. */
  limitParam: string | null;
  /** True when repeating a call has no further effect. */
  isIdempotent: boolean;
  /** Callers with at least one of these scopes see the tool. */
  scopes: readonly Scope[];
}

/** The answer of a tool, as its output schema returns it. */
// oxlint-disable-next-line typescript/no-explicit-any -- each tool knows the shape of its answer
export type ToolAnswer = Record<string, any>;

export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  {
    shape = operation.output,
    view = (answer) => answer,
    destructive = operation.effect === 'destroy',
    isIdempotent = true,
    scopes = operation.scope === null ? [] : [operation.scope],
    cursorParam = firstOf(operation.input, ['cursor', 'segment_offset', 'offset']),
    limitParam = firstOf(operation.input, ['limit', 'segment_limit']),
    ...words
  }: Pick<Tool, 'name' | 'title' | 'description'> & {
    destructive?: boolean;
    isIdempotent?: boolean;
    scopes?: readonly Scope[];
    cursorParam?: string | null;
    limitParam?: string | null;
    shape?: z.ZodObject;
    view?: (answer: z.output<Output>) => ToolAnswer;
  },
): Tool {
  return {
    ...words,
    operation: operation as unknown as ToolOperation,
    destructive,
    isIdempotent,
    scopes,
    cursorParam,
    limitParam,
    shape,
    // The schema removes the fields that are not for models.
    view: (answer) => shape.parse(view(answer as z.output<Output>)),
  };
}

function firstOf({ shape }: z.ZodObject, names: readonly string[]): string | null {
  return names.find((name) => name in shape) ?? null;
}

/** Content that an assistant can read without a tool call, offered as an MCP resource. */
export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  scope: Scope;
  read(context: Context): Promise<string>;
}

/** A kind of records that people attach to a message, offered as an MCP resource template. */
export interface ResourceTemplate extends Omit<Resource, 'uri' | 'read'> {
  /** Has one argument in braces, such as `commonplace://days/{date}`. */
  uriTemplate: string;
  argument: string;
  /** Returns the text of the record with this value of the argument. */
  read(context: Context, value: string): Promise<string>;
  /** Returns values that contain what the person typed. */
  complete(context: Context, typed: string): Promise<string[]>;
}

/**
 * A prompt that people choose from a list. The client sends its text to the model as if the person
 * had typed it.
 */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  arguments: readonly { name: string; description: string; required: boolean }[];
  write(context: Context, given: Record<string, string>): Promise<string>;
}

/** Everything that the service offers to assistants. */
export interface Catalogue {
  tools: readonly Tool[];
  resources: readonly Resource[];
  templates: readonly ResourceTemplate[];
  prompts: readonly Prompt[];
  /** The instructions that every assistant gets when it connects. */
  instructions: string;
}
