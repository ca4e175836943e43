/**
 * Measures requests per second with `wrk` (Debian's package): one process of the service, 50
 * connections, 10,000 memories. Each figure is also given as a share of `/healthz` in the same run,
 * because absolute figures differ between machines and hours. `node bench/requests.ts [CHECKOUT]`
 * measures another checkout of this project in the same run, in alternating rounds.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { createTestDatabase, startPostgres } from '../src/testing/postgres.ts';
import { OWNER, removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { checkouts } from './checkouts.ts';
import type { Checkout } from './checkouts.ts';
import { factLikeOthers } from './fill.ts';
import { JsonClient } from './json-client.ts';
import { median, printTable } from './measure.ts';
import { sentences } from './sentences.ts';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 50;
const STORED = 10_000;
const ALIKE = 30_000;
const PATH = '/v1/dev/user/memories';
const words = sentences(5);
let number = 0;
const fact = () => `${words.say(6)} ${(number += 1)}`;

/** Scripts for `wrk`; each request creates another memory. */
const NEW_FACT = `
local words = {${Array.from({ length: 500 }, () => `"${words.say(1)}"`).join(',')}}
function content() local t = {} for i = 1, 6 do t[i] = words[math.random(#words)] end
  return table.concat(t, " ") end`;
const ALIKE_FACT = `
function content() return "Bought " .. math.random(97) .. " apples at the market with friend" end`;

interface Subject {
  name: string;
  calls: Record<string, () => number>;
}

const versions = await checkouts();
await compare('embedded database', undefined);
await using postgres = await startPostgres();
await compare('PostgreSQL', postgres.url);

async function compare(title: string, serverUrl: string | undefined): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const subjects: Subject[] = [];
  for (const checkout of versions) subjects.push(await subjectOf(stack, checkout, serverUrl));
  const found = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, calls } of subjects) {
      for (const [call, measure] of Object.entries(calls)) {
        const key = `${name} ${call}`;
        found.set(key, [...(found.get(key) ?? []), measure()]);
      }
    }
  }
  const perSecond = (name: string, call: string) => median(found.get(`${name} ${call}`)!);
  const rows = Object.keys(subjects[0]!.calls).map((call) => ({
    call,
    ...Object.fromEntries(
      subjects.flatMap(({ name }) => {
        const reached = perSecond(name, call);
        const share = reached / perSecond(name, '/healthz');
        return [
          [`${name}, /s`, Math.round(reached)],
          [`${name}, of /healthz`, share.toFixed(3)],
        ];
      }),
    ),
  }));
  printTable(`Requests, ${CONNECTIONS} connections, ${title}`, rows);
}

async function subjectOf(
  stack: AsyncDisposableStack,
  { name, spawnService }: Checkout,
  serverUrl: string | undefined,
): Promise<Subject> {
  /** Starts a service that holds this many memories, and returns what `wrk` measures there. */
  const start = async (count: number, content: () => string, program: string) => {
    const folder = temporaryFolder();
    stack.defer(() => removeFolder(folder));
    const own = serverUrl ? stack.use(await createTestDatabase(serverUrl, 'empty')) : undefined;
    const environment: Record<string, string> = own ? { DATABASE_URL: own.url } : {};
    const { url } = stack.use(await spawnService({ folder, environment }));
    const owner = await ApiUser.signIn(url, OWNER);
    const { key } = await owner.key(['memories:read', 'memories:write']);
    const client = stack.use(new JsonClient(url, key));
    await fill(client, count, content);
    const memory = await client.call('POST', PATH, { content: 'Lives in Porto' });
    const creates = join(folder, 'creates.lua');
    writeFileSync(creates, creating(key, program));
    const wrk = (path: string, ...more: string[]) =>
      requestsPerSecond(`${url}${path}`, ['-H', `Authorization: Bearer ${key}`, ...more]);
    return {
      health: () => wrk('/healthz'),
      get: () => wrk(`${PATH}/${(memory as { id: string }).id}`),
      list: () => wrk(`${PATH}?limit=25`),
      create: () => wrk(PATH, '-s', creates),
    };
  };
  const varied = await start(STORED, fact, NEW_FACT);
  const similar = await start(ALIKE, factLikeOthers, ALIKE_FACT);
  return {
    name,
    calls: {
      '/healthz': varied.health,
      'get a memory': varied.get,
      'list 25': varied.list,
      [`create, ${STORED} stored`]: varied.create,
      [`create, ${ALIKE} alike stored`]: similar.create,
    },
  };
}

async function fill(client: JsonClient, count: number, content: () => string): Promise<void> {
  for (let stored = 0; stored < count; stored += 500) {
    const batch = () => ({ memories: Array.from({ length: 25 }, () => ({ content: content() })) });
    await Promise.all(
      Array.from({ length: 20 }, () => client.call('POST', `${PATH}/batch`, batch())),
    );
  }
}

function creating(key: string, content: string): string {
  return `${content}
math.randomseed(os.time())
local count = 0
function request()
  count = count + 1
  local body = '{"content":"' .. content() .. " " .. math.random(1000000000) .. " " .. count .. '"}'
  local headers = { ["Authorization"] = "Bearer ${key}", ["Content-Type"] = "application/json" }
  return wrk.format("POST", "${PATH}", headers, body)
end
`;
}

function requestsPerSecond(url: string, options: string[]): number {
  const load = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`];
  const output = execFileSync('wrk', [...load, ...options, url], { encoding: 'utf8' });
  if (output.includes('Non-2xx')) throw new Error(`${url} refused requests: ${output}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)![1]);
}
