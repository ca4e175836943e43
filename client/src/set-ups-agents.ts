import { endpoint, json, server } from './set-up.ts';
import type { SetUp } from './set-up.ts';

/** The agents and chat programs that people run on their own machines. */
export const AGENT_SET_UPS: readonly SetUp[] = [
  {
    id: 'openclaw',
    name: 'OpenClaw',
    with: 'key',
    steps: ['Run this once in a terminal, then: openclaw mcp doctor commonplace --probe'],
    paste: {
      language: 'sh',
      needs: 'OpenClaw',
      text: (at) =>
        `openclaw mcp set commonplace '${JSON.stringify({ ...server(at), transport: 'streamable-http' })}'`,
    },
  },
  {
    id: 'hermes',
    name: 'Hermes Agent',
    with: 'key',
    steps: ['Add this to ~/.hermes/config.yaml, and begin a new session.'],
    paste: {
      language: 'yaml',
      text: ({ url, key }) =>
        [
          'mcp_servers:',
          '  commonplace:',
          `    url: ${endpoint(url)}`,
          '    headers:',
          `      Authorization: Bearer ${key}`,
        ].join('\n'),
    },
  },
  {
    id: 'open-webui',
    name: 'Open WebUI',
    with: 'key',
    steps: [
      'As its administrator: Settings → External Tools → + (Add Server), with the type MCP (Streamable HTTP).',
      'Paste the address and, with the authentication Bearer, the key. Save.',
      'Its users share this key: what they ask is answered from your account.',
    ],
    paste: { language: 'text', text: ({ url, key }) => `${endpoint(url)}\n${key}` },
  },
  {
    id: 'anythingllm',
    name: 'AnythingLLM',
    with: 'key',
    steps: [
      'Put this into plugins/anythingllm_mcp_servers.json in its storage folder.',
      'Agent Skills → Refresh. Begin a message with @agent to use the tools.',
    ],
    paste: {
      language: 'json',
      text: (at) => json({ mcpServers: { commonplace: { type: 'streamable', ...server(at) } } }),
    },
  },
  {
    id: 'librechat',
    name: 'LibreChat',
    with: 'key',
    steps: [
      'Add this to librechat.yaml and start LibreChat again. Each of its users then enters a key of their own.',
    ],
    paste: {
      language: 'yaml',
      text: ({ url }) =>
        [
          'mcpServers:',
          '  commonplace:',
          '    type: streamable-http',
          `    url: ${endpoint(url)}`,
          '    headers:',
          "      Authorization: 'Bearer {{COMMONPLACE_KEY}}'",
          '    customUserVars:',
          '      COMMONPLACE_KEY:',
          '        title: Commonplace key',
          `        description: A key for assistants, made at ${url}/settings/connect`,
        ].join('\n'),
    },
  },
];
