import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { AuthInfo, McpHttpHandler, McpServer, Server } from '@modelcontextprotocol/server';
import type { Context } from '../../kit/context.ts';

/** Builds the server of one caller; a test may put another in its place. */
export type ServerFor = (context: Context) => Server | McpServer;

const BOTH = 'application/json, text/event-stream';
/** What `initialize` means when it leaves things out: the revision of the specification. */
const UNSAID = {
  protocolVersion: '2025-03-26',
  capabilities: {},
  clientInfo: { name: 'unknown', version: '0' },
};

export interface Exchange extends AsyncDisposable {
  /** One POST: answers in the revision and the form that the client asks for. */
  answer(request: Request, message: unknown, context: Context): Promise<Response>;
}

/**
 * Both eras of MCP behind one address. Up to 2025-11-25 a client begins with `initialize`; from
 * 2026-07-28 on every request says by itself what it is. Neither leaves anything behind here.
 */
export function openExchange({
  serverFor,
  keepAliveMs,
  onerror,
}: {
  serverFor: ServerFor;
  /** How long a stream may be silent before a comment says that it lives. */
  keepAliveMs: number;
  onerror: (error: Error) => void;
}): Exchange {
  const modern = (responseMode: 'auto' | 'sse'): McpHttpHandler =>
    createMcpHandler(({ authInfo }) => serverFor(contextIn(authInfo)), {
      legacy: 'reject',
      responseMode,
      keepAliveMs,
      onerror,
    });
  const [asItComes, streamed] = [modern('auto'), modern('sse')];

  return {
    async answer(request, message, context) {
      const wanted = accepted(request.headers.get('accept'));
      request.headers.set('accept', BOTH);
      if (!(await isLegacyRequest(request, message))) {
        const handler = wanted.stream && !wanted.json ? streamed : asItComes;
        return handler.fetch(request, { parsedBody: message, authInfo: carrying(context) });
      }
      const transport = new WebStandardStreamableHTTPServerTransport({
        enableJsonResponse: !wanted.stream,
        keepAliveMs,
      });
      const server = serverFor(context);
      await server.connect(transport);
      request.signal.addEventListener('abort', () => void server.close());
      const parsedBody = Array.isArray(message) ? message.map(mended) : mended(message);
      const answer = await transport.handleRequest(request, { parsedBody });
      return Array.isArray(message) ? asBatch(answer) : answer;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([asItComes.close(), streamed.close()]);
    },
  };
}

/** What the client takes; one that says nothing takes JSON. */
function accepted(accept: string | null): { json: boolean; stream: boolean } {
  const types = accept ?? '';
  return {
    json: /application\/(json|\*)|\*\/\*/.test(types) || types === '',
    stream: types.includes('text/event-stream'),
  };
}

/** What clients leave out or write in their own way, and is still clear. */
function mended(message: unknown): unknown {
  const { method, params } = message as { method?: unknown; params?: Record<string, unknown> };
  const change = (instead: object) => ({ ...(message as object), params: instead });
  if (method === 'initialize') return change({ ...UNSAID, ...params });
  if (method !== 'tools/call') return message;
  const { name, arguments: given, ...rest } = params ?? {};
  return change({
    ...rest,
    // Whoever names no tool is told so by us instead of by a schema.
    name: typeof name === 'string' ? name : '',
    ...(given !== undefined &&
      given !== null && { arguments: typeof given === 'string' ? parsed(given) : given }),
  });
}

/** Arguments that a model wrote as text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A batch is answered by a list, also when only one of its messages needs an answer. */
async function asBatch(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const body: unknown = await answer.json();
  return Response.json(Array.isArray(body) || answer.status !== 200 ? body : [body], answer);
}

/** The library hands what it calls authentication through to where the server is built. */
function carrying(context: Context): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { context } };
}

function contextIn(authInfo: AuthInfo | undefined): Context {
  return authInfo!.extra!['context'] as Context;
}
