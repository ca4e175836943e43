/** The steps that connect each assistant, for the pages and for the documentation. */
import { bearer, endpoint, json, server } from './set-up.ts';
import type { Place, SetUp } from './set-up.ts';
import { AGENT_SET_UPS } from './set-ups-agents.ts';

/** An address and a key are ASCII, which is all that `btoa` takes. */
const base64 = (value: object) => encodeURIComponent(btoa(JSON.stringify(value)));

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
    paste: { language: 'text', text: ({ url }) => endpoint(url) },
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
    paste: { language: 'text', text: ({ url }) => endpoint(url) },
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    with: 'key',
    steps: [
      'Run this once in a terminal.',
      'Start claude and ask it, for example: What are my open tasks?',
    ],
    paste: {
      language: 'sh',
      needs: 'Claude Code',
      text: ({ url, key }) =>
        `claude mcp add --transport http commonplace ${endpoint(url)} --header "Authorization: Bearer ${key}"`,
    },
  },
  {
    id: 'cursor',
    name: 'Cursor',
    with: 'key',
    steps: ['Open the link, or put this into ~/.cursor/mcp.json.'],
    link: (at) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=commonplace&config=${base64(server(at))}`,
    paste: {
      language: 'json',
      text: (at) => json({ mcpServers: { commonplace: server(at) } }),
    },
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    with: 'key',
    steps: [
      'Open the link. Or put this into .vscode/mcp.json, or into the file that the command ' +
        '“MCP: Open User Configuration” opens.',
    ],
    link: (at) => {
      const entry = { name: 'commonplace', type: 'http', ...server(at) };
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(entry))}`;
    },
    paste: {
      language: 'json',
      text: (at) => json({ servers: { commonplace: { type: 'http', ...server(at) } } }),
    },
  },
  {
    id: 'codex',
    name: 'Codex',
    with: 'key',
    steps: ['Add this to ~/.codex/config.toml.'],
    paste: {
      language: 'toml',
      text: ({ url, key }) =>
        [
          '[mcp_servers.commonplace]',
          `url = "${endpoint(url)}"`,
          `http_headers = { "Authorization" = "Bearer ${key}" }`,
        ].join('\n'),
    },
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    with: 'key',
    steps: ['Run this once in a terminal.'],
    paste: {
      language: 'sh',
      needs: 'Gemini CLI',
      text: ({ url, key }) =>
        `gemini mcp add --scope user --transport http --header "Authorization: Bearer ${key}" commonplace ${endpoint(url)}`,
    },
  },
  {
    id: 'goose',
    name: 'Goose',
    with: 'key',
    steps: ['Add this to ~/.config/goose/config.yaml, under extensions.'],
    paste: {
      language: 'yaml',
      text: ({ url, key }) =>
        [
          'extensions:',
          '  commonplace:',
          '    enabled: true',
          '    name: commonplace',
          '    type: streamable_http',
          `    uri: ${endpoint(url)}`,
          '    headers:',
          `      Authorization: Bearer ${key}`,
          '    timeout: 300',
        ].join('\n'),
    },
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    with: 'key',
    steps: ['Open the link, or put this into mcp.json (Program → Install → Edit mcp.json).'],
    link: (at) => `lmstudio://add_mcp?name=commonplace&config=${base64(server(at))}`,
    paste: {
      language: 'json',
      text: (at) => json({ mcpServers: { commonplace: server(at) } }),
    },
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    with: 'key',
    steps: ['Put this into ~/.codeium/windsurf/mcp_config.json.'],
    paste: {
      language: 'json',
      text: ({ url, key }) =>
        json({
          mcpServers: { commonplace: { serverUrl: endpoint(url), headers: bearer(key) } },
        }),
    },
  },
  {
    id: 'zed',
    name: 'Zed',
    with: 'key',
    steps: ['Put this into the settings of Zed (command “zed: open settings”).'],
    paste: {
      language: 'json',
      text: (at) => json({ context_servers: { commonplace: server(at) } }),
    },
  },
  ...AGENT_SET_UPS,
  {
    id: 'claude-desktop',
    name: 'Claude Desktop, with a service at home',
    with: 'key',
    steps: [
      'Download the bundle and open it. It contains the address and the key, so keep it to yourself.',
      'Claude Desktop shows what it is: Install. If it does not open: Settings → Extensions → ' +
        'Advanced settings → Install Extension.',
    ],
    bundle: true,
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
      needs: 'Podman',
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

function local({ url, key }: Place): object {
  return {
    command: 'node',
    args: ['/folder/of/commonplace/src/main.ts', 'mcp'],
    env: { SVC_API_BASE_URL: url, SVC_API_KEY: key },
  };
}
