import { RateLimited } from '../../core/errors.ts';
import type { Actor } from '../../kit/context.ts';

/** The credential of an open stream. */
export type Owner = { key_id: string } | { grant_id: string };

/**
 * Returns the id of the key or grant. Another credential of the same user may have fewer
 * permissions.
 */
export function ownerOf(actor: Actor): string {
  return 'key_id' in actor || 'grant_id' in actor ? nameOf(actor) : actor.kind;
}

export function nameOf(owner: Owner): string {
  return 'key_id' in owner ? `key ${owner.key_id}` : `grant ${owner.grant_id}`;
}

/** The maximum number of open streams of one credential, for each kind of stream. */
const MAX_STREAMS = 20;
const RETRY_SECONDS = 60;

/** Refuses another stream of a credential that already has too many. */
export function requireFreeStream(open: Iterable<{ owner: string }>, owner: string): void {
  const own = [...open].filter((each) => each.owner === owner);
  if (own.length < MAX_STREAMS) return;
  throw new RateLimited(
    `This credential already has ${MAX_STREAMS} open streams. Close one.`,
    RETRY_SECONDS,
  );
}
