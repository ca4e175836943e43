import { Server } from '@modelcontextprotocol/server';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { forward, Refused } from './forward.ts';
import { complaintAbout } from './service.ts';
import type { Service } from './service.ts';
import manifest from '../package.json' with { type: 'json' };
import catalogue from './tools.json' with { type: 'json' };

const TOOLS = catalogue.tools as unknown as Tool[];
const API_KEY = { type: 'string', description: 'An MCP key for this call only.' };

/**
 * Serves the tools of the hosted endpoint over standard input and output, with the same names and
 * schemas. Forwards every call to the service.
 */
export function localServer(service: Service): Server {
  const server = new Server(
    { name: 'commonplace', title: 'Commonplace', version: manifest.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: catalogue.instructions,
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS.map(withKey) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { api_key: ownKey, ...args } = params.arguments ?? {};
    // A model may send empty text for an argument without a known value.
    const key = ownKey === undefined || ownKey === '' ? service.key : String(ownKey);
    const complaint = complaintAbout(key);
    if (complaint) return failure(complaint);
    try {
      const call = { method: 'tools/call', params: { name: params.name, arguments: args } };
      return (await forward(service.endpoint, key!, call, mcpReq.signal)) as never;
    } catch (error) {
      if (error instanceof Refused) return failure(error.message);
      throw error;
    }
  });

  // Without a key, the list of tools is empty, and no tool call can report the reason.
  const listed = async (method: string, none: object, signal: AbortSignal) =>
    (complaintAbout(service.key)
      ? none
      : await forward(service.endpoint, service.key!, { method }, signal)) as never;
  server.setRequestHandler('resources/list', ({ method }, { mcpReq }) =>
    listed(method, { resources: [] }, mcpReq.signal),
  );
  server.setRequestHandler('resources/templates/list', ({ method }, { mcpReq }) =>
    listed(method, { resourceTemplates: [] }, mcpReq.signal),
  );
  server.setRequestHandler('prompts/list', ({ method }, { mcpReq }) =>
    listed(method, { prompts: [] }, mcpReq.signal),
  );
  for (const method of ['resources/read', 'prompts/get', 'completion/complete'] as const) {
    server.setRequestHandler(method, (request, { mcpReq }) => {
      const complaint = complaintAbout(service.key);
      if (complaint) throw new Refused(complaint);
      return forward(service.endpoint, service.key!, request, mcpReq.signal) as never;
    });
  }
  return server;
}

/** Adds an `api_key` argument to a tool of the hosted endpoint. */
function withKey({ inputSchema: { properties = {}, ...schema }, ...tool }: Tool): Tool {
  return { ...tool, inputSchema: { ...schema, properties: { ...properties, api_key: API_KEY } } };
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
