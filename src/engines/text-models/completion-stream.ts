import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { jsonObjectOf } from './json-answer.ts';
import { NoAnswer } from './no-answer.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** A complete chat completion, or one piece of a streamed completion. */
const Completion = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish() }).nullish(),
      message: z.object({ content: z.string().nullish() }).nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/** Yields the text of a response: event by event if it is a stream, otherwise all at once. */
export async function* textPieces(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  try {
    if (isStream) yield* streamedPieces(response);
    else yield readPiece(await limitedText(response)).text;
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof NoAnswer ? cause : stoppedEarly(cause);
  }
}

async function* streamedPieces({ body }: Response): AsyncGenerator<string, void> {
  let bytes = 0;
  let isFinished = false;
  const events = (body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_BYTES }));
  for await (const { data } of events) {
    if (data === '[DONE]') return;
    bytes += data.length;
    if (bytes > MAX_BYTES)
      throw new NoAnswer('the language model wrote more than the limit allows');
    const piece = readPiece(data);
    isFinished ||= piece.isLast;
    if (piece.text !== '') yield piece.text;
  }
  if (!isFinished) throw stoppedEarly();
}

/** The last piece of a stream may contain no choices, only the token count. */
function readPiece(text: string): { text: string; isLast: boolean } {
  const completion = Completion.safeParse(jsonObjectOf(text));
  if (!completion.success) throw new NoAnswer('the language model sent no completion');
  const [choice] = completion.data.choices;
  const { content } = choice?.delta ?? choice?.message ?? {};
  return { text: content ?? '', isLast: Boolean(choice?.finish_reason) };
}

function stoppedEarly(cause?: unknown): NoAnswer {
  return new NoAnswer('the language model stopped in the middle of its answer', { cause });
}

export async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new NoAnswer('the language model wrote more than the limit allows');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
