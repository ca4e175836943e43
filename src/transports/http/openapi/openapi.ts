import { z } from 'zod';
import { sourceOf } from '../../../kit/route.ts';
import type { Credential, Route } from '../../../kit/route.ts';
import { exampleOf } from './openapi-examples.ts';
import { Schemas } from './openapi-schemas.ts';
import type { Json } from './openapi-schemas.ts';
import { tagOf, TAGS } from './openapi-tags.ts';
import { webhooksOf } from './openapi-webhooks.ts';

const ErrorResponse = z
  .object({
    detail: z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  })
  .meta({ id: 'ErrorResponse', description: 'What went wrong, and what to do.' });

const ValidationError = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])).meta({ examples: [['body', 'content']] }),
    msg: z.string().meta({ examples: ['Field required'] }),
    type: z.string().meta({ examples: ['missing'] }),
  })
  .meta({ id: 'ValidationError' });

const HTTPValidationError = z
  .object({ detail: z.union([z.array(ValidationError), z.string()]) })
  .meta({ id: 'HTTPValidationError', description: 'Every problem of the request at once.' });

/** What each status means, and a `detail` that it comes with. */
const RESPONSES = {
  400: [
    'A word in it is unknown: a category, a date, a cursor.',
    "Invalid date 'tomorrow'. Use 2026-01-31 or 2026-01-31T09:00:00Z.",
  ],
  401: ['The credential is missing, wrong, or of another kind.', 'Invalid API Key'],
  403: [
    'The key lacks the scope, or the account is not ready to be read.',
    'Insufficient permissions. Required scope: memories:write',
  ],
  404: ['It is not there. Malformed, unknown and foreign ids look the same.', 'Memory not found'],
  409: [
    'It contradicts what is stored, or the same is being worked on.',
    'Another memory already says this. Delete one of the two.',
  ],
  412: ['It was changed since you read it (`If-Match`).', 'It was changed since you read it.'],
  413: [
    'The body is over 1 MiB, or the file over what is allowed.',
    'The body is too large: at most 1 MiB.',
  ],
  415: [
    'The body is not JSON; or where a file is sent, no `multipart/form-data`.',
    'Send the body as JSON, with Content-Type: application/json.',
  ],
  422: [
    'The request is not valid; nothing was changed.',
    [{ loc: ['body', 'content'], msg: 'Field required', type: 'missing' }],
  ],
  429: [
    'Too many requests. `Retry-After` says how many seconds to wait.',
    'Rate limit exceeded. Try again in 12s.',
  ],
  503: [
    'Something that is needed does not answer. `Retry-After` says how many seconds to wait.',
    'The database does not answer right now. Send the request again in a moment.',
  ],
  507: [
    'The disk of the service is nearly full; nothing was changed.',
    'The disk of the service is nearly full, so nothing new is stored. Delete something, or make room on the disk, and send it again.',
  ],
} as const;
type ErrorStatus = keyof typeof RESPONSES;

const SECURITY: Record<Exclude<Credential, 'none'>, string> = {
  developer_key: 'developerApiKey',
  assistant: 'mcpApiKey',
  session: 'session',
};

const STREAMED =
  'Records that end with a blank line and begin with a word: `think:` what is being done, `data:` the next piece of the text (a line break is `__CRLF__`), `done:` the whole answer as JSON in base64, or `error:` a sentence.';

/** Keys carry scopes and are counted; a session may do everything its user may. */
function takesKeys(credential: Credential): boolean {
  return credential === 'developer_key' || credential === 'assistant';
}

/** The OpenAPI 3.1 document, read off the same route data that is mounted. */
export function openApiDocument(routes: readonly Route[], serverUrl: string): Json {
  const schemas = new Schemas();
  const errors = {
    ErrorResponse: schemas.of(ErrorResponse, 'output'),
    HTTPValidationError: schemas.of(HTTPValidationError, 'output'),
  };
  const operations = routes.map((route) => ({ route, json: describe(route, routes, schemas) }));
  const told = webhooksOf(schemas);
  const { schemas: components, resolve } = schemas.finish();
  const webhooks = resolve(told);
  const paths: Record<string, Json> = {};
  for (const { route, json } of operations) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: resolve(json) };
  }
  addExamples(paths, components);
  addExamples(webhooks, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commonplace Developer API',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS.filter(({ name }) => routes.some((route) => tagOf(route) === name)),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(routes),
      schemas: components,
      headers: HEADERS,
      parameters: HEADER_PARAMETERS,
      responses: Object.fromEntries(
        Object.entries(RESPONSES).map(([status, [description, detail]]) => [
          `Error${status}`,
          errorResponse(description, detail, {
            schema: status === '422' ? errors.HTTPValidationError : errors.ErrorResponse,
            headers: errorHeaders(status),
          }),
        ]),
      ),
    },
  };
}

/** Of an operation that programs share with others, the route of those is named `own…`, `assistant…`. */
const PREFIXES: Partial<Record<Credential, string>> = { session: 'own', assistant: 'assistant' };

export function operationIdOf({ operation, credential }: Route, routes: readonly Route[]): string {
  const { name } = operation;
  const prefix = PREFIXES[credential];
  const shared =
    prefix !== undefined &&
    routes.some((each) => each.operation === operation && each.credential === 'developer_key');
  return shared ? `${prefix}${name[0]!.toUpperCase()}${name.slice(1)}` : name;
}

function describe(route: Route, routes: readonly Route[], schemas: Schemas): Json {
  const { operation, credential } = route;
  const scope = operation.scope && takesKeys(credential) ? [operation.scope] : [];
  const body = requestBody(route, schemas);
  return {
    operationId: operationIdOf(route, routes),
    tags: [tagOf(route)],
    summary: operation.summary,
    description: [
      operation.description,
      scope.length > 0 ? `Needs the scope \`${scope[0]}\`.` : null,
    ]
      .filter(Boolean)
      .join('\n\n'),
    security: credential === 'none' ? [] : [{ [SECURITY[credential]]: scope }],
    parameters: [...parameters(route, schemas), ...headerParameters(route)],
    ...(body && { requestBody: body }),
    responses: responses(route, schemas),
  };
}

function parameters(route: Route, schemas: Schemas): Json[] {
  return Object.entries(route.operation.input.shape as Record<string, z.ZodType>).flatMap(
    ([name, schema]) => {
      const place = sourceOf(route, name);
      if (place === 'body') return [];
      const { description, ...json } = schemas.of(schema, 'input');
      return [
        {
          name,
          in: place,
          required: place === 'path' || !schema.safeParse(undefined).success,
          description: description ?? describedByName(name),
          schema: json,
        },
      ];
    },
  );
}

/** Of parameters that say all by their names: `memory_id`, `starred`. */
function describedByName(name: string): string {
  const noun = name.replace(/_(?:id|idx)$/, '').replaceAll('_', ' ');
  if (name.endsWith('_id')) return `The id of the ${noun}.`;
  if (name.endsWith('_idx')) return `The place of the ${noun} in its list, from 0.`;
  return `${noun[0]!.toUpperCase()}${noun.slice(1)}: what it shall be, or only those that are so.`;
}

function requestBody(route: Route, schemas: Schemas): Json | null {
  if (route.method === 'GET' || route.method === 'DELETE') return null;
  const { input } = route.operation;
  const outside = Object.keys(input.shape).filter((name) => sourceOf(route, name) !== 'body');
  const inside = Object.keys(input.shape).length - outside.length;
  if (inside === 0) return null;
  const json = schemas.of(outside.length === 0 ? input : withoutFields(input, outside), 'input');
  const type = route.upload ? 'multipart/form-data' : 'application/json';
  return { required: true, content: { [type]: { schema: json } } };
}

/** The body of an operation whose path or query says the rest; it keeps the name of the shape. */
function withoutFields(input: z.ZodObject, names: readonly string[]): z.ZodType {
  const body = input.omit(Object.fromEntries(names.map((name) => [name, true])) as never);
  const { id } = (input.meta() ?? {}) as { id?: string };
  return id ? bodyNamed(body, id) : body;
}

const bodies = new Map<string, z.ZodType>();

/** A name may be given once: the document may be made many times. */
function bodyNamed(body: z.ZodObject, id: string): z.ZodType {
  const name = `${id}Body`;
  const made = bodies.get(name) ?? body.meta({ id: name });
  bodies.set(name, made);
  return made;
}

function headerParameters({ method }: Route): Json[] {
  const name = { GET: 'IfNoneMatch', POST: 'IdempotencyKey', PUT: null };
  const found = method in name ? name[method as keyof typeof name] : 'IfMatch';
  return found ? [{ $ref: `#/components/parameters/${found}` }] : [];
}

function responses(route: Route, schemas: Schemas): Json {
  const errors = errorStatuses(route).map((status) => [
    status,
    { $ref: `#/components/responses/Error${status}` },
  ]);
  return {
    [route.status]: success(route, schemas),
    ...(route.method === 'GET' && { 304: { description: 'It did not change (`If-None-Match`).' } }),
    ...Object.fromEntries(errors),
  };
}

function success(
  { operation, status, answer, list, method, credential }: Route,
  schemas: Schemas,
): Json {
  const headers = {
    ...(method === 'GET' && { ETag: { $ref: '#/components/headers/ETag' } }),
    ...(answer === 'page' && PAGE_HEADERS),
    ...(takesKeys(credential) && RATE_HEADERS),
  };
  const description = status === 204 ? 'Done.' : operation.summary;
  if (status === 204) return { description, headers };
  if (answer === 'file') {
    return { description, headers, content: { '*/*': { schema: { type: 'string' } } } };
  }
  if (answer === 'bytes') {
    const schema = { type: 'string', format: 'binary' };
    return { description, headers, content: { '*/*': { schema } } };
  }
  if (answer === 'stream') {
    const schema = { type: 'string' };
    return { description: STREAMED, headers, content: { 'text/event-stream': { schema } } };
  }
  const whole = operation.output as z.ZodType;
  const shape =
    answer === 'page' ? (whole as z.ZodObject<Record<string, z.ZodType>>).shape[list]! : whole;
  return {
    description,
    headers,
    content: { 'application/json': { schema: schemas.of(shape, 'output') } },
  };
}

function errorStatuses({ method, credential, operation }: Route): ErrorStatus[] {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const namesAnother = Object.keys(operation.input.shape).some((field) => field.endsWith('_id'));
  const conditions: [ErrorStatus, boolean][] = [
    [400, true],
    [401, true],
    [403, credential !== 'none' || method !== 'GET'],
    [404, namesAnother || method !== 'GET'],
    [409, method !== 'GET'],
    [412, method === 'PATCH' || method === 'DELETE'],
    [413, hasBody],
    [415, hasBody],
    [422, true],
    [429, true],
    [503, true],
    [507, operation.effect !== 'read'],
  ];
  return conditions.filter(([, applies]) => applies).map(([status]) => status);
}

function errorHeaders(status: string): Json {
  if (status === '429') return { ...RATE_HEADERS, ...RETRY_HEADER };
  return status === '503' ? RETRY_HEADER : {};
}

function errorResponse(
  description: string,
  detail: unknown,
  { schema, headers }: { schema: Json; headers: Json },
): Json {
  const examples = { typical: { summary: 'Typical', value: { detail } } };
  return { description, headers, content: { 'application/json': { schema, examples } } };
}

/** Every body gets an example; a page of reference without examples is half a page. */
function addExamples(part: unknown, components: Record<string, Json>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, inner] of Object.entries(part)) {
    if (key === 'application/json') {
      const media = inner as { schema: Json; examples?: unknown };
      const value = exampleOf(media.schema, components);
      media.examples = { typical: { summary: 'Typical', value } };
    } else addExamples(inner, components);
  }
}

function securitySchemes(routes: readonly Route[]): Json {
  const all = {
    developerApiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A developer key (`svc_dev_…`): the set-up page shows the first one; `POST /v1/dev/keys` and `commonplace auth login` make others.',
    },
    mcpApiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An MCP key (`svc_mcp_…`, `POST /v1/mcp/keys`) or an OAuth access token. Scopes are written with a dot there: `memories.read`.',
    },
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'A signed-in session (`svc_ses_…`); browsers send it as a cookie.',
    },
  };
  const used = new Set(
    routes.flatMap(({ credential }) => (credential === 'none' ? [] : [SECURITY[credential]])),
  );
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

const header = (description: string, schema: Json) => ({ description, schema });
const HEADERS = {
  ETag: header('Changes when the answer does.', { type: 'string' }),
  XNextCursor: header('The `cursor` of the next page; absent on the last.', { type: 'string' }),
  Link: header('The address of the next page (RFC 8288).', { type: 'string' }),
  XRateLimitLimit: header('How many requests are allowed.', { type: 'integer' }),
  XRateLimitRemaining: header('How many of them are left.', { type: 'integer' }),
  RetryAfter: header('After how many seconds to try again.', { type: 'integer' }),
  XRateLimitReset: header('When they are new again, in Unix seconds.', { type: 'integer' }),
};
const PAGE_HEADERS = {
  'X-Next-Cursor': { $ref: '#/components/headers/XNextCursor' },
  Link: { $ref: '#/components/headers/Link' },
};
const RATE_HEADERS = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/XRateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/XRateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/XRateLimitReset' },
};
const RETRY_HEADER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
const headerParameter = (name: string, description: string, schema: Json) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});
const HEADER_PARAMETERS = {
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'The same request with the same key does its work once; its first answer is repeated for 24 hours.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatch: headerParameter(
    'If-Match',
    'The `ETag` of what you read: a change in between is a 412.',
    {
      type: 'string',
    },
  ),
  IfNoneMatch: headerParameter('If-None-Match', 'The `ETag` you have: if it is still true, 304.', {
    type: 'string',
  }),
};

const INTRODUCTION = `Everything a user owns, readable and writable by a program.

**Credentials.** Programs send a developer key (\`Authorization: Bearer svc_dev_…\`) and use \`/v1/dev/…\`. Assistants and their scripts send an MCP key (\`svc_mcp_…\`) or an OAuth access token and use \`/v1/mcp/…\`. Apps of the signed-in user send a session.

**Lists** take \`limit\`, \`offset\` and \`cursor\`. The cursor of the next page is in \`X-Next-Cursor\` and \`Link\`; with it nothing is skipped or repeated because of what is added or deleted meanwhile.

**Writing safely.** \`Idempotency-Key\` on a POST does the work once; \`If-Match\` on a PATCH or DELETE refuses a lost update with 412.

**Errors** are JSON: \`{"detail": …}\`. A 422 names every problem at once, with its place.

**Dates** are ISO 8601. A plain day in a filter means the user's own day.`;
