/**
 * Measures what row-level security costs: memories of a service with the wall and of one without it,
 * over HTTP and at the database, in turn. With `feed`, the other service also notes no changes for
 * the feed and the search. `node bench/walls.ts [feed]`
 */
import { sql } from 'kysely';
import type { Kysely, KyselyPlugin } from 'kysely';
import { memoryFilters } from '../src/domains/memories/memory-filters.ts';
import { insertMemories } from '../src/domains/memories/creation/insert-memories.sql.ts';
import { newMemory } from '../src/domains/memories/creation/memory-creation.ts';
import { selectMemories, selectMemory } from '../src/domains/memories/memories.sql.ts';
import type { Db } from '../src/storage/database.ts';
import type { Tables } from '../src/storage/tables.ts';
import { asUser } from '../src/storage/walls.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { startService } from '../src/testing/start-service.ts';
import { JsonClient } from './json-client.ts';
import { median, printTable } from './measure.ts';
import { sentences } from './sentences.ts';

/** Short turns: whatever else the machine does then slows both services. */
const CALLS = 32;
const ROUNDS = 40;
const WARM_UP = 5;
/** Every fact is different. */
let number = 0;
const words = sentences(11);
const fact = (number: number) => `${words.say(8)} ${number}`;

const NOTHING: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
};

const isWithFeed = process.argv.includes('feed');

type Verbs = Readonly<Record<string, (call: number) => Promise<unknown>>>;

await compare('embedded');
await using postgres = await startPostgres();
process.env['COMMONPLACE_TEST_DATABASE_URL'] = postgres.url;
await compare('PostgreSQL');

async function compare(name: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const [open, walled] = await Promise.all([peersOf(stack, false), peersOf(stack, true)]);
  const rows = [];
  for (const clients of [1, 32]) {
    for (const verb of Object.keys(open)) {
      const rounds = [];
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const without = await callsPerSecond(clients, open[verb]!);
        const behind = await callsPerSecond(clients, walled[verb]!);
        if (round >= 0) rounds.push([without, behind] as const);
      }
      rows.push({
        clients,
        call: verb,
        'without /s': Math.round(median(rounds.map(([without]) => without))),
        'with /s': Math.round(median(rounds.map(([, behind]) => behind))),
        ratio: `${median(rounds.map(([without, behind]) => without / behind)).toFixed(2)}×`,
      });
    }
  }
  printTable(`Row-level security${isWithFeed ? ' and the feed' : ''}, ${name}`, rows);
}

async function callsPerSecond(
  clients: number,
  work: (number: number) => Promise<unknown>,
): Promise<number> {
  const calls = clients === 1 ? CALLS : 4 * CALLS;
  let left = calls;
  const started = performance.now();
  const client = async () => {
    while (left-- > 0) await work((number += 1));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (calls / (performance.now() - started)) * 1_000;
}

async function peersOf(stack: AsyncDisposableStack, isWalled: boolean): Promise<Verbs> {
  const { service, owner } = stack.use(await startService());
  const { parts } = service;
  // A handle that the wall does not know stays without it.
  if (!isWalled) {
    if (isWithFeed) await sql`ALTER TABLE memories DISABLE TRIGGER USER`.execute(parts.db);
    parts.db = (parts.db as Kysely<Tables>).withPlugin(NOTHING);
  }
  const { key } = await owner.key(['memories:read', 'memories:write']);
  const client = stack.use(new JsonClient(service.url, key));
  const path = '/v1/dev/user/memories';
  const { id } = (await client.call('POST', path, { content: 'Fact -1' })) as { id: string };
  const db: Db = asUser(parts.db, owner.id);
  const reader = { ...parts, actor: { kind: 'job', user_id: owner.id }, ip: null } as const;
  const page = await memoryFilters.list(reader, {});
  const row = (call: number) =>
    newMemory(reader, {
      content: fact(call),
      category: 'system',
      visibility: 'private',
      tags: [],
      manually_added: true,
      conversation_id: null,
      segment_id: null,
    });
  const first = { limit: 25, offset: 0, categories: null, closed: false, include: [] };
  return {
    'create, HTTP': (call) => client.call('POST', path, { content: fact(call) }),
    'list, HTTP': () => client.call('GET', path),
    'get, HTTP': () => client.call('GET', `${path}/${id}`),
    'create, SQL': (call) => insertMemories(db, [row(call)]),
    'list, SQL': () => selectMemories(db, owner.id, page, first),
    'get, SQL': () => selectMemory(db, owner.id, id),
  };
}
