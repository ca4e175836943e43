import { z } from 'zod';
import { isFields } from '../../../mcp/src/lenient-message.ts';
import { Invalid } from '../../core/errors.ts';
import type { Tool } from '../../kit/tool.ts';

type Fields = Record<string, unknown>;

/**
 * Arguments that clients and their frameworks add to every call, with a report of each. They mean
 * nothing to a tool. Any other unknown name may be a mistake and is refused.
 */
const ADDED_BY_CLIENTS: ReadonlySet<string> = new Set([
  // n8n adds the call and the item that started its workflow: github.com/n8n-io/n8n/issues/21500
  // and 37308.
  'toolCallId',
  'tool',
  'sessionId',
  'action',
  'chatInput',
  // Cline: github.com/cline/cline/issues/10426.
  'task_progress',
  // Gemini CLI: github.com/MemPalace/mempalace/pull/322.
  'wait_for_previous',
  // LangChain: github.com/langchain-ai/langchain/issues/40535.
  'run_manager',
  'callbacks',
  'config',
  // LangGraph writes the id of the call in this form.
  'tool_call_id',
  // Metadata of the protocol, in the wrong place.
  '_meta',
]);

/**
 * Reads the arguments of a tool as models and clients write them: drops what the client added, reads
 * JSON text where the tool wants no text, and drops null and empty texts for optional arguments.
 */
export function readToolArguments({ operation }: Tool, given: Fields): Fields {
  const known = Object.keys(operation.input.shape);
  const isKnown = (name: string) => known.includes(name);
  const list = onlyList(operation.input);
  const meant = Object.entries(given)
    .map(([name, value]): [string, unknown] =>
      name === 'items' && list !== null && !(list in given) ? [list, value] : [name, value],
    )
    .filter(([name]) => isKnown(name) || !ADDED_BY_CLIENTS.has(name));
  const unknown = meant.map(([name]) => name).filter((name) => !isKnown(name));
  if (unknown.length > 0) {
    // Otherwise the caller would expect that these arguments have an effect.
    const has = known.length > 0 ? `It has ${known.join(', ')}.` : 'This tool has no arguments.';
    throw new Invalid(`This tool has no argument ${unknown.join(', ')}. ${has}`);
  }
  return readFields(operation.input, Object.fromEntries(meant));
}

/** The argument that models call `items`, as the API does: the only list that the tool needs. */
function onlyList({ shape }: z.ZodObject): string | null {
  const lists = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodArray);
  return lists.length === 1 && !('items' in shape) ? lists[0]! : null;
}

function readFields({ shape }: z.ZodObject, given: Fields): Fields {
  const fields = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const schema = shape[name] as z.ZodType | undefined;
    if (!schema) return [[name, value]];
    const read = isEmpty(value) && isNullable(schema) ? null : readAs(schema, value);
    return isIdle(schema, read) ? [] : [[name, read]];
  });
  return Object.fromEntries(fields);
}

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
const isNullable = (schema: z.ZodType): boolean => schema.safeParse(null).success;

/**
 * Models write null or an empty text for arguments that they do not use. Where null takes a value
 * away, an empty text does too.
 */
function isIdle(schema: z.ZodType, value: unknown): boolean {
  if (value === null) return !isNullable(schema);
  return isEmpty(value) && schema.safeParse(undefined).success;
}

/** Reads a value, and everything in it, as JSON text where the schema wants no text. */
function readAs(schema: z.ZodType, given: unknown): unknown {
  const wanted = unwrapped(schema);
  const value = typeof given === 'string' ? readText(schema, wanted, given) : given;
  if (wanted instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((each) => readAs(wanted.element as z.ZodType, each));
  }
  return wanted instanceof z.ZodObject && isFields(value) ? readFields(wanted, value) : value;
}

function readText(schema: z.ZodType, wanted: z.ZodType, text: string): unknown {
  if (schema.safeParse(text).success) return text;
  const value = jsonIn(text);
  // The complaint about a list or an object is about its parts.
  const fits =
    (wanted instanceof z.ZodArray && Array.isArray(value)) ||
    (wanted instanceof z.ZodObject && isFields(value)) ||
    schema.safeParse(value).success ||
    // As if the model had sent null.
    value === null;
  return fits ? value : text;
}

/** Models that write Python say True, False and None. */
const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  none: null,
};

function jsonIn(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (word in WORDS) return WORDS[word];
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the schema of a value that is given, without the wrappers for other cases. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}
