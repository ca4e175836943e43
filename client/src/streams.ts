import { ApiError, Interrupted } from './errors.ts';

/** A part of a streamed answer. `done` is the last part and contains the whole answer. */
export type AnswerPart<Answer> =
  /** The service is still preparing the answer. */
  | { type: 'think'; value: string }
  /** The next words of the answer. */
  | { type: 'data'; value: string }
  /** The question, as transcribed from a recording. */
  | { type: 'message'; value: Answer }
  | { type: 'done'; value: Answer };

/** A server-sent event. */
export interface ServerEvent {
  /** The last position from the service; null before the service has sent any. */
  id: string | null;
  type: string;
  value: unknown;
}

/** Yields the lines of an answer as they arrive. Ends the request when the caller stops reading. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Throws `Interrupted` if the answer ends without `done`. */
export async function* answerParts(response: Response): AsyncGenerator<AnswerPart<unknown>> {
  for await (const line of linesOf(response)) {
    const word = line.slice(0, line.indexOf(': '));
    const text = line.slice(word.length + 2);
    if (word === 'error') throw new Interrupted(text.replaceAll('__CRLF__', '\n'));
    if (word === 'think' || word === 'data') {
      yield { type: word, value: text.replaceAll('__CRLF__', '\n') };
    } else if (word === 'message' || word === 'done') {
      yield { type: word, value: fromBase64(text) };
      if (word === 'done') return;
    }
  }
  throw new Interrupted('The connection ended before the answer was complete.');
}

function fromBase64(text: string): unknown {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Throws `ApiError` when the service sends the reason why it ends the stream. */
export async function* serverEvents(response: Response): AsyncGenerator<ServerEvent> {
  let id: string | null = null;
  /** The position of the caller. */
  let told: string | null = null;
  let type = '';
  let data = '';
  for await (const line of linesOf(response)) {
    const [field, value] = fieldOf(line);
    if (field === 'id') id = value;
    else if (field === 'event') type = value;
    else if (field === 'data') data += data === '' ? value : `\n${value}`;
    else if (line === '') {
      if (type === 'error') throw errorOf(data);
      if (data !== '') yield { id, type, value: JSON.parse(data) as unknown };
      else if (id !== told) yield { id, type: 'position', value: { cursor: id } };
      told = id;
      [type, data] = ['', ''];
    }
  }
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return colon < 1 ? ['', ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

function errorOf(data: string): ApiError {
  const { status, detail } = JSON.parse(data) as { status: number; detail: unknown };
  return new ApiError(status, detail, null);
}
