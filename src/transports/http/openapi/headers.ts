import type { Route } from '../../../kit/route.ts';
import type { Json } from './schemas.ts';

export function headerParameters({ method }: Route): Json[] {
  const names = { GET: 'IfNoneMatch', POST: 'IdempotencyKey' };
  const found = method in names ? names[method as keyof typeof names] : 'IfMatch';
  return [{ $ref: `#/components/parameters/${found}` }];
}

const header = (description: string, schema: Json) => ({ description, schema });

export const HEADERS = {
  ETag: header(
    'Changes whenever the answer changes. After a change, this is the tag of a GET of the record.',
    {
      type: 'string',
    },
  ),
  XNextCursor: header('The `cursor` of the next page; absent on the last page.', {
    type: 'string',
  }),
  Link: header('The address of the next page (RFC 8288).', { type: 'string' }),
  XRateLimitLimit: header('The number of requests that are allowed.', { type: 'integer' }),
  XRateLimitRemaining: header('The number of requests that are left.', { type: 'integer' }),
  RetryAfter: header('The number of seconds until a retry may succeed.', { type: 'integer' }),
  XUnknownParameters: header(
    'The names of query parameters that the route does not know, percent-encoded and separated ' +
      'by commas. They have no effect.',
    { type: 'string' },
  ),
  XRateLimitReset: header('The time when the limit resets, in Unix seconds.', { type: 'integer' }),
};

export const PAGE_HEADERS = {
  'X-Next-Cursor': { $ref: '#/components/headers/XNextCursor' },
  Link: { $ref: '#/components/headers/Link' },
};

export const RATE_HEADERS = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/XRateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/XRateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/XRateLimitReset' },
};

export const UNKNOWN_HEADER = {
  'X-Unknown-Parameters': { $ref: '#/components/headers/XUnknownParameters' },
};

export const RETRY_HEADER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const headerParameter = (name: string, description: string, schema: Json) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

export const HEADER_PARAMETERS = {
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'A request with the same key runs only once. For 24 hours, repeated requests get the first answer.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatch: headerParameter(
    'If-Match',
    'The `ETag` of the version that you read. If the object has changed since, the service answers 412.',
    {
      type: 'string',
    },
  ),
  IfNoneMatch: headerParameter(
    'If-None-Match',
    'The `ETag` of your copy. If the copy is still current, the service answers 304.',
    {
      type: 'string',
    },
  ),
};
