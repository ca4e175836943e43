import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A connection on which more requests wait is closed. */
const MAX_WAITING = 250;

/**
 * Handles the requests of a connection one after another. Node passes on all requests that a client
 * sends without waiting for answers, so a single connection could keep the service busy with
 * thousands of them. While requests wait, their connection is not read.
 */
export function answerInOrder(app: FastifyInstance, isStopping: () => boolean): void {
  /** The waiting requests of each connection that has a request in progress. */
  const lines = new WeakMap<Socket, (() => void)[]>();

  const leave = (socket: Socket) => {
    const waiting = lines.get(socket)!;
    const next = waiting.shift();
    if (waiting.length === 0 && socket.isPaused()) socket.resume();
    if (isStopping()) socket.destroySoon();
    if (next && !isStopping() && !socket.destroyed) return next();
    lines.delete(socket);
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (isUpgrade(request.headers)) return done();
    const begin = () => {
      reply.raw.once('close', () => leave(socket));
      done();
    };
    const waiting = lines.get(socket);
    if (!waiting) {
      lines.set(socket, []);
      return begin();
    }
    // Answers must keep their order, so this request cannot be refused before the others.
    if (waiting.length >= MAX_WAITING) return void socket.destroy();
    waiting.push(begin);
    // Node starts to read again after each complete request.
    process.nextTick(() => {
      if (waiting.length > 0) socket.pause();
    });
  });
}

/** An upgrade is the last request of its connection. */
function isUpgrade({ upgrade, connection }: IncomingHttpHeaders): boolean {
  return upgrade !== undefined && /\bupgrade\b/i.test(connection ?? '');
}
