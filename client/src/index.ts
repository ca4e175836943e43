/**
 * The typed client of a Commonplace service. Every operation of its OpenAPI document is a method
 * with one object as its argument; the client decides what goes into the path, the query and the
 * body.
 *
 *     const commonplace = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'svc_dev_…' });
 *     await commonplace.createMemory({ content: 'Is allergic to peanuts' });
 *     for await (const memory of commonplace.all.listMemories({})) console.log(memory.content);
 */
import { ApiError } from './errors.ts';
import { Listening } from './listen.ts';
import type { ListenOptions } from './listen.ts';
import { OPERATIONS } from './operations.ts';
import type { Operations } from './operations.ts';
import { FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, mayHelp, send } from './request.ts';
import type { Call, CallOptions, Transport } from './request.ts';
import { answerParts, serverEvents } from './streams.ts';
import type { AnswerPart } from './streams.ts';

export { ApiError, Interrupted, Unreachable } from './errors.ts';
export { Listening } from './listen.ts';
export type { ListenEvent, ListenOptions, Segment } from './listen.ts';
export type * from './operations.ts';
export type { CallOptions } from './request.ts';
export type { AnswerPart } from './streams.ts';

export interface ClientOptions {
  /**
   * Address of the service, such as `http://127.0.0.1:8080`; default: `SVC_API_BASE_URL`, and in a
   * browser the site of the page.
   */
  baseUrl?: string;
  /**
   * A developer key (`svc_dev_…`) or the token of a session (`svc_ses_…`); default: `SVC_API_KEY`.
   * A page of the service itself needs no token, because the browser sends its cookie.
   */
  token?: string;
  fetch?: typeof fetch;
  /**
   * The class that opens sockets. In Node 20, which has no WebSocket, pass `WebSocket` of the
   * package `ws`.
   */
  WebSocket?: typeof WebSocket;
  /** Waits before a retry. Tests replace this function. */
  wait?: Transport['wait'];
}

type Name = keyof Operations;
type Listed = {
  [N in Name]: (typeof OPERATIONS)[N][2] extends 'page' ? N : never;
}[Name];
/** Operations that only read; their answers have an ETag. */
type Read = { [N in Name]: (typeof OPERATIONS)[N][0] extends 'GET' ? N : never }[Name];
type Item<N extends Listed> = ItemOf<Operations[N]['output']>;
/** The type of an item in a list. The list is the whole answer, or the only list in an object. */
type ItemOf<Page> = Page extends (infer T)[]
  ? T
  : { [F in keyof Page]: Page[F] extends (infer T)[] ? T : never }[keyof Page];

/** A page of a list. */
export interface Page<Entry> {
  items: Entry[];
  /** The cursor of the next page; null on the last page. */
  next: string | null;
}

type Methods = {
  [N in Name]: (
    ...given: {} extends Operations[N]['input']
      ? [input?: Operations[N]['input'], options?: CallOptions]
      : [input: Operations[N]['input'], options?: CallOptions]
  ) => Returned<(typeof OPERATIONS)[N][2], Operations[N]['output']>;
};
type Returned<Answer, Output> = Answer extends 'events'
  ? AsyncGenerator<Output>
  : Answer extends 'stream'
    ? AsyncGenerator<AnswerPart<Output>>
    : Promise<Output>;

export interface Client extends Methods {
  /** Yields every item of a list once, and fetches its pages as needed. */
  all: { [N in Listed]: (input?: Operations[N]['input']) => AsyncGenerator<Item<N>> };
  /** Returns one page of a list; `next` is the `cursor` of the page after it. */
  page<N extends Listed>(
    name: N,
    input?: Operations[N]['input'],
    options?: CallOptions,
  ): Promise<Page<Item<N>>>;
  /**
   * Returns the answer with its `etag`. If you send the tag as `ifMatch`, your change cannot
   * overwrite somebody else's.
   */
  read<N extends Read>(
    name: N,
    input: Operations[N]['input'],
    options?: CallOptions,
  ): Promise<{ value: Operations[N]['output']; etag: string }>;
  /** Opens a live session; needs a session or the key of a device. */
  listen(options?: ListenOptions): Promise<Listening>;
}

/** Without options, uses the service and the key of `SVC_API_BASE_URL` and `SVC_API_KEY`. */
export function createClient(options: ClientOptions = {}): Client {
  const {
    baseUrl,
    token,
    WebSocket: Socket = globalThis.WebSocket,
    ...rest
  } = { ...fromEnvironment(), ...options };
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl is not a valid address: ${baseUrl}`);
  const transport: Transport = { baseUrl, token, fetch: globalThis.fetch, wait, ...rest };
  const names = Object.keys(OPERATIONS) as Name[];
  const methods = Object.fromEntries(
    names.map((name) => [
      name,
      (input: object = {}, options: CallOptions = {}) =>
        invoke(transport, name, { input, options }),
    ]),
  ) as unknown as Methods;
  const all = Object.fromEntries(
    names
      .filter((name) => OPERATIONS[name][2] === 'page')
      .map((name) => [name, (input: object = {}) => pages(transport, name, input)]),
  ) as Client['all'];
  return {
    ...methods,
    all,
    page: (name, input = {}, options = {}) => onePage(transport, name, { input, options }),
    read: async (name, input, options = {}) => {
      const { value, headers } = await call(transport, name, { input, options });
      const etag = headers.get('ETag');
      // Without the ETag, a later change could silently overwrite somebody else's. A proxy may have
      // removed the ETag.
      if (etag === null) throw new Error(`The answer of ${name} has no ETag.`);
      return { value: value as never, etag };
    },
    listen: (options = {}) => Listening.open({ baseUrl, token, Socket, options }),
  };
}

/** A browser has no `process`, and Node has no `location`. */
const runtime = globalThis as {
  process?: { env: Record<string, string | undefined> };
  location?: { origin: string };
};

function fromEnvironment(): { baseUrl: string; token: string | undefined } {
  const { SVC_API_BASE_URL: baseUrl, SVC_API_KEY: token } = runtime.process?.env ?? {};
  return { baseUrl: baseUrl || runtime.location?.origin || 'http://127.0.0.1:8080', token };
}

interface Given {
  input: object;
  options: CallOptions;
}

/** Returns the result of the method: a promise of the answer, or its parts as they arrive. */
function invoke(transport: Transport, name: Name, given: Given): unknown {
  const [, , answer] = OPERATIONS[name];
  if (answer === 'events') return watch(transport, name, given);
  if (answer === 'stream') return stream(transport, name, given);
  return call(transport, name, given).then(({ value }) => value);
}

async function* stream(transport: Transport, name: Name, given: Given): AsyncGenerator<unknown> {
  yield* answerParts(await send(transport, requestOf(name, given)));
}

/**
 * Yields events. After a lost connection, reconnects and continues after the last event. Throws
 * when the service refuses the connection.
 */
async function* watch(
  transport: Transport,
  name: Name,
  { input, options }: Given,
): AsyncGenerator<unknown> {
  let { cursor } = input as { cursor?: string };
  for (let failures = 0; ; failures += 1) {
    try {
      const given = { input: { ...input, cursor }, options };
      for await (const { id, type, value } of serverEvents(
        await send(transport, requestOf(name, given)),
      )) {
        failures = 0;
        cursor = id ?? cursor;
        yield { type, value };
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof ApiError && !mayHelp(error)) throw error;
    }
    const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** failures, LONGEST_WAIT_SECONDS);
    await transport.wait(seconds, options.signal);
  }
}

async function call(
  transport: Transport,
  name: Name,
  given: Given,
): Promise<{ value: unknown; headers: Headers }> {
  const response = await send(transport, requestOf(name, given));
  const [, , answer] = OPERATIONS[name];
  if (answer === 'nothing') return { value: null, headers: response.headers };
  return { value: await contentOf(response, answer), headers: response.headers };
}

/** `query` has the fields in the query of a request that also has a body. */
type Request = readonly [method: string, path: string, answer: string, query?: readonly string[]];

/** Puts each field of the input into the path, the query or the body, as the document requires. */
function requestOf(name: Name, { input, options }: Given): Call {
  const [method, template, , queried = []]: Request = OPERATIONS[name];
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path: string = template;
  for (const [field, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (template.includes(`{${field}}`)) {
      if (value === null || value === '') throw new TypeError(`${name} needs ${field}.`);
      path = path.replace(`{${field}}`, encodeURIComponent(String(value)));
    } else if (!hasBody || queried.includes(field)) query.append(field, String(value));
    else body[field] = value;
  }
  return { method, path, query, body: hasBody ? formOf(body) : undefined, options };
}

function contentOf(response: Response, answer: string): Promise<unknown> {
  if (answer === 'bytes') return response.blob();
  if (answer === 'download') return Promise.resolve(response.body);
  return answer === 'file' ? response.text() : response.json();
}

function filesOf(value: unknown): Blob[] {
  return [value].flat().filter((each) => each instanceof Blob);
}

/** A body with a file is sent as a form. */
function formOf(body: Record<string, unknown>): object {
  const fields = Object.entries(body);
  if (!fields.some(([, value]) => filesOf(value).length > 0)) return body;
  const form = new FormData();
  for (const [name, value] of fields) {
    const files = filesOf(value);
    for (const file of files) form.append(name, file);
    if (files.length === 0)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

async function onePage(transport: Transport, name: Name, given: Given): Promise<Page<never>> {
  const { value, headers } = await call(transport, name, given);
  const lists = Array.isArray(value) ? [value] : Object.values(value as object);
  // The feed always has a cursor, with which to ask again later.
  const isLast = (value as { has_more?: boolean }).has_more === false;
  const next = isLast ? null : headers.get('X-Next-Cursor');
  return { items: lists.find(Array.isArray) as never[], next };
}

async function* pages(transport: Transport, name: Name, input: object): AsyncGenerator<never> {
  let cursor: string | null = null;
  do {
    const page = cursor === null ? input : { ...input, offset: undefined, cursor };
    const { items, next } = await onePage(transport, name, { input: page, options: {} });
    yield* items;
    cursor = next;
  } while (cursor !== null);
}

async function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
