import { ASSISTANT_SCOPES, dotted } from '../../core/scopes.ts';

/** Tells callers without a credential how to connect. */
export function endpointInfo(publicUrl: string): object {
  const endpoint = `${publicUrl}/v1/mcp/sse`;
  return {
    endpoint,
    transport: 'streamable-http',
    protocol_version: '2025-03-26',
    authentication: {
      methods: ['oauth2', 'api_key'],
      api_key: { header: 'Authorization', format: 'Bearer svc_mcp_…' },
      oauth2: {
        authorization_endpoint: `${publicUrl}/authorize`,
        token_endpoint: `${publicUrl}/token`,
        resource: endpoint,
        scopes: ASSISTANT_SCOPES.map(dotted),
      },
    },
    instructions: {
      step1: `Add ${endpoint} to your assistant as a remote MCP server.`,
      step2: 'ChatGPT and Claude sign in with OAuth; every other client needs an MCP key.',
      step3: 'Send the key as the header Authorization: Bearer svc_mcp_…',
    },
  };
}
