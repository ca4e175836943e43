import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../clients/api-user.ts';

export type Behaviour = (request: Json, response: ServerResponse, count: number) => void;

/** A loopback endpoint with the OpenAI chat protocol, whose answers the test chooses. */
export interface LanguageModelServer extends AsyncDisposable {
  baseUrl: string;
  /** The bodies of all requests. */
  requests: Json[];
}

export async function startLanguageModel(behave: Behaviour): Promise<LanguageModelServer> {
  const requests: Json[] = [];
  const server = createServer((request, response) => {
    void readJson(request).then((body) => behave(body, response, requests.push(body)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends an ordinary completion with this content. */
export function complete(response: ServerResponse, content: string): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { total_tokens: 20 },
    }),
  );
}

export function refuse(response: ServerResponse, status: number, body = '{}'): void {
  response.writeHead(status).end(body);
}

async function readJson(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

/** Writes one piece of a streamed completion. */
export function streamPiece(response: ServerResponse, content: string): void {
  if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  const piece = { id: 'x', object: 'chat.completion.chunk', choices };
  response.write(`data: ${JSON.stringify(piece)}\n\n`);
}

export function endStream(response: ServerResponse): void {
  response.end('data: [DONE]\n\n');
}
