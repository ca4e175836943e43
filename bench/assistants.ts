/**
 * Compares a tool call over the hosted MCP endpoint with the same operation over REST, in
 * alternating rounds of one run: the difference is the cost of the protocol. Then runs the same
 * work on MCP's reference memory server, which keeps its data in a file. `node bench/assistants.ts`
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { JsonClient } from './json-client.ts';
import { median, printTable } from './measure.ts';
import { sentences } from './sentences.ts';

const FACTS = 1_000;
const CALLS = 400;
const words = sentences(12);
let made = 0;
const fact = () => `${words.say(8)} ${(made += 1)}`;
const query = () => words.say(3);

type Work = 'create' | 'list 25' | 'search';
type Peer = Record<Work, () => Promise<unknown>>;
const WORKS: Work[] = ['create', 'list 25', 'search'];

const folder = temporaryFolder();
await using stack = new AsyncDisposableStack();
stack.defer(() => removeFolder(folder));
const { url } = stack.use(await spawnService({ folder, environment: {} }));
const owner = await ApiUser.signIn(url, OWNER);
const { key } = await owner.key(['memories.read', 'memories.write'], 'mcp');
const client = stack.use(new JsonClient(url, key));

const rest: Peer = {
  create: () => client.call('POST', '/v1/mcp/memories', { content: fact() }),
  'list 25': () => client.call('GET', '/v1/mcp/memories?limit=25'),
  search: () => client.call('GET', `/v1/mcp/memories/search?limit=10&query=${query()}`),
};
const tool = (name: string, given: object) =>
  client.call('POST', '/v1/mcp/sse', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });
const mcp: Peer = {
  create: () => tool('create_memory', { content: fact() }),
  'list 25': () => tool('get_memories', { limit: 25 }),
  search: () => tool('search_memories', { limit: 10, query: query() }),
};
const other = stack.use(await openMemoryServer(join(folder, 'memory.json')));

for (let count = 0; count < FACTS; count += 1) await rest.create();
for (let count = 0; count < FACTS; count += 1) await other.peer.create();

printTable(
  `A tool call over the hosted endpoint and the same operation over REST, ${FACTS} memories`,
  await rows(),
);

async function rows() {
  const result = [];
  for (const clients of [1, 32]) {
    for (const work of WORKS) {
      const peers = [rest, mcp, other.peer];
      const [overRest, overMcp, theirs] = await turnAbout(peers, work, clients);
      result.push({
        clients,
        work,
        'REST p50 ms': overRest!.toFixed(2),
        'MCP p50 ms': overMcp!.toFixed(2),
        'MCP adds ms': (overMcp! - overRest!).toFixed(2),
        'server-memory p50 ms': theirs!.toFixed(2),
      });
    }
  }
  return result;
}

/**
 * Returns the median time of a call for each peer. The rounds alternate between the peers, so that
 * noise affects all of them equally.
 */
async function turnAbout(peers: Peer[], work: Work, clients: number): Promise<number[]> {
  const times = peers.map(() => [] as number[]);
  const timed = async (index: number) => {
    const started = performance.now();
    await peers[index]![work]();
    times[index]!.push(performance.now() - started);
  };
  for (let call = 0; call < CALLS; call += clients) {
    // The peers take turns at going first. Background work of one peer then affects all of them
    // equally.
    for (let place = 0; place < peers.length; place += 1) {
      const index = (place + call / clients) % peers.length;
      await Promise.all(Array.from({ length: clients }, () => timed(index)));
    }
  }
  // The first quarter of the calls is the warm-up.
  return times.map((all) => median(all.slice(all.length / 4)));
}

/** MCP's reference memory server over standard input and output. */
async function openMemoryServer(file: string): Promise<AsyncDisposable & { peer: Peer }> {
  const main = fileURLToPath(
    new URL('../node_modules/@modelcontextprotocol/server-memory/dist/index.js', import.meta.url),
  );
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, MEMORY_FILE_PATH: file },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (answer: unknown) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const { id, ...answer } = JSON.parse(line) as { id: number };
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  let last = 0;
  let named = -1;
  const send = (method: string, params: object) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    });
  const use = (name: string, given: object) => send('tools/call', { name, arguments: given });
  await send('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  return {
    peer: {
      create: () =>
        use('create_entities', {
          entities: [{ name: `fact ${(named += 1)}`, entityType: 'fact', observations: [fact()] }],
        }),
      'list 25': () =>
        use('open_nodes', { names: Array.from({ length: 25 }, (_, number) => `fact ${number}`) }),
      search: () => use('search_nodes', { query: query() }),
    },
    async [Symbol.asyncDispose]() {
      child.kill();
    },
  };
}
