import { NotFound } from '../../core/errors.ts';
import { text, UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Actor, Context } from '../../kit/context.ts';
import * as sql from './conversations.sql.ts';
import { selectByClientSession } from './recording/client-sessions.sql.ts';
import type { ConversationRow, FiledConversation } from './conversations.sql.ts';
import { selectLastLive, selectLive } from './recording/live-recording.sql.ts';
import { conversationDeleted, conversationMoved } from './lifecycle.ts';

/** Throws NotFound for ids that are malformed, unknown or of another user. */
export async function findConversation(context: Context, id: string): Promise<FiledConversation> {
  const row = UUID.test(id)
    ? await sql.selectConversation(context.db, userOf(context), id)
    : undefined;
  if (!row) throw new NotFound('Conversation not found');
  return row;
}

/**
 * Waits while a conversation is being processed. Returns false when `patience` was aborted first.
 */
export async function untilProcessed(
  context: Context,
  id: string,
  patienceMs: number,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const unsubscribe = [
    context.outbox.subscribe(conversationMoved, ({ payload }) => {
      if (payload.conversation_id === id && payload.status !== 'processing') resolve(true);
    }),
    context.outbox.subscribe(conversationDeleted, ({ payload }) => {
      if (payload.conversation_id === id) resolve(true);
    }),
  ];
  setTimeout(() => resolve(false), patienceMs).unref();
  try {
    // Processing may have finished before the subscription began.
    const row = await sql.selectConversation(context.db, userOf(context), id);
    return row?.status !== 'processing' || (await promise);
  } finally {
    for (const end of unsubscribe) end();
  }
}

/** The session id for the conversation of a repeatable request. */
export function sessionOfRequest({ request_key }: Context): string | null {
  return request_key ? `request ${request_key}` : null;
}

/** Returns the conversation that the same request created before a crash. */
export async function earlierOfRequest(context: Context): Promise<string | null> {
  const session = sessionOfRequest(context);
  if (session === null) return null;
  const earlier = await selectByClientSession(context.db, userOf(context), session);
  return earlier && earlier.status !== 'deleted' ? earlier.id : null;
}

/** The id that an app gives a device, or the id of a device key. */
export const DeviceId = text({ min: 1, max: 100 });

/**
 * Returns the device whose recording the caller means. Each device key counts as a separate device.
 * All callers without a device share one recording, whose device is `''`.
 */
export function deviceOf(actor: Actor, device_id: string | undefined): string {
  return actor.kind === 'device_key' ? actor.key_id : (device_id ?? '');
}

/**
 * Returns the recording that a caller means: the recording of the device, or the one with the
 * latest words.
 */
export function liveRecording(
  { db, actor, ...rest }: Context,
  device_id: string | undefined,
): Promise<ConversationRow | undefined> {
  const user_id = userOf({ actor, ...rest });
  const device = deviceOf(actor, device_id);
  return device === '' ? selectLastLive(db, user_id) : selectLive(db, user_id, device);
}
