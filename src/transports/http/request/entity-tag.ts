import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../kit/context.ts';
import { userOf } from '../../../kit/context.ts';
import { outputOf, runRoute } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import { innerType } from './query.ts';

/**
 * Returns a strong entity tag: two tags are equal exactly if the answers are equal byte for byte
 * (RFC 9110, 8.8.3).
 */
export function entityTag(json: string): string {
  return bytesTag(json);
}

export function bytesTag(content: string | Uint8Array): string {
  return tagOf(createHash('sha256').update(content).digest());
}

/** Returns the tag of content with this SHA-256. */
export function tagOf(sha256: Uint8Array): string {
  return `"${Buffer.from(sha256).toString('base64url').slice(0, 27)}"`;
}

/**
 * Returns whether an `If-Match` or `If-None-Match` header contains this tag. Weak tags match too,
 * because compressing proxies mark tags as weak.
 */
export function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

/**
 * Returns the JSON body of an answer. A page is sent as a bare array, and its cursor goes into
 * headers.
 */
export function jsonOf({ answer: kind, list }: Route, answer: unknown): string {
  return JSON.stringify(kind === 'page' ? (answer as Record<string, unknown>)[list] : answer);
}

/**
 * Returns whether a change gives the same answer as a GET without flags, so that both answers have
 * the same tag. The GET is at the path of the change, at the path of its record, or at the path of
 * the created record.
 */
export function answersRecord(route: Route, routes: readonly Route[]): boolean {
  const { method, path, credential, answer, operation, upload } = route;
  const changes = ['POST', 'PUT', 'PATCH'].includes(method) && operation.effect !== 'read';
  // The record of an upload changes by itself.
  if (!changes || answer !== 'json' || upload) return false;
  return routes.some(
    (reader) =>
      reader.method === 'GET' &&
      reader.answer === 'json' &&
      reader.credential === credential &&
      outputOf(reader) === outputOf(route) &&
      (reader.path === path ||
        (reader.path.endsWith('}') && path.startsWith(`${reader.path}/`)) ||
        (reader.path.startsWith(`${path}/{`) && !reader.path.slice(path.length + 1).includes('/'))),
  );
}

/**
 * Returns the tags of all representations of an object: with each flag of its read operation (such
 * as the transcript) on and off, and with each set of parts that `include` adds.
 */
export async function currentTags(
  reader: Route,
  context: Context,
  params: Record<string, string>,
): Promise<string[]> {
  const flags = Object.entries(reader.operation.input.shape).filter(
    ([, schema]) => innerType(schema) === 'boolean',
  );
  const flagged = flags.reduce<Record<string, unknown>[]>(
    (all, [flag]) => all.flatMap((input) => [input, { ...input, [flag]: true }]),
    [params],
  );
  const inputs = setsOf(includable(reader)).flatMap((include) =>
    flagged.map((input) => (include.length > 0 ? { ...input, include } : input)),
  );
  // A caller who may change a record may lack the permission to read it. So the record is read as
  // the user, and its content is not sent.
  const asOwner = { ...context, actor: { kind: 'job', user_id: userOf(context) } as const };
  const tags: string[] = [];
  for (const input of inputs) {
    tags.push(entityTag(jsonOf(reader, await runRoute(reader, asOwner, input))));
  }
  return tags;
}

/** Returns the values that the parameter `include` of a read operation accepts. */
function includable({ operation }: Route): readonly string[] {
  const { include } = operation.input.shape;
  return include instanceof z.ZodOptional && include.unwrap() instanceof z.ZodArray
    ? ((include.unwrap() as z.ZodArray<z.ZodEnum<Record<string, string>>>).element.options ?? [])
    : [];
}

function setsOf(words: readonly string[]): string[][] {
  return words.reduce<string[][]>(
    (sets, word) => sets.flatMap((set) => [set, [...set, word]]),
    [[]],
  );
}
