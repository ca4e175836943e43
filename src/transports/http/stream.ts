import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../core/errors.ts';

/** Milliseconds after which the stream tells that the answer is being made. */
const THINKING_MS = 300;
/** About a sentence: so an app shows the answer as it comes. */
const PIECES = /[^.!?\n]+[.!?\n]*\s*|[.!?\n]+\s*/g;

/**
 * An answer with a text, in records that begin with a word and end with a blank line, as clients of
 * the reference read them. A refusal before the first event is a plain error response.
 */
export async function stream(
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  let begun = false;
  const tell = (word: string, text: string) => reply.raw.write(`${word}: ${text}\n\n`);
  const begin = () => {
    if (begun) return;
    begun = true;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    });
    tell('think', 'Looking through what was said');
  };
  const waiting = setTimeout(begin, THINKING_MS);
  try {
    const { question, ...answer } = (await work()) as { text: string; question?: unknown };
    begin();
    if (question) tell('message', inBase64(question));
    for (const piece of answer.text.match(PIECES) ?? []) {
      tell('data', piece.replaceAll('\n', '__CRLF__'));
    }
    tell('done', inBase64(answer));
  } catch (error) {
    if (!begun) throw error;
    const isOurs = error instanceof ServiceError;
    if (!isOurs) reply.request.log.error({ err: error }, 'unexpected error');
    tell('error', isOurs ? error.message : 'Something went wrong on our side. Try again.');
  } finally {
    clearTimeout(waiting);
  }
  reply.raw.end();
  return reply;
}

function inBase64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
