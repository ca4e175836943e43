import { Server } from '@modelcontextprotocol/server';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { forward, Refused } from './forward.ts';
import { complaintAbout } from './service.ts';
import type { Service } from './service.ts';
import catalogue from './tools.json' with { type: 'json' };

const TOOLS = catalogue.tools as unknown as Tool[];
const API_KEY = { type: 'string', description: 'An MCP key for this call alone.' };

/**
 * The tools of the hosted endpoint on standard input and output: the same names and schemas, from
 * the same file, and every call goes to the service.
 */
export function localServer(service: Service): Server {
  const server = new Server(
    { name: 'commonplace', title: 'Commonplace', version: '0.1.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: catalogue.instructions,
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS.map(withKey) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const { api_key: ownKey, ...args } = given;
    const key = typeof ownKey === 'string' && ownKey !== '' ? ownKey : service.key;
    const complaint = complaintAbout(key);
    if (complaint) return failure(complaint);
    try {
      const params = { name, arguments: args };
      return (await forward(service.endpoint, key!, { method: 'tools/call', params })) as never;
    } catch (error) {
      if (error instanceof Refused) return failure(error.message);
      throw error;
    }
  });

  // Without a key there is nothing to offer, and no call yet that could say why.
  const listed = async (method: string, none: object) =>
    (complaintAbout(service.key)
      ? none
      : await forward(service.endpoint, service.key!, { method })) as never;
  server.setRequestHandler('resources/list', ({ method }) => listed(method, { resources: [] }));
  server.setRequestHandler('resources/templates/list', ({ method }) =>
    listed(method, { resourceTemplates: [] }),
  );
  server.setRequestHandler('prompts/list', ({ method }) => listed(method, { prompts: [] }));
  for (const method of ['resources/read', 'prompts/get'] as const) {
    server.setRequestHandler(method, (request) => {
      const complaint = complaintAbout(service.key);
      if (complaint) throw new Refused(complaint);
      return forward(service.endpoint, service.key!, request) as never;
    });
  }
  return server;
}

/** A tool as the hosted endpoint has it, with a place for a key. */
function withKey({ inputSchema: { properties = {}, ...schema }, ...tool }: Tool): Tool {
  return { ...tool, inputSchema: { ...schema, properties: { ...properties, api_key: API_KEY } } };
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
