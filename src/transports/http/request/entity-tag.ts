import { createHash } from 'node:crypto';
import type { Context } from '../../../kit/context.ts';
import { userOf } from '../../../kit/context.ts';
import { runRoute } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import { innerType } from './query.ts';

/** A strong entity tag: equal exactly when the answer is equal, byte for byte (RFC 9110, 8.8.3). */
export function entityTag(json: string): string {
  return bytesTag(json);
}

export function bytesTag(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/** Does `If-Match` or `If-None-Match` name this tag? Proxies that compress mark tags as weak. */
export function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

/** Returns the body of an answer. A page is sent as a bare array; its cursor goes into headers. */
export function jsonOf({ answer: kind, list }: Route, answer: unknown): string {
  return JSON.stringify(kind === 'page' ? (answer as Record<string, unknown>)[list] : answer);
}

/** The tags of all representations of a thing: each flag of its read (a transcript) off and on. */
export async function currentTags(
  reader: Route,
  context: Context,
  params: Record<string, string>,
): Promise<string[]> {
  const flags = Object.entries(reader.operation.input.shape).filter(
    ([, schema]) => innerType(schema) === 'boolean',
  );
  const inputs = flags.reduce<Record<string, unknown>[]>(
    (all, [flag]) => all.flatMap((input) => [input, { ...input, [flag]: true }]),
    [params],
  );
  // A caller who may change a record may lack the permission to read it; nothing of what is
  // read here leaves.
  const asOwner = { ...context, actor: { kind: 'job', user_id: userOf(context) } as const };
  const tags: string[] = [];
  for (const input of inputs) {
    tags.push(entityTag(jsonOf(reader, await runRoute(reader, asOwner, input))));
  }
  return tags;
}
