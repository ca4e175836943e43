import type { Operation } from './operation.ts';
import type { UploadRule } from './upload.ts';

/** Who may come through a route. `assistant`: with an MCP key or an OAuth access token. */
export type Credential = 'session' | 'developer_key' | 'assistant' | 'none';

/** A route is data; transports/http mounts it, tests walk it, the OpenAPI document is read off it. */
export interface Route {
  operation: Operation;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With `{name}` for each path parameter, as in OpenAPI; the name is a field of the input. */
  path: string;
  credential: Credential;
  /** 204 answers nothing. */
  status: 200 | 204;
  /**
   * `page`: on the wire a bare array, its cursor in headers. `file`: a download of text. `bytes`: of
   * anything. `stream`: a text that comes in pieces, and then the whole answer.
   */
  answer: 'json' | 'page' | 'file' | 'bytes' | 'stream';
  /** Of a page: the field of the answer that holds the list. */
  list: string;
  /** Fields of the input that come from the query string although the method has a body. */
  query: readonly string[];
  /** The body is no JSON but a form with a file; null for all other routes. */
  upload: UploadRule | null;
}

export function route(
  operation: Operation,
  options: Pick<Route, 'method' | 'path' | 'credential'> &
    Partial<Pick<Route, 'status' | 'answer' | 'list' | 'query' | 'upload'>>,
): Route {
  const usual = { status: 200, answer: 'json', list: 'items', query: [], upload: null } as const;
  return { operation, ...usual, ...options };
}

/** Where a field of the input comes from: its `loc` in problems, its `in` in OpenAPI. */
export function sourceOf(
  { method, path, query }: Pick<Route, 'method' | 'path' | 'query'>,
  field: string,
): 'path' | 'query' | 'body' {
  if (path.includes(`{${field}}`)) return 'path';
  return method === 'GET' || method === 'DELETE' || query.includes(field) ? 'query' : 'body';
}
