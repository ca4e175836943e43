import type { FastifyInstance } from 'fastify';
import { answerRaw } from './raw-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take as long as it makes progress. */
    takesFile?: boolean;
  }
}

/** The time for a whole body, and for a file the longest time without any byte of it. */
const BODY_MS = 30_000;
/**
 * The time for the rest of a body after its answer. A client that is disconnected while it sends
 * would often see a broken connection instead of the answer.
 */
const REST_MS = 2_000;

/**
 * Answers 408 to a body that does not arrive in time, so that nobody holds memory or a connection
 * by sending slowly.
 */
export function limitBodies(app: FastifyInstance, { bodyMs = BODY_MS } = {}): void {
  app.addHook('onRequest', (request, reply, done) => {
    done();
    const { raw } = request;
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    if (raw.complete || (length === '0' && encoding === undefined)) return;
    const { socket } = raw;
    // A piece of a resumable upload has no route. Any other request without a route is refused.
    const isPiece = request.is404 && request.headers['tus-resumable'] !== undefined;
    const takesFile = request.routeOptions.config.takesFile || isPiece;
    let read = socket.bytesRead;
    const look = () => {
      if (raw.complete || socket.destroyed) return;
      if (takesFile && socket.bytesRead > read) {
        read = socket.bytesRead;
        timer.refresh();
      } else if (reply.raw.headersSent) socket.destroy();
      else answerRaw(socket, { status: 408, detail: LATE });
    };
    const timer = setTimeout(look, bodyMs).unref();
    raw.once('end', () => clearTimeout(timer));
    reply.raw.once('close', () => {
      clearTimeout(timer);
      if (raw.complete || socket.destroyed) return;
      const rest = setTimeout(() => void (raw.complete || socket.destroy()), REST_MS).unref();
      raw.once('end', () => clearTimeout(rest));
    });
  });
}

const LATE = 'The body of the request did not arrive in time. Send the request again.';
