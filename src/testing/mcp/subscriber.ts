import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestService } from '../start-service.ts';

/** Connects the official client and subscribes. Returns the addresses that it hears. */
export async function subscribeToResources(
  { service }: TestService,
  token: string,
  resourceSubscriptions: string[],
) {
  const client = new Client(
    { name: 'official', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const heard: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    heard.push(params.uri);
  });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  const subscription = await client.listen({ resourceSubscriptions });
  return { client, heard, subscription };
}
