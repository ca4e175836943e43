/**
 * The way from the page `/connect` to the first call, as a person goes it in a browser, with the
 * official SDK in the place of the assistant. What the assistant gets is what the page shows.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { parse as parseYaml } from 'yaml';
import { interceptCallback, openCallback, openMemory } from '../clients/oauth-assistant.ts';
import type { Callback } from '../clients/oauth-assistant.ts';

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** A person in front of a browser. Counts the clicks on the pages of the service. */
interface Person {
  page: Page;
  clicks: number;
  click(target: Locator): Promise<void>;
}

type Way = (person: Person, stack: AsyncDisposableStack) => Promise<Transport>;

/** The ways to connect, by the id of the assistant. */
export const WAYS: Readonly<Record<string, Way>> = {
  chatgpt: bySignIn('svc-chatgpt', (tab) =>
    interceptCallback(tab, 'https://chatgpt.com/connector_platform_oauth_redirect'),
  ),
  claude: bySignIn('svc-claude', async (_tab, stack) => stack.use(await openCallback())),
  'claude-code': byKey(shellServer),
  cursor: byKey(jsonServer),
  'vs-code': byKey(jsonServer),
  codex: byKey(tomlServer),
  'gemini-cli': byKey(shellServer),
  goose: byKey(yamlServer),
  'lm-studio': byKey(jsonServer),
  windsurf: byKey(jsonServer),
  zed: byKey(jsonServer),
  'claude-desktop': byBundle,
  stdio: byProgram,
};

/**
 * Goes a way to its first call. The page must belong to a signed-in user. Returns the number of
 * clicks, and the milliseconds until the call was answered.
 */
export async function goToFirstCall(
  page: Page,
  url: string,
  id: string,
): Promise<{ clicks: number; ms: number }> {
  await using stack = new AsyncDisposableStack();
  const started = performance.now();
  const person: Person = {
    page,
    clicks: 0,
    async click(target) {
      this.clicks += 1;
      await target.click();
    },
  };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}/connect`);
  await person.click(page.locator(`a[href="/settings/connect?to=${id}"]`));
  await callOnce(await WAYS[id]!(person, stack));
  return { clicks: person.clicks, ms: performance.now() - started };
}

/** Connects as an assistant and calls one tool. */
export async function callOnce(transport: Transport): Promise<void> {
  const client = new Client({ name: 'assistant', version: '1' });
  await client.connect(transport);
  try {
    const { structuredContent, isError } = await client.callTool({
      name: 'get_memories',
      arguments: {},
    });
    if (isError || !structuredContent) throw new Error('The call failed.');
  } finally {
    await client.close();
  }
}

/** The assistant opens the sign-in in a second tab, and the page stays open. */
function bySignIn(
  client_id: string,
  open: (tab: Page, stack: AsyncDisposableStack) => Promise<Callback>,
): Way {
  return async (person, stack) => {
    const endpoint = await copied(person);
    const tab = await person.page.context().newPage();
    stack.defer(() => tab.close());
    const callback = await open(tab, stack);
    return signInTo(endpoint, {
      client_id,
      callback,
      allow: async (asked) => {
        await tab.goto(asked.href);
        await person.click(tab.getByRole('button', { name: 'Allow' }));
      },
    });
  };
}

/** Signs in as an assistant. `allow` opens the address that the assistant names, as its user. */
export async function signInTo(
  endpoint: string,
  {
    client_id,
    callback,
    allow,
  }: { client_id: string; callback: Callback; allow(asked: URL): Promise<void> },
): Promise<Transport> {
  const { kept, provider } = openMemory(callback.address, client_id);
  const open = () =>
    new StreamableHTTPClientTransport(new URL(endpoint), { authProvider: provider });
  const first = open();
  try {
    await new Client({ name: 'assistant', version: '1' }).connect(first);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  await allow(kept.asked!);
  await first.finishAuth((await callback.arrived).searchParams);
  return open();
}

async function makeKey(person: Person): Promise<void> {
  await person.click(person.page.getByRole('button', { name: 'Make an API key' }));
  await person.page.getByText('The new key is already in').waitFor();
}

/** Returns the text that the page copies with one click. */
async function copied(person: Person): Promise<string> {
  const { page } = person;
  await person.click(page.locator('ol ~ div').getByRole('button', { name: /^Copy/ }));
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return String(await page.evaluate('navigator.clipboard.readText()'));
}

interface HostedServer {
  url: string;
  authorization: string;
}

function byKey(read: (text: string) => HostedServer | Promise<HostedServer>): Way {
  return async (person) => {
    await makeKey(person);
    const { url, authorization } = await read(await copied(person));
    const headers = { Authorization: authorization };
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  };
}

export function jsonServer(text: string): HostedServer {
  return serverIn(JSON.parse(text))!;
}

function yamlServer(text: string): HostedServer {
  return serverIn(parseYaml(text))!;
}

/** Finds the server in a configuration, under any name. */
function serverIn(value: unknown): HostedServer | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { url, serverUrl, uri, headers } = value as Record<string, string> & {
    headers?: { Authorization: string };
  };
  const address = url ?? serverUrl ?? uri;
  if (address && headers) return { url: address, authorization: headers.Authorization };
  return Object.values(value)
    .map(serverIn)
    .find((found) => found !== undefined);
}

function tomlServer(text: string): HostedServer {
  const [, url] = /^\[mcp_servers\.commonplace\]\nurl = "(.+)"$/m.exec(text)!;
  const [, authorization] = /^http_headers = \{ "Authorization" = "(.+)" \}$/m.exec(text)!;
  return { url: url!, authorization: authorization! };
}

/** Lets a shell read the line, as in a terminal, with a program that prints its arguments. */
async function shellServer(text: string): Promise<HostedServer> {
  const program = text.split(' ')[0]!;
  const script = `${program}() { printf '%s\\n' "$@"; }\n${text}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script]);
  const words = stdout.trim().split('\n');
  const header = words[words.indexOf('--header') + 1]!;
  return {
    url: words.find((word) => /^https?:/.test(word))!,
    authorization: header.replace(/^Authorization: /, ''),
  };
}

interface Program {
  command: string;
  args: string[];
  env: Record<string, string>;
}

function startedAs({ args, env }: Program, folder: { name: string; path: string }): Transport {
  return new StdioClientTransport({
    command: process.execPath,
    args: args.map((word) => word.replace(folder.name, folder.path)),
    env,
    stderr: 'ignore',
  });
}

async function byProgram(person: Person): Promise<Transport> {
  await makeKey(person);
  const program = JSON.parse(await copied(person)) as Program;
  return startedAs(program, { name: '/folder/of/commonplace', path: CHECKOUT });
}

export interface Bundle {
  manifest: { server: { entry_point: string; mcp_config: Program } } & Record<string, unknown>;
  /** The unpacked files, by their paths. */
  files: Record<string, Uint8Array>;
}

export function unpackBundle(archive: Uint8Array): Bundle {
  const files = unzipSync(archive);
  const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as never;
  return { manifest, files };
}

/** Downloads the bundle, and installs and starts it as Claude Desktop does. */
async function byBundle(person: Person, stack: AsyncDisposableStack): Promise<Transport> {
  await makeKey(person);
  const downloading = person.page.waitForEvent('download');
  await person.click(person.page.getByRole('button', { name: 'Download the bundle' }));
  const download = await downloading;
  if (download.suggestedFilename() !== 'commonplace.mcpb') throw new Error('Another file came.');
  return startBundle(unpackBundle(readFileSync(await download.path())), stack);
}

export function startBundle({ manifest, files }: Bundle, stack: AsyncDisposableStack): Transport {
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-bundle-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return startedAs(manifest.server.mcp_config, { name: '${__dirname}', path: folder });
}
