import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { NoRoom, RateLimited, Unauthenticated, Unavailable } from '../../core/errors.ts';
import { UnsupportedAudio, WrongCodec } from '../../engines/audio/audio-decoder.ts';
import { BadPicture } from '../../domains/devices/picture-pieces.ts';
import { readClientMessage } from '../../domains/devices/client-messages.ts';
import { ListenQuery } from '../../domains/devices/message.ts';
import type { ServerMessage } from '../../domains/devices/message.ts';
import { TOO_MANY_SOCKETS } from '../../domains/listening/live-sessions.ts';
import { TooFast } from '../../domains/listening/intake.ts';
import type { ListeningSession } from '../../domains/listening/session.ts';
import { openSession, refusalOfLoad } from '../../domains/listening/session-opening.ts';
import type { Listening } from '../../domains/listening/session-opening.ts';
import { behindWall } from '../../kit/context.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { authenticateListener } from '../http/authentication.ts';
import type { Door } from '../http/route-mounting.ts';
import { onCredentialEnd } from '../http/streams/credential-ends.ts';
import { authenticatePage } from './page-authentication.ts';
import type { Admission } from './page-authentication.ts';
import {
  bytesOf,
  close,
  CLOSE,
  ListeningSocket,
  MAX_MESSAGE_BYTES,
  parseJson,
  send,
} from './socket.ts';

const PING_MS = 10_000;
const INACTIVE_MS = 90_000;
/** The interval at which the credential and the quota of an open socket are checked again. */
const RECHECK_MS = 30_000;
/**
 * After a break in the connection, a device sends the sound that it has stored. This many seconds
 * of the sound may arrive at once. The rest may arrive faster than real time, at most by the factor
 * `MAX_SPEED`.
 */
const BURST_SECONDS = 30;
const MAX_SPEED = 20;
declare module 'fastify' {
  interface FastifyRequest {
    listener?: Admission;
  }
}

/** Mounts `/v4/listen` and `/v4/web/listen`, which connect a socket to a listening session. */
export async function mountListen(
  app: FastifyInstance,
  door: Door,
  listening: Listening,
): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      // The type of this option also wants the other exports of the module.
      WebSocket: ListeningSocket as never,
    },
    // A client's mistake is not logged as an error, because `ws` itself closes the socket with the
    // right code.
    errorHandler: (error, _socket, request) => request.log.info({ err: error }, 'listening socket'),
    // The sessions store their data before their sockets close.
    preClose: async () => {
      for (const client of app.websocketServer.clients) client.close(CLOSE.restart, 'restarting');
    },
  });
  await app.register(async (scope) => {
    // Runs before the upgrade, so that a caller without credentials never gets a socket.
    const preValidation = async (request: FastifyRequest) => {
      const authenticate = () => authenticateListener(door.authenticator, request);
      request.listener = { actor: await authenticate(), authenticate };
    };
    scope.get('/v4/listen', { websocket: true, preValidation }, (socket, request) => {
      socket.pause();
      const open = () => serve(socket, request, request.listener!, door, listening);
      void listening.sessions.open(open);
    });
    // Web pages cannot set a header for a socket. Our own pages send the cookie. Other pages send
    // the session token in their first message.
    scope.get('/v4/web/listen', { websocket: true }, (socket, request) => {
      socket.pause();
      void listening.sessions.open(async () => {
        const admission = await authenticatePage(socket, request, door);
        if (admission) await serve(socket, request, admission, door, listening);
      });
    });
  });
}

async function serve(...parts: Parameters<typeof begin>): Promise<void> {
  const [socket] = parts;
  try {
    await begin(...parts);
  } finally {
    // A paused socket would not read the end of its connection either.
    socket.resume();
  }
}

async function begin(
  socket: WebSocket,
  request: FastifyRequest,
  { actor, authenticate }: Admission,
  { parts, heartbeatMs = RECHECK_MS }: Door,
  listening: Listening,
): Promise<void> {
  const context = behindWall({ ...parts, actor, ip: request.ip });
  const query = ListenQuery.safeParse(request.query);
  const refusal = query.success ? refusalOf(query.data, context) : fields(query.error);
  if (!query.success || refusal) return close(socket, CLOSE.policy, refusal ?? 'bad parameters');

  const busy = refusalOfLoad(listening);
  if (busy) return close(socket, CLOSE.tryAgainLater, busy.message);
  // The client may have disconnected while it was authenticated.
  if (socket.readyState === socket.CLOSED) return;
  const uncount = listening.sessions.countSocket(userOf(context));
  if (!uncount) return close(socket, CLOSE.tryAgainLater, TOO_MANY_SOCKETS);
  socket.once('close', uncount);
  let session: ListeningSession;
  try {
    session = await openSession(context, listening, {
      options: query.data,
      hangUp: (why, reason) => close(socket, CLOSE[why], reason),
      send: (message: ServerMessage) => send(socket, JSON.stringify(message)),
    });
  } catch (error) {
    if (error instanceof UnsupportedAudio) return close(socket, CLOSE.unsupported, error.message);
    if (error instanceof RateLimited) return close(socket, CLOSE.tryAgainLater, error.message);
    if (error instanceof Unavailable || error instanceof NoRoom) {
      request.log.warn({ err: error }, 'listening could not start');
      return close(socket, CLOSE.tryAgainLater, error.message);
    }
    request.log.error({ err: error }, 'listening could not start');
    return close(socket, CLOSE.failure, 'listening could not start');
  }
  if (socket.readyState !== socket.OPEN) {
    // The client disconnected while its session was being opened.
    await session.close().catch((err: unknown) => request.log.error({ err }, 'listening'));
    return;
  }
  listening.sessions.add(session);
  const check = async () => {
    try {
      await authenticate();
      await listening.quotas.requireListening(context);
    } catch (error) {
      if (error instanceof Unauthenticated) {
        // A client that does not close its side must not go on to be heard.
        socket.removeAllListeners('message');
        close(socket, CLOSE.policy, error.message);
      }
      if (error instanceof RateLimited) close(socket, CLOSE.tryAgainLater, error.message);
    }
  };
  const recheck = setInterval(() => void check(), heartbeatMs);
  const release = onCredentialEnd(parts.outbox, actor, () => void check());
  bind(socket, session, request, () => {
    clearInterval(recheck);
    release();
    listening.sessions.delete(session);
  });
}

function refusalOf({ uid }: ListenQuery, context: Context): string | null {
  return uid === undefined || uid === userOf(context)
    ? null
    : 'uid is not the id of the signed-in user';
}

function bind(
  socket: WebSocket,
  session: ListeningSession,
  request: FastifyRequest,
  done: () => void,
): void {
  const openedAt = performance.now();
  let heardAt = Date.now();
  const ping = setInterval(() => {
    if (Date.now() - heardAt > INACTIVE_MS)
      return close(socket, CLOSE.inactive, 'no message for 90 s');
    send(socket, 'ping');
  }, PING_MS);

  const lives = () => (heardAt = Date.now());
  // Some devices send the WebSocket's own pings while they have nothing to say.
  socket.on('ping', lives);
  socket.on('pong', lives);
  socket.on('message', (data, isBinary) => {
    lives();
    try {
      if (isBinary) {
        session.audio(bytesOf(data));
        slowDown(socket, (session.sound?.seconds ?? 0) - MAX_SPEED * secondsSince(openedAt));
      } else readText(session, bytesOf(data));
    } catch (error) {
      closeWith(socket, error, request);
    }
  });
  socket.on('close', () => {
    clearInterval(ping);
    session
      .close()
      .catch((error) => request.log.error({ err: error }, 'listening could not end well'))
      .finally(() => {
        const badFrames = session.sound?.badFrames ?? 0;
        const ignoredMessages = session.ignored.count;
        request.log.info({ badFrames, ignoredMessages }, 'listening ended');
        done();
      });
  });
}

/** Pauses a socket whose sound arrives too fast, so that the sound waits in the network. */
function slowDown(socket: WebSocket, ahead: number): void {
  if (ahead <= BURST_SECONDS || socket.isPaused) return;
  socket.pause();
  setTimeout(() => socket.resume(), ((ahead - BURST_SECONDS) / MAX_SPEED) * 1000);
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000;
}

function readText(session: ListeningSession, data: Uint8Array): void {
  const text = Buffer.from(data).toString();
  const read = readClientMessage(parseJson(text) ?? text);
  if (!read) return;
  const { type, message, problems } = read;
  const [problem] = problems;
  if (message) session.message(message);
  if (problem?.field === 'type') session.ignored.useless(type, problem);
  else session.ignored.parts(type, problems);
}

/** Returns the problems of all fields as one line. */
function fields({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

function closeWith(socket: WebSocket, error: unknown, request: FastifyRequest): void {
  if (error instanceof WrongCodec) return close(socket, CLOSE.unsupported, error.message);
  if (error instanceof TooFast || error instanceof BadPicture) {
    return close(socket, CLOSE.policy, error.message);
  }
  request.log.error({ err: error }, 'listening failed');
  close(socket, CLOSE.failure, 'something went wrong on our side');
}
