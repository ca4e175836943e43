import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Invalid } from '../../../core/errors.ts';
import { sourceOf } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import { readQuery } from './query.ts';

/**
 * Builds one flat input from path, query string and body. Each field comes from exactly one of
 * these three.
 */
export function inputOf(route: Route, request: FastifyRequest): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = route.operation.input.shape;
  const fields = Object.keys(shape);
  const from = (source: 'path' | 'query') =>
    fields.filter((field) => sourceOf(route, field) === source);
  return {
    ...bodyOf(route, request),
    ...readQuery(from('query'), shape, request.query as Record<string, string | string[]>),
    ...readQuery(from('path'), shape, namesOf(request)),
  };
}

/** The maximum length of the header, far below the limits of clients and proxies. */
const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 48;

/**
 * Returns the names of unknown query parameters for a header; null if there are none. The names are
 * percent-encoded, because a header cannot contain every character.
 */
export function unknownParameters(route: Route, { query }: FastifyRequest): string | null {
  const shape: Record<string, z.ZodType> = route.operation.input.shape;
  const names = Object.keys(query as object)
    .filter((name) => !Object.hasOwn(shape, name) || sourceOf(route, name) !== 'query')
    .slice(0, MAX_NAMES)
    .map((name) => encodeURIComponent(name.toWellFormed()).slice(0, MAX_NAME_CHARACTERS))
    // The cut must not fall inside a percent escape.
    .map((name) => name.replace(/%.?$/, ''));
  return names.length > 0 ? names.join(', ') : null;
}

/** An invalid id (with NUL or an unpaired surrogate) matches no record and is not an error. */
function namesOf({ params }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params as Record<string, string>).map(([name, value]) => [
      name,
      value.toWellFormed().replaceAll('\0', '\uFFFD'),
    ]),
  );
}

function bodyOf(route: Route, request: FastifyRequest): object {
  if (route.method === 'GET') return {};
  const { body = {} } = request;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    // Some clients send the fields of a DELETE in the body, other clients in the query string.
    if (route.method === 'DELETE') return body;
    for (const field of Object.keys(body)) refuseMisplaced(route, field);
    return body;
  }
  throw new Invalid('The body must be a JSON object.', [
    { loc: ['body'], msg: 'Input should be a valid dictionary', type: 'dict_type' },
  ]);
}

function refuseMisplaced(route: Route, field: string): void {
  if (sourceOf(route, field) === 'body') return;
  throw new Invalid(`${field} must not be in the body.`, [
    { loc: ['body', field], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
  ]);
}

/** Problems name the source of a field in the form that clients expect: `["body", "content"]`. */
export function withSources(error: Invalid, route: Route): Invalid {
  const problems = error.problems?.map((problem) => {
    const [field] = problem.loc;
    const source = field === undefined ? 'body' : sourceOf(route, String(field));
    return { ...problem, loc: [source, ...problem.loc] };
  });
  return new Invalid(error.message, problems);
}
