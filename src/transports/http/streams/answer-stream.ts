import type { FastifyReply } from 'fastify';
import { ServiceError, Unavailable } from '../../../core/errors.ts';
import type { StreamEvent } from '../../../kit/stream.ts';
import type { Deadlines } from '../deadlines.ts';

/** After this many milliseconds, the stream reports that the answer is being prepared. */
const THINKING_MS = 300;

/**
 * Sends the events and then the complete answer, as the records that clients of the reference
 * expect. Each record begins with a word and ends with a blank line. An error before the first
 * event is sent as a plain error response. When the client disconnects or its credential ends, the
 * work is aborted.
 */
export async function stream(
  reply: FastifyReply,
  deadlines: Deadlines,
  {
    start,
    whenRefused,
  }: {
    start: (signal: AbortSignal) => AsyncGenerator<StreamEvent, unknown>;
    /** Calls `end` with the reason when the credential has ended. */
    whenRefused: (end: (reason: unknown) => void) => void;
  },
): Promise<FastifyReply> {
  const end = new AbortController();
  onLeave(reply, () => end.abort(clientLeft()));
  const refused = Promise.withResolvers<never>();
  whenRefused(refused.reject);
  let begun = false;
  const tell = (word: string, value: unknown) => {
    if (!end.signal.aborted) reply.raw.write(`${word}: ${encoded(value)}\n\n`);
  };
  const begin = () => {
    if (begun || end.signal.aborted) return;
    begun = true;
    beginStream(reply);
    tell('think', 'Searching your conversations');
  };
  const waiting = setTimeout(begin, THINKING_MS);
  const sendAll = async () => {
    const events = start(end.signal);
    for (;;) {
      const { done, value } = await events.next();
      if (done) return value;
      begin();
      tell(value.type, value.value);
    }
  };
  try {
    const work = () => Promise.race([sendAll(), refused.promise]);
    const answer = await deadlines.within(work, { waits: true });
    begin();
    tell('done', answer);
  } catch (error) {
    if (!begun) throw error;
    const isOurs = error instanceof ServiceError;
    if (!isOurs) reply.request.log.error({ err: error }, 'unexpected error');
    tell('error', isOurs ? error.message : 'Something went wrong on our side. Try again.');
  } finally {
    clearTimeout(waiting);
    // Also aborts work that continues after its deadline.
    end.abort(clientLeft());
  }
  reply.raw.end();
  return reply;
}

/** Takes the reply from Fastify, and sends its own headers and the headers of a stream. */
export function beginStream(reply: FastifyReply): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
}

/** Calls `leave` when the connection ends before the answer is sent. */
export function onLeave({ raw }: FastifyReply, leave: () => void): void {
  // The client may have disconnected while its credential was checked.
  if (raw.destroyed || raw.closed) return leave();
  raw.once('close', () => {
    if (!raw.writableFinished) leave();
  });
}

export function clientLeft(): Unavailable {
  return new Unavailable('The client disconnected before the answer was ready.');
}

function encoded(value: unknown): string {
  return typeof value === 'string'
    ? value.replaceAll('\n', '__CRLF__')
    : Buffer.from(JSON.stringify(value)).toString('base64');
}
