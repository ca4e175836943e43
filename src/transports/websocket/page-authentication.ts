import type { FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { ServiceError, Unauthenticated } from '../../core/errors.ts';
import type { Actor } from '../../kit/context.ts';
import { authenticateListener, authenticateSession } from '../http/authentication.ts';
import type { Door } from '../http/route-mounting.ts';
import { bytesOf, close, CLOSE, parseJson, send } from './socket.ts';

const AuthMessage = z.object({ type: z.literal('auth'), token: z.string().max(500) });
const AUTH_MS = 5_000;

/** A caller, with a function that checks whether the credential is still valid. */
export interface Admission {
  actor: Actor;
  /** Throws `Unauthenticated` when the credential has ended. */
  authenticate(): Promise<Actor>;
}

/**
 * Authenticates a page by its cookie. A page without a cookie of the user in `uid` authenticates by
 * its first message. Without a valid credential, closes the socket and returns null. A page of
 * another site may send a token, but its cookie is ignored.
 */
export async function authenticatePage(
  socket: WebSocket,
  request: FastifyRequest,
  door: Door,
): Promise<Admission | null> {
  const authenticate = () => authenticateSession(door.authenticator, request);
  const actor = await authenticate().catch(() => null);
  const { uid } = request.query as { uid?: unknown };
  if (!actor || !('user_id' in actor) || (uid !== undefined && uid !== actor.user_id)) {
    return authenticateByMessage(socket, request, door);
  }
  send(socket, JSON.stringify({ type: 'auth_response', success: true }));
  return { actor, authenticate };
}

async function authenticateByMessage(
  socket: WebSocket,
  request: FastifyRequest,
  door: Door,
): Promise<Admission | null> {
  const token = await firstToken(socket);
  const { protocol, host } = request;
  const headers = { authorization: `Bearer ${token}` };
  const authenticate = () =>
    authenticateListener(door.authenticator, { method: 'GET', protocol, host, headers });
  try {
    if (token === null) throw new Unauthenticated(NO_TOKEN);
    const admission = { actor: await authenticate(), authenticate };
    send(socket, JSON.stringify({ type: 'auth_response', success: true }));
    return admission;
  } catch (error) {
    const isOurs = error instanceof ServiceError;
    if (!isOurs) request.log.error({ err: error }, 'listening');
    send(socket, JSON.stringify({ type: 'auth_response', success: false }));
    close(socket, CLOSE.policy, isOurs ? error.message : 'something went wrong on our side');
    return null;
  }
}

const NO_TOKEN = 'send {"type":"auth","token":"svc_ses_…"} first, within 5 seconds';

/** Returns the token of the first message; null when the message is late or contains none. */
async function firstToken(socket: WebSocket): Promise<string | null> {
  const first = Promise.withResolvers<RawData | null>();
  const patience = setTimeout(() => first.resolve(null), AUTH_MS);
  socket.once('message', (data) => {
    // Pauses the socket, so that later messages wait until a listener is attached.
    socket.pause();
    first.resolve(data);
  });
  socket.once('close', () => first.resolve(null));
  socket.resume();
  const data = await first.promise;
  clearTimeout(patience);
  const message = AuthMessage.safeParse(data && parseJson(Buffer.from(bytesOf(data)).toString()));
  return message.success ? message.data.token : null;
}
