/** Answers requests of the OpenAI protocol with a model on this machine. */
import type { Send } from './send.ts';
import type { TextModel } from './text-model.ts';

const MAX_TOKENS = 2_048;

interface Message {
  role: 'system' | 'user';
  content: string | { type: string; text?: string }[];
}

interface ChatBody {
  messages: Message[];
  stream?: boolean;
  response_format?: { type: string; json_schema?: { schema: object } };
}

/** Serves `/chat/completions` and `/embeddings`. Throws `NoTextModel`. */
export function localProtocol(model: TextModel): Send {
  return async (path, body, signal) =>
    path === '/embeddings'
      ? embeddings(model, JSON.parse(body) as { input: string[] }, signal)
      : completion(model, JSON.parse(body) as ChatBody, signal);
}

async function embeddings(
  model: TextModel,
  { input }: { input: string[] },
  signal: AbortSignal,
): Promise<Response> {
  const { vectors } = await model.ask({ kind: 'embed', texts: input }, signal);
  const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
  return Response.json({ data });
}

async function completion(
  model: TextModel,
  { messages, stream = false, response_format: format }: ChatBody,
  signal: AbortSignal,
): Promise<Response> {
  const of = (role: Message['role']) =>
    messages
      .filter((message) => message.role === role)
      .map(textOf)
      .join('\n\n');
  const request = {
    kind: 'write',
    system: of('system'),
    user: of('user'),
    schema: format?.type === 'json_schema' ? format.json_schema?.schema : undefined,
    maxTokens: MAX_TOKENS,
  } as const;
  if (!stream) {
    const { text, tokens } = await model.ask(request, signal);
    return Response.json({
      choices: [{ message: { content: text } }],
      usage: { total_tokens: tokens },
    });
  }
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const say = (piece: object) =>
    void writer.write(`data: ${JSON.stringify(piece)}\n\n`).catch(() => {});
  model
    .ask(request, signal, (text) => say({ choices: [{ delta: { content: text } }] }))
    .then(() => {
      say({ choices: [{ delta: {}, finish_reason: 'stop' }] });
      return writer.close();
    })
    .catch((error: Error) => writer.abort(error));
  return new Response(readable.pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'text/event-stream' },
  });
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  return content.flatMap(({ text }) => text ?? []).join('\n');
}
