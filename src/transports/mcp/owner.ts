import { RateLimited } from '../../core/errors.ts';
import type { Actor } from '../../kit/context.ts';

/**
 * Returns the id of the key or grant. Another credential of the same user may have fewer
 * permissions.
 */
export function ownerOf(actor: Actor): string {
  if ('key_id' in actor) return `key ${actor.key_id}`;
  return 'grant_id' in actor ? `grant ${actor.grant_id}` : actor.kind;
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
