import type { z } from 'zod';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';
import type { StreamEvent, StreamOperation } from './stream.ts';
import type { UploadRule } from './upload.ts';
import type { ByteRange } from '../storage/objects/store.ts';

/**
 * The kinds of callers that a route accepts; `assistant` uses an MCP key or an OAuth access token,
 * and `listener` a session or the key of a device.
 */
export type Credential = 'session' | 'developer_key' | 'assistant' | 'listener' | 'none';

/** Converts the answer of an operation to another shape for the clients of one route. */
export interface AnswerMap<Answer = unknown> {
  output: z.ZodType;
  map(answer: Answer): unknown;
}

/** The content of a route that answers bytes, of which only the part that a client asks for is read. */
export interface PartlyRead {
  size: number;
  sha256: Uint8Array;
  read(range: ByteRange): Promise<Uint8Array>;
}

/**
 * Describes a route as data: transports/http mounts it, tests iterate over it, and the OpenAPI
 * document is generated from it.
 */
export interface Route {
  operation: Operation;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path; as in OpenAPI, `{name}` is a path parameter, which becomes a field of the input. */
  path: string;
  credential: Credential;
  /** With 204, the answer has no body. */
  status: 200 | 204;
  /**
   * `page` sends a bare array and puts the cursor into headers. `file` downloads text, `bytes`
   * downloads any content. `download` sends content while it is made. `stream` sends the events of
   * the operation and then the complete answer. `events` sends events without an end, as
   * server-sent events.
   */
  answer: 'json' | 'page' | 'file' | 'bytes' | 'download' | 'stream' | 'events';
  /** Converts the answer to another shape; null to send it in the operation's shape. */
  map: AnswerMap | null;
  /** The `operationId` for clients; null to derive it from the operation's name. */
  name: string | null;
  /** For a page: the name of the answer's field that contains the list. */
  list: string;
  /** Input fields that come from the query string even though the method has a body. */
  query: readonly string[];
  /** Set if the body is a form with a file instead of JSON; otherwise null. */
  upload: UploadRule | null;
}

type Options<Output extends z.ZodType> = Pick<Route, 'method' | 'path' | 'credential'> &
  Partial<Pick<Route, 'status' | 'name' | 'list' | 'query' | 'upload'>> & {
    /** If the route has an answer map, the answer is sent as JSON. */
    answer?: Route['answer'] | AnswerMap<z.output<Output>>;
  };

export function route<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  { answer = 'json', ...options }: Options<Output>,
): Route {
  if ((answer === 'stream' || answer === 'events') && !('stream' in operation)) {
    throw new Error(`${operation.name} does not stream.`);
  }
  const usual = { status: 200, name: null, list: 'items', query: [], upload: null } as const;
  const answering =
    typeof answer === 'string'
      ? { answer, map: null }
      : { answer: 'json' as const, map: answer as AnswerMap };
  return { operation: operation as unknown as Operation, ...usual, ...options, ...answering };
}

/** Returns the answer of a route's operation in the shape that the route answers with. */
export function mapped({ map }: Route, answer: unknown): unknown {
  return map ? map.output.parse(map.map(answer)) : answer;
}

/** Runs the operation of a route and returns its answer in the shape of the route. */
export async function runRoute(route: Route, context: Context, input: unknown): Promise<unknown> {
  return mapped(route, await route.operation(context, input));
}

/** Runs the operation of a streaming route. */
export function streamRoute(
  { operation }: Route,
  context: Context,
  input: unknown,
): AsyncGenerator<StreamEvent, unknown> {
  return (operation as StreamOperation).stream(context, input);
}

/** Returns the schema of a route's answer. */
export function outputOf({ operation, map }: Route): z.ZodType {
  return map?.output ?? operation.output;
}

/**
 * Returns the part of the request that contains an input field: `loc` in problems, `in` in OpenAPI.
 */
export function sourceOf(
  { method, path, query }: Pick<Route, 'method' | 'path' | 'query'>,
  field: string,
): 'path' | 'query' | 'body' {
  if (path.includes(`{${field}}`)) return 'path';
  return method === 'GET' || method === 'DELETE' || query.includes(field) ? 'query' : 'body';
}
