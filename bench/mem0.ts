/**
 * Compares memories here with mem0's open-source TypeScript package (`infer: false`), on the same
 * memories and questions in one run. mem0 gets its embeddings from a loopback stub that hashes
 * words and needs no network and no model. This service runs without embeddings. Install the
 * package into a separate folder:
 *
 *     mkdir mem0 && cd mem0 && npm init -y && npm i mem0ai
 *     BENCH_MEM0_DIR=… [BENCH_MEM0_NODE=/usr/bin/node] [EVAL_DIR=…] node bench/mem0.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { words } from './fill.ts';
import { JsonClient } from './json-client.ts';
import { printTable, quantile } from './measure.ts';

const MEMORIES = 5_000;
/** The number of memories that are created one at a time. */
const ALONE = 1_000;
const CLIENTS = 32;
const BATCH = 25;
const QUESTIONS = 200;
const LIMIT = 10;
const DIMENSIONS = 384;
const PATH = '/v1/dev/user/memories';

interface Peer {
  add(texts: readonly string[]): Promise<unknown>;
  /** Returns the texts that were found, the best match first. */
  search(query: string): Promise<string[]>;
}
/** A question and the memories that answer it. */
interface Asked {
  query: string;
  answers: string[];
}

const folder = process.env['BENCH_MEM0_DIR'];
if (!folder) {
  console.log('\nbench/mem0.ts: set BENCH_MEM0_DIR to a folder in which mem0ai is installed.');
  process.exit(0);
}
await using stack = new AsyncDisposableStack();
const peers = { mem0: await mem0(folder), here: await here() };
const facts = Array.from({ length: MEMORIES }, () => words.say(8));
const asked = facts.slice(0, QUESTIONS).map((fact): Asked => {
  const said = fact.split(' ');
  // Uses half of the words of the memory, and two words that do not occur in it.
  return { query: `${said[1]} ${said[3]} ${said[5]} ${said[7]} ${words.say(2)}`, answers: [fact] };
});

const names = ['mem0', 'here'] as const;
const alone = { mem0: [] as number[], here: [] as number[] };
for (const fact of facts.slice(0, ALONE)) {
  for (const name of names) alone[name].push(await timeOf(() => peers[name].add([fact])));
}
const together = { mem0: 0, here: 0 };
const inBatches = { mem0: 0, here: 0 };
const [some, others] = [facts.slice(ALONE, 2 * ALONE), facts.slice(2 * ALONE)];
for (const name of names) {
  const left = some.map((fact) => [fact]);
  const client = async () => {
    for (let one = left.pop(); one; one = left.pop()) await peers[name].add(one);
  };
  const clients = () => Promise.all(Array.from({ length: CLIENTS }, client));
  together[name] = (await timeOf(clients)) / some.length;
  const batches = async () => {
    for (let start = 0; start < others.length; start += BATCH) {
      await peers[name].add(others.slice(start, start + BATCH));
    }
  };
  inBatches[name] = (await timeOf(batches)) / others.length;
}
const searched = { mem0: await ask(peers.mem0, asked), here: await ask(peers.here, asked) };
const rows = [
  row('create, one at a time, p50', quantile(alone.mem0, 0.5), quantile(alone.here, 0.5)),
  row(`create, ${CLIENTS} at once, each`, together.mem0, together.here),
  row(`create, ${BATCH} in one call, each`, inBatches.mem0, inBatches.here),
  row('search, p50', quantile(searched.mem0.times, 0.5), quantile(searched.here.times, 0.5)),
  row('search, p95', quantile(searched.mem0.times, 0.95), quantile(searched.here.times, 0.95)),
  recallRow('recall@10 of made-up facts', searched.mem0.recall, searched.here.recall),
];
if (process.env['EVAL_DIR']) rows.push(await ofPeople(process.env['EVAL_DIR']));
printTable(`${MEMORIES.toLocaleString('en')} memories of one user, ms`, rows);

function row(what: string, theirs: number, ours: number) {
  return {
    what,
    'mem0, in process': theirs.toFixed(2),
    'here, over HTTP and durable': ours.toFixed(2),
    faster: `${(theirs / ours).toFixed(1)}×`,
  };
}
function recallRow(what: string, theirs: number, ours: number) {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return {
    what,
    'mem0, in process': percent(theirs),
    'here, over HTTP and durable': percent(ours),
    faster: '',
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function ask(
  peer: Peer,
  questions: readonly Asked[],
): Promise<{ times: number[]; recall: number }> {
  const times: number[] = [];
  let recall = 0;
  for (const { query } of questions.slice(0, 20)) await peer.search(query);
  for (const { query, answers } of questions) {
    let found: string[] = [];
    times.push(await timeOf(async () => (found = await peer.search(query))));
    recall += answers.filter((answer) => found.includes(answer)).length / answers.length;
  }
  return { times, recall: recall / questions.length };
}

/**
 * Reads conversational facts about people and questions about them from the folder of the
 * evaluation.
 */
async function ofPeople(evaluation: string) {
  const read = (name: string) => {
    const file = [join(evaluation, name), join(evaluation, 'data', name)].find(existsSync)!;
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const [first] = read('locomo.conversations.jsonl');
  const facts = read('locomo.memories.jsonl')
    .filter(({ id }) => id.startsWith(`${first.id}/`))
    .flatMap(({ gold }) => gold as { fact: string; evidence: string[] }[]);
  for (const { fact } of facts) {
    for (const name of names) await peers[name].add([fact]);
  }
  const questions = (first.qa as { q: string; evidence: string[] }[])
    .map(({ q, evidence }) => ({
      query: q,
      answers: facts
        .filter((fact) => fact.evidence.some((turn) => evidence.includes(turn)))
        .map(({ fact }) => fact),
    }))
    .filter(({ answers }) => answers.length > 0);
  const [theirs, ours] = [await ask(peers.mem0, questions), await ask(peers.here, questions)];
  return recallRow(
    `recall@10 of ${questions.length} questions of people`,
    theirs.recall,
    ours.recall,
  );
}

async function here(): Promise<Peer> {
  const data = temporaryFolder();
  stack.defer(() => removeFolder(data));
  const { url } = stack.use(await spawnService({ folder: data }));
  const owner = await ApiUser.signIn(url, OWNER);
  const { key } = await owner.key(['memories:read', 'memories:write']);
  const client = stack.use(new JsonClient(url, key));
  return {
    add: (texts) =>
      texts.length === 1
        ? client.call('POST', PATH, { content: texts[0] })
        : client.call('POST', `${PATH}/batch`, {
            memories: texts.map((content) => ({ content })),
          }),
    search: async (query) => {
      const answer = await client.call('POST', `${PATH}/search`, { query, limit: LIMIT });
      const { items } = answer as { items: { memory: { content: string } }[] };
      return items.map(({ memory }) => memory.content);
    },
  };
}

async function mem0(package_folder: string): Promise<Peer> {
  const data = temporaryFolder();
  stack.defer(() => removeFolder(data));
  const baseUrl = await stubEmbeddings();
  const peer = fileURLToPath(new URL('./mem0-peer.mjs', import.meta.url));
  const node = process.env['BENCH_MEM0_NODE'] ?? process.execPath;
  const words_of = [peer, package_folder, baseUrl, join(data, 'mem0.db'), String(DIMENSIONS)];
  const child = spawn(node, words_of, { stdio: ['pipe', 'pipe', 'inherit'], cwd: data });
  stack.defer(() => void child.kill());
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('@')) return;
    const { id, answer, error } = JSON.parse(line.slice(1));
    if (error) waiting.get(id)!.reject(new Error(error));
    else waiting.get(id)!.resolve(answer);
    waiting.delete(id);
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`mem0 ended with ${code}; was it installed with the Node of BENCH_MEM0_NODE?`);
  });
  ended.catch(() => {});
  let next = 0;
  const call = (op: string, asked: object) => {
    const id = next++;
    const settled = Promise.withResolvers<unknown>();
    waiting.set(id, settled);
    child.stdin.write(`${JSON.stringify({ id, op, ...asked })}\n`);
    return Promise.race([settled.promise, ended]);
  };
  return {
    add: (texts) => call('add', { texts }),
    search: (query) => call('search', { query, limit: LIMIT }) as Promise<string[]>,
  };
}

async function stubEmbeddings(): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { input } = JSON.parse(body) as { input: string | string[] };
    const data = [input].flat().map((text, index) => ({ index, embedding: hashed(text) }));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data, usage: { total_tokens: 0 } }));
  }).listen(0, '127.0.0.1');
  stack.defer(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** The hash of each word selects three dimensions, and adds to or subtracts from each. */
function hashed(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 2_166_136_261;
    for (const letter of word) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0;
    for (let place = 0; place < 3; place++) {
      hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995) >>> 0;
      vector[hash % DIMENSIONS]! += hash & 0x10000 ? 1 : -1;
    }
  }
  return vector;
}
