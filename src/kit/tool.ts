import type { z } from 'zod';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';
import type { Scope } from '../core/scopes.ts';

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
  /**
   * Returns a shorter version of the answer for models that read text. The result is still valid
   * JSON and contains only parts of the complete answer.
   */
  brief(answer: Answer): Answer;
  /** The argument that requests the next page of the list; null when the tool has no pages. */
  cursorParam: string | null;
  /** Callers with at least one of these scopes see the tool. */
  scopes: readonly Scope[];
  /** True when the text must equal the complete answer, because some clients parse it. */
  exact: boolean;
}

/** The answer of a tool, as its output schema returns it. */
// oxlint-disable-next-line typescript/no-explicit-any -- each tool knows the shape of its answer
export type Answer = Record<string, any>;

export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  {
    brief = (answer) => answer,
    destructive = operation.effect === 'destroy',
    exact = false,
    scopes = operation.scope === null ? [] : [operation.scope],
    cursorParam = 'offset' in operation.input.shape ? 'offset' : null,
    ...words
  }: Pick<Tool, 'name' | 'title' | 'description'> & {
    destructive?: boolean;
    exact?: boolean;
    scopes?: readonly Scope[];
    cursorParam?: string | null;
    brief?: (answer: z.output<Output>) => Answer;
  },
): Tool {
  return {
    ...words,
    operation: operation as unknown as ToolOperation,
    destructive,
    exact,
    scopes,
    cursorParam,
    brief: brief as Tool['brief'],
  };
}

/**
 * Returns a function that shortens each entry of a list and keeps the other fields of the answer.
 */
export function eachBriefly<Key extends string, Entry>(
  list: Key,
  brief: (entry: Entry) => Answer,
): (answer: Record<Key, readonly Entry[]>) => Answer {
  return (answer) => ({ ...answer, [list]: answer[list].map(brief) });
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
  prompts: readonly Prompt[];
  /** The instructions that every assistant gets when it connects. */
  instructions: string;
}
