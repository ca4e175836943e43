/**
 * The typed client of a Commonplace service. Every operation of its OpenAPI document is a method
 * with one object as its argument; the client decides what goes into the path, the query and the
 * body.
 *
 *     const commonplace = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'svc_dev_…' });
 *     await commonplace.createMemory({ content: 'Is allergic to peanuts' });
 *     for await (const memory of commonplace.all.listMemories({})) console.log(memory.content);
 */
import { Listening } from './listen.ts';
import type { ListenOptions } from './listen.ts';
import { OPERATIONS } from './operations.ts';
import type { Operations } from './operations.ts';
import { send } from './request.ts';
import type { CallOptions, Transport } from './request.ts';

export { ApiError, Unreachable } from './errors.ts';
export { Listening } from './listen.ts';
export type { ListenEvent, ListenOptions, Segment } from './listen.ts';
export type * from './operations.ts';
export type { CallOptions } from './request.ts';

export interface ClientOptions {
  /** Address of the service, such as `http://127.0.0.1:8080`; default: `SVC_API_BASE_URL`. */
  baseUrl?: string;
  /** A developer key (`svc_dev_…`) or the token of a session (`svc_ses_…`); default: `SVC_API_KEY`. */
  token?: string;
  fetch?: typeof fetch;
  /** Waits before a retry; tests replace it. */
  wait?: Transport['wait'];
}

type Name = keyof Operations;
type Listed = {
  [N in Name]: (typeof OPERATIONS)[N]['answer'] extends 'page' ? N : never;
}[Name];
/** Operations that only read; their answers have an ETag. */
type Read = { [N in Name]: (typeof OPERATIONS)[N]['method'] extends 'GET' ? N : never }[Name];
type Item<N extends Listed> = ItemOf<Operations[N]['output']>;
/** The type of an item in a list. The list is the whole answer, or the only list in an object. */
type ItemOf<Page> = Page extends (infer T)[]
  ? T
  : { [F in keyof Page]: Page[F] extends (infer T)[] ? T : never }[keyof Page];

type Methods = {
  [N in Name]: (
    ...given: {} extends Operations[N]['input']
      ? [input?: Operations[N]['input'], options?: CallOptions]
      : [input: Operations[N]['input'], options?: CallOptions]
  ) => Promise<Operations[N]['output']>;
};

export interface Client extends Methods {
  /** Yields every item of a list once, and fetches its pages as needed. */
  all: { [N in Listed]: (input?: Operations[N]['input']) => AsyncGenerator<Item<N>> };
  /**
   * Returns the answer with its `etag`, so that a later change can use `ifMatch` and overwrite no
   * other change.
   */
  read<N extends Read>(
    name: N,
    input: Operations[N]['input'],
  ): Promise<{ value: Operations[N]['output']; etag: string }>;
  /** Opens a live session; needs the token of a session. */
  listen(options?: ListenOptions): Promise<Listening>;
}

/** Without options, uses the service and the key of `SVC_API_BASE_URL` and `SVC_API_KEY`. */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl, token, ...rest } = { ...fromEnvironment(), ...options };
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl is no address: ${baseUrl}`);
  const transport: Transport = { baseUrl, token, fetch: globalThis.fetch, wait, ...rest };
  const names = Object.keys(OPERATIONS) as Name[];
  const methods = Object.fromEntries(
    names.map((name) => [
      name,
      async (input: object = {}, options: CallOptions = {}) =>
        (await call(transport, name, { input, options })).value,
    ]),
  ) as unknown as Methods;
  const all = Object.fromEntries(
    names
      .filter((name) => OPERATIONS[name].answer === 'page')
      .map((name) => [name, (input: object = {}) => pages(transport, name, input)]),
  ) as Client['all'];
  return {
    ...methods,
    all,
    read: async (name, input) => {
      const { value, headers } = await call(transport, name, { input, options: {} });
      const etag = headers.get('ETag');
      // Without the ETag, a later change would silently lose its protection. A proxy may have
      // removed the ETag.
      if (etag === null) throw new Error(`The answer of ${name} came without its ETag.`);
      return { value: value as never, etag };
    },
    listen: async (options = {}) => {
      const { id } = await methods.getMe();
      return Listening.open(baseUrl, token, {
        codec: 'pcm16',
        sample_rate: 16_000,
        ...options,
        uid: id,
      });
    },
  };
}

function fromEnvironment(): { baseUrl: string; token: string | undefined } {
  const { SVC_API_BASE_URL: baseUrl, SVC_API_KEY: token } = process.env;
  return { baseUrl: baseUrl || 'http://127.0.0.1:8080', token };
}

async function call(
  transport: Transport,
  name: Name,
  { input, options }: { input: object; options: CallOptions },
): Promise<{ value: unknown; headers: Headers }> {
  const { method, path: template, query: queried, answer } = OPERATIONS[name];
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path: string = template;
  for (const [field, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (template.includes(`{${field}}`)) {
      if (value === null || value === '') throw new TypeError(`${name} needs ${field}.`);
      path = path.replace(`{${field}}`, encodeURIComponent(String(value)));
    } else if ((queried as readonly string[]).includes(field)) query.append(field, String(value));
    else body[field] = value;
  }
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await send(transport, {
    method,
    path,
    query,
    body: hasBody ? formOf(body) : undefined,
    options,
  });
  if (answer === 'nothing') return { value: null, headers: response.headers };
  return { value: await contentOf(response, answer), headers: response.headers };
}

function contentOf(response: Response, answer: string): Promise<unknown> {
  if (answer === 'bytes') return response.blob();
  return answer === 'file' ? response.text() : response.json();
}

function filesOf(value: unknown): Blob[] {
  return [value].flat().filter((each) => each instanceof Blob);
}

/** A body with a file in it is sent as a form. */
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

async function* pages(transport: Transport, name: Name, input: object): AsyncGenerator<never> {
  let cursor: string | null = null;
  do {
    const page = cursor === null ? input : { ...input, offset: undefined, cursor };
    const { value, headers } = await call(transport, name, { input: page, options: {} });
    const lists = Array.isArray(value) ? [value] : Object.values(value as object);
    yield* lists.find(Array.isArray) as never[];
    cursor = headers.get('X-Next-Cursor');
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
