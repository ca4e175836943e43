import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { startPeriodic } from '../../../core/periodic.ts';
import type { Periodic } from '../../../core/periodic.ts';
import type { StreamEvent } from '../../../kit/stream.ts';
import type { Deadlines } from '../deadlines.ts';
import { failureOf } from '../errors.ts';
import { POSITION } from '../../../kit/stream.ts';
import { beginStream, clientLeft, onLeave } from './answer-stream.ts';

/** The interval of comments. Proxies close connections that are silent for longer. */
const HEARTBEAT_MS = 15_000;
/** An error within this time is answered with its HTTP status instead of an event. */
const REFUSAL_MS = 300;

/**
 * Sends server-sent events until the client disconnects, the credential expires or the service
 * stops. A slow client delays the events, so they do not fill the memory. `requireCaller` throws
 * when the credential is no longer valid.
 */
export async function sendEvents(
  reply: FastifyReply,
  deadlines: Deadlines,
  {
    start,
    requireCaller,
    whenRefused,
    heartbeatMs = HEARTBEAT_MS,
  }: {
    start: (signal: AbortSignal) => AsyncGenerator<StreamEvent, unknown>;
    requireCaller: () => Promise<unknown>;
    /** Calls `end` with the reason when the credential has ended. */
    whenRefused: (end: (reason: unknown) => void) => void;
    heartbeatMs?: number | undefined;
  },
): Promise<FastifyReply> {
  const { raw } = reply;
  const end = new AbortController();
  const stop = (error: unknown) => end.abort(error);
  onLeave(reply, () => stop(clientLeft()));
  const releaseDeadline = deadlines.onStop(stop);
  whenRefused(stop);
  const events = start(end.signal);
  let heartbeat: Periodic | undefined;
  try {
    let next = events.next();
    // The code that awaits `next` handles its errors.
    next.catch(() => {});
    await Promise.race([next, new Promise((resolve) => setTimeout(resolve, REFUSAL_MS))]);
    beginStream(reply);
    raw.write('retry: 2000\n\n');
    heartbeat = startPeriodic({
      name: 'the heartbeat of an event stream',
      everyMs: heartbeatMs,
      log: reply.request.log as Log,
      run: async () => {
        raw.write(':\n\n');
        await requireCaller().catch(stop);
      },
    });
    for (;;) {
      const { done, value } = await next;
      if (done) break;
      // Another process may have revoked the credential since the last check.
      await requireCaller();
      if (!raw.write(encoded(value as StreamEvent))) await drained(reply, end.signal);
      next = events.next();
    }
    if (!raw.destroyed && end.signal.aborted) sendError(reply, end.signal.reason);
  } catch (error) {
    if (!raw.headersSent) throw error;
    if (!(error instanceof ServiceError)) {
      reply.request.log.error({ err: error }, 'unexpected error');
    }
    sendError(reply, error);
  } finally {
    stop(clientLeft());
    releaseDeadline();
    await heartbeat?.[Symbol.asyncDispose]();
    await events.return(undefined);
  }
  raw.end();
  return reply;
}

function sendError({ raw }: FastifyReply, error: unknown): void {
  const { status, message } = failureOf(error);
  raw.write(encoded({ type: 'error', value: { status, detail: message } }));
}

/**
 * An event with a cursor gets the cursor as its id, so that the client can resume there. A position
 * without an event has no data. The client ignores a position, but sends its id when it reconnects.
 */
function encoded({ type, value }: StreamEvent): string {
  const { cursor } = value as { cursor?: string };
  const id = cursor === undefined ? '' : `id: ${cursor}\n`;
  if (type === POSITION) return `${id}\n`;
  return `${id}event: ${type}\ndata: ${JSON.stringify(value)}\n\n`;
}

/** Resolves when the client can receive more, or has disconnected. */
function drained({ raw }: FastifyReply, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      raw.off('drain', go);
      raw.off('close', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    raw.once('drain', go);
    raw.once('close', go);
    signal.addEventListener('abort', go);
  });
}
