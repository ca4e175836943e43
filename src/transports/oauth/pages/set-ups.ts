/** The steps that connect an assistant, for the page and for the documentation. */
export interface SetUp {
  id: string;
  name: string;
  /**
   * With `sign-in`, the assistant requests access through OAuth. With `key`, the user gives the
   * assistant an MCP key.
   */
  with: 'sign-in' | 'key';
  steps: readonly string[];
  /** Returns the text to paste, for this address of the service and this key. */
  paste?: { language: 'json' | 'sh'; text(at: { url: string; key: string }): string };
}

const json = (value: object) => JSON.stringify(value, null, 2);
const endpoint = (url: string) => `${url}/v1/mcp/sse`;
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

export const SET_UPS: readonly SetUp[] = [
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    with: 'sign-in',
    steps: [
      'The service needs an https address that is reachable from the internet.',
      'In ChatGPT: Settings → Apps & Connectors → Advanced settings, and switch on developer mode. Then Create.',
      'Paste the address as MCP server URL. Authentication: OAuth, with the client ID ' +
        'svc-chatgpt, an empty secret, and the token auth method none.',
      'Create, then sign in here and choose its permissions.',
    ],
    paste: { language: 'sh', text: ({ url }) => endpoint(url) },
  },
  {
    id: 'claude',
    name: 'Claude (web, desktop, mobile)',
    with: 'sign-in',
    steps: [
      'The service needs an https address that is reachable from the internet.',
      'In Claude: Settings → Connectors → Add custom connector. Paste the address.',
      'Under Advanced settings: OAuth Client ID svc-claude; leave the secret empty.',
      'Add, then Connect, sign in here and choose its permissions.',
    ],
    paste: { language: 'sh', text: ({ url }) => endpoint(url) },
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    with: 'key',
    steps: ['Run this once in a terminal.'],
    paste: {
      language: 'sh',
      text: ({ url, key }) =>
        `claude mcp add --transport http commonplace ${endpoint(url)} --header "Authorization: Bearer ${key}"`,
    },
  },
  {
    id: 'cursor',
    name: 'Cursor',
    with: 'key',
    steps: ['Put this into ~/.cursor/mcp.json, or into .cursor/mcp.json of a project.'],
    paste: {
      language: 'json',
      text: ({ url, key }) =>
        json({ mcpServers: { commonplace: { url: endpoint(url), headers: bearer(key) } } }),
    },
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    with: 'key',
    steps: [
      'Put this into .vscode/mcp.json, or open it with the command “MCP: Open User Configuration”.',
    ],
    paste: {
      language: 'json',
      text: ({ url, key }) =>
        json({
          servers: { commonplace: { type: 'http', url: endpoint(url), headers: bearer(key) } },
        }),
    },
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop, with a service at home',
    with: 'key',
    steps: [
      'A service that is not reachable from the internet is reached by the local server, which Claude Desktop starts as a program.',
      'In Claude Desktop: Settings → Developer → Edit Config. Write the folder of your ' +
        'checkout of Commonplace where it says so. Node 22.18 or newer has to be there.',
    ],
    paste: { language: 'json', text: (at) => json({ mcpServers: { commonplace: local(at) } }) },
  },
  {
    id: 'stdio',
    name: 'Any assistant that starts its servers as programs',
    with: 'key',
    steps: ['The command, and the two variables it reads.'],
    paste: { language: 'json', text: (at) => json(local(at)) },
  },
  {
    id: 'container',
    name: 'The local server in a container',
    with: 'key',
    steps: [
      'Build it once in the folder of your checkout: podman build -t commonplace-mcp --target mcp -f deploy/Containerfile .',
      'The assistant runs this; docker does as well as podman.',
    ],
    paste: {
      language: 'sh',
      text: ({ url, key }) =>
        `podman run --rm -i -e SVC_API_BASE_URL=${url} -e SVC_API_KEY=${key} commonplace-mcp`,
    },
  },
  {
    id: 'script',
    name: 'A script',
    with: 'key',
    steps: ['One call and its answer.'],
    paste: {
      language: 'sh',
      text: ({ url, key }) =>
        [
          `curl -s ${endpoint(url)} \\`,
          `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
          '  -d ' +
            `'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_memories","arguments":{"query":"where ` +
            `do I live"}}}'`,
        ].join('\n'),
    },
  },
];

function local({ url, key }: { url: string; key: string }): object {
  return {
    command: 'node',
    args: ['/folder/of/commonplace/src/main.ts', 'mcp'],
    env: { SVC_API_BASE_URL: url, SVC_API_KEY: key },
  };
}
