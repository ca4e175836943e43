/**
 * Remembers what a recorder sent while it was spoken, so that its service cannot add the same talk
 * again as a finished conversation. The times are kept as records of the connection, in slots.
 */
import type { Context } from '../../kit/context.ts';
import { rememberRecords } from '../connections/connection-hooks.ts';
import type { OpenConnection } from '../connections/connection-kind.ts';

const SLOT_MS = 300_000;
/** A recording of several days has no more slots than this. */
const MAX_SLOTS = 500;

export function liveSlots(from: Date, until: Date): string[] {
  const first = Math.floor(from.getTime() / SLOT_MS);
  const last = Math.min(Math.floor(until.getTime() / SLOT_MS), first + MAX_SLOTS);
  const slots = Array.from({ length: Math.max(last - first, 0) + 1 }, (_, index) => first + index);
  return slots.map((slot) => `heard live at ${new Date(slot * SLOT_MS).toISOString()}`);
}

/** Notes what belongs to a conversation of the recorder's service that was heard here. */
export const partsOfHeard = (conversation_id: string): string =>
  `heard live as ${conversation_id}`.slice(0, 200);

export async function noteHeard(
  context: Context,
  connection: Pick<OpenConnection, 'user_id' | 'id'>,
  ids: readonly string[],
): Promise<void> {
  const records = ids.map((external_id) => ({ external_id, problem: null }));
  await rememberRecords(context, connection, records);
}
