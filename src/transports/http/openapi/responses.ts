import { z } from 'zod';
import { outputOf } from '../../../kit/route.ts';
import type { StreamOperation } from '../../../kit/stream.ts';
import type { Route, Credential } from '../../../kit/route.ts';
import { answersRecord } from '../request/entity-tag.ts';
import type { Json, Schemas } from './schemas.ts';
import { PAGE_HEADERS, RATE_HEADERS, RETRY_HEADER, UNKNOWN_HEADER } from './headers.ts';

export const ErrorResponse = z
  .object({
    detail: z
      .union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .describe('A sentence; for some problems a list or an object.'),
  })
  .meta({ id: 'ErrorResponse', description: 'The problem and how to solve it.' });

const ValidationError = z
  .object({
    loc: z
      .array(z.union([z.string(), z.int()]))
      .describe('The path to the field: first `body`, `query` or `path`, then names and positions.')
      .meta({ examples: [['body', 'content']] }),
    msg: z
      .string()
      .describe('The problem and how to solve it.')
      .meta({ examples: ['Field required'] }),
    type: z
      .string()
      .describe('The kind of problem, for programs.')
      .meta({ examples: ['missing'] }),
  })
  .meta({ id: 'ValidationError', description: 'One problem of the request.' });

export const HTTPValidationError = z
  .object({
    detail: z
      .union([z.array(ValidationError), z.string()])
      .describe('One entry for each problem, or a sentence.'),
  })
  .meta({ id: 'HTTPValidationError', description: 'All problems of the request.' });

/** The meaning of each status, with an example of the `detail`. */
export const RESPONSES = {
  400: [
    'The request contains an unknown category, date, cursor or similar value.',
    "Invalid date 'tomorrow'. Use 2026-01-31 or 2026-01-31T09:00:00Z.",
  ],
  401: [
    'The credential is missing, wrong, or of a kind that the operation does not accept.',
    'Invalid API Key',
  ],
  403: [
    'The key lacks the scope, or the data of the account is closed for now.',
    'Insufficient permissions. Required scope: memories:write',
  ],
  404: [
    'The record does not exist. Malformed ids, unknown ids and ids of other users get the same answer.',
    'Memory not found',
  ],
  409: [
    'The request conflicts with stored data, or with another request in progress.',
    'Another memory already says this. Delete one of the two.',
  ],
  410: [
    'The cursor is too old. Start again without a cursor.',
    'The changes since this cursor are no longer kept. Start again without a cursor.',
  ],
  412: [
    'The object was changed since you read it (`If-Match`).',
    'The object was changed since you read it.',
  ],
  413: [
    'The body is larger than 1 MiB (64 KiB where no credential is needed), or the ' +
      'file is larger than its limit.',
    'The body is too large: at most 1 MiB.',
  ],
  415: [
    'The body is not JSON or, for a file, not `multipart/form-data`.',
    'Send the body as JSON, with Content-Type: application/json.',
  ],
  422: [
    'The request is invalid. No data was changed.',
    [{ loc: ['body', 'content'], msg: 'Field required', type: 'missing' }],
  ],
  429: [
    'Too many requests. `Retry-After` is the number of seconds to wait.',
    'Rate limit exceeded. Try again in 12s.',
  ],
  503: [
    'A part that the operation needs does not answer. `Retry-After` is the number of seconds to wait.',
    'The database does not answer right now. Send the request again in a moment.',
  ],
  507: [
    'The disk of the service is nearly full. No data was changed.',
    'The disk of the service is nearly full, so no new data is stored. Delete data, or free space on the disk, and send the request again.',
  ],
} as const;

export function responses(route: Route, routes: readonly Route[], schemas: Schemas): Json {
  const errors = errorStatuses(route).map((status) => [
    status,
    { $ref: `#/components/responses/Error${status}` },
  ]);
  return {
    [route.status]: success(route, routes, schemas),
    ...(route.method === 'GET' &&
      route.answer !== 'download' && {
        304: { description: 'The resource has not changed (`If-None-Match`).' },
      }),
    ...Object.fromEntries(errors),
  };
}

function success(route: Route, routes: readonly Route[], schemas: Schemas): Json {
  const { operation, status, answer, list, method, credential } = route;
  const headers = {
    ...(((method === 'GET' && answer !== 'download') || answersRecord(route, routes)) && {
      ETag: { $ref: '#/components/headers/ETag' },
    }),
    ...(answer === 'page' && PAGE_HEADERS),
    ...(takesKeys(credential) && RATE_HEADERS),
    ...UNKNOWN_HEADER,
  };
  const description = status === 204 ? 'Done.' : operation.summary;
  if (status === 204) return { description, headers };
  if (answer === 'file') {
    return { description, headers, content: { '*/*': { schema: { type: 'string' } } } };
  }
  if (answer === 'bytes' || answer === 'download') {
    const schema = { type: 'string', format: 'binary' };
    // A client reads a download as a stream, because its length is unknown.
    const content = { schema, ...(answer === 'download' && { 'x-download': true }) };
    return { description, headers, content: { '*/*': content } };
  }
  if (answer === 'stream') {
    const schema = { type: 'string' };
    const answered = { schema, 'x-answer': schemas.of(outputOf(route), 'output') };
    return { description: STREAMED, headers, content: { 'text/event-stream': answered } };
  }
  if (answer === 'events') {
    const schema = schemas.of((operation as StreamOperation).events, 'output');
    return {
      description: operation.description,
      headers,
      content: { 'text/event-stream': { schema } },
    };
  }
  const whole = outputOf(route);
  const shape =
    answer === 'page' ? (whole as z.ZodObject<Record<string, z.ZodType>>).shape[list]! : whole;
  return {
    description,
    headers,
    content: { 'application/json': { schema: schemas.of(shape, 'output') } },
  };
}

function errorStatuses({ method, path, credential, operation }: Route): ErrorStatus[] {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const fields = Object.keys(operation.input.shape);
  const namesAnother = path.includes('{') || fields.some((field) => field.endsWith('_id'));
  const conditions: [ErrorStatus, boolean][] = [
    [400, true],
    [401, true],
    [403, credential !== 'none' || method !== 'GET'],
    [404, namesAnother || method !== 'GET'],
    [409, method !== 'GET'],
    [410, operation.cursorExpires ?? false],
    [412, ['PATCH', 'PUT', 'DELETE'].includes(method)],
    [413, hasBody],
    [415, hasBody],
    [422, true],
    [429, true],
    [503, true],
    [507, operation.effect !== 'read'],
  ];
  return conditions.filter(([, applies]) => applies).map(([status]) => status);
}

export function errorHeaders(status: string): Json {
  if (status === '429') return { ...RATE_HEADERS, ...RETRY_HEADER };
  return status === '503' ? RETRY_HEADER : {};
}

export function errorResponse(
  description: string,
  detail: unknown,
  { schema, headers }: { schema: Json; headers: Json },
): Json {
  const examples = { typical: { summary: 'Typical', value: { detail } } };
  return { description, headers, content: { 'application/json': { schema, examples } } };
}

type ErrorStatus = keyof typeof RESPONSES;

const STREAMED =
  'Records that end with a blank line and begin with a word: `think:` what is being done, ' +
  '`data:` the next piece of the text (a line break is `__CRLF__`), `done:` the whole answer ' +
  'as JSON in base64, or `error:` a sentence.';

/** Keys have scopes and rate limits. A session has all permissions of its user. */
export function takesKeys(credential: Credential): boolean {
  return credential === 'developer_key' || credential === 'assistant';
}
