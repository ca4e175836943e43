import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { AuthInfo, McpHttpHandler, McpServer, Server } from '@modelcontextprotocol/server';
import type { Context } from '../../kit/context.ts';
import type { ReadCalls } from './message.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Builds the MCP server for one caller. Tests may replace this function. */
export type ServerFor = (context: Context, era: 'modern' | 'legacy') => Server | McpServer;

const STATELESS = '2026-07-28';
const BOTH = 'application/json, text/event-stream';
export interface Exchange extends AsyncDisposable {
  /** Answers a POST in the protocol revision and the content type that the client requests. */
  answer(
    request: Request,
    message: ReadCalls['message'],
    caller: { context: Context; mayGoOn(): Promise<boolean> },
  ): Promise<Response>;
}

/**
 * Serves both generations of MCP at one address. Up to revision 2025-11-25, a client begins with
 * `initialize`; since revision 2026-07-28, each request is complete in itself. The service keeps no
 * state for either generation.
 */
export function openExchange({
  serverFor,
  subscriptions,
  keepAliveMs,
  onerror,
}: {
  serverFor: ServerFor;
  subscriptions: Subscriptions;
  /** Milliseconds of silence after which a stream sends a comment. */
  keepAliveMs: number;
  onerror: (error: Error) => void;
}): Exchange {
  const modern = (responseMode: 'auto' | 'sse'): McpHttpHandler =>
    createMcpHandler(({ authInfo }) => serverFor(contextIn(authInfo), 'modern'), {
      legacy: 'reject',
      responseMode,
      keepAliveMs,
      onerror,
    });
  const [asItComes, streamed] = [modern('auto'), modern('sse')];

  return {
    async answer(request, message, { context, mayGoOn }) {
      const wanted = accepted(request.headers.get('accept'));
      request.headers.set('accept', BOTH);
      // `initialize` negotiates the revision, so the version header applies only to later requests.
      // Without this exception, the library would answer that `initialize` is not a method.
      const begins = 'method' in message && message.method === 'initialize';
      if (begins && request.headers.get('mcp-protocol-version') !== STATELESS) {
        request.headers.delete('mcp-protocol-version');
      }
      if (!(await isLegacyRequest(request, message))) {
        if ('method' in message && message.method === 'subscriptions/listen') {
          const factory = () => serverFor(context, 'modern');
          return subscriptions.listen(request, { message, context, factory, mayGoOn });
        }
        const handler = wanted.stream && !wanted.json ? streamed : asItComes;
        return handler.fetch(request, { parsedBody: message, authInfo: carrying(context) });
      }
      const transport = new WebStandardStreamableHTTPServerTransport({
        enableJsonResponse: !wanted.stream,
        keepAliveMs,
      });
      const server = serverFor(context, 'legacy');
      await server.connect(transport);
      request.signal.addEventListener('abort', () => void server.close());
      if (request.signal.aborted) await server.close();
      const answer = await transport.handleRequest(request, { parsedBody: message });
      return Array.isArray(message) ? asBatch(answer) : answer;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([asItComes.close(), streamed.close()]);
    },
  };
}

/**
 * Returns the content types that the client accepts; JSON for a client without an `Accept` header.
 */
function accepted(accept: string | null): { json: boolean; stream: boolean } {
  const types = (accept ?? '')
    .toLowerCase()
    .split(',')
    .filter((type) => !/;\s*q=0(\.0*)?\s*$/.test(type))
    .join();
  return {
    json: /application\/(json|\*)|\*\/\*/.test(types) || types === '',
    stream: types.includes('text/event-stream'),
  };
}

/** A batch is answered with a list, even if only one of its messages needs an answer. */
async function asBatch(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const body: unknown = await answer.json();
  return Response.json(Array.isArray(body) || answer.status !== 200 ? body : [body], answer);
}

/**
 * Passes the context as authentication data, which the library passes on to the code that builds
 * the server.
 */
function carrying(context: Context): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { context } };
}

function contextIn(authInfo: AuthInfo | undefined): Context {
  return authInfo!.extra!['context'] as Context;
}
