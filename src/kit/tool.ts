import type { z } from 'zod';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';
import type { Scope } from '../core/scopes.ts';

/** The answer of a tool: always an object, so that it can have a schema. */
type ToolOperation = Operation<z.ZodObject, z.ZodObject>;

/** A tool of an assistant is data, as a route is; transports/mcp offers it. */
export interface Tool {
  operation: ToolOperation;
  /** The identifier for prompts and clients: snake_case, verb first. */
  name: string;
  /** The name that clients show to people before the tool is used. */
  title: string;
  /** For the model: one line about the purpose of the tool, then when to use it. */
  description: string;
  /** The tool may overwrite or remove existing data. */
  destructive: boolean;
  /**
   * The same answer in fewer words, for models that read text. Still JSON that a script can parse;
   * nothing in it that the whole answer has not.
   */
  brief(answer: Answer): Answer;
  /** The argument with which its list goes on; null when it has no such. */
  cursorParam: string | null;
  /** A caller with one of these scopes sees the tool. */
  scopes: readonly Scope[];
  /** Its text is the whole answer and nothing else, because some clients read it by the letter. */
  exact: boolean;
}

/** The answer of a tool, after its output schema. */
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

/** Content that an assistant may read without calling anything: offered as a resource of MCP. */
export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  scope: Scope;
  read(context: Context): Promise<string>;
}

/**
 * A question that people pick from a list; what comes out is sent to the model as their own words.
 */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  arguments: readonly { name: string; description: string; required: boolean }[];
  write(context: Context, given: Record<string, string>): Promise<string>;
}

/** Everything assistants are offered. */
export interface Catalogue {
  tools: readonly Tool[];
  resources: readonly Resource[];
  prompts: readonly Prompt[];
  /** The instructions that every assistant gets once. */
  instructions: string;
}
