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
