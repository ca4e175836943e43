/**
 * Measures memories over HTTP against the bare database driver in one run, to show what the service
 * costs on top of the database. `node bench/memories.ts`
 */
import type { Kysely } from 'kysely';
import type { Context } from '../src/kit/context.ts';
import { memoryFilters } from '../src/domains/memories/memory-filters.ts';
import { systemClock } from '../src/core/clock.ts';
import { silentLog } from '../src/core/log.ts';
import { uuidv7 } from '../src/core/ids.ts';
import { selectMemories, selectMemory } from '../src/domains/memories/memories.sql.ts';
import type { NewMemory } from '../src/domains/memories/memories.sql.ts';
import { insertMemories } from '../src/domains/memories/creation/insert-memories.sql.ts';
import { newMemory } from '../src/domains/memories/creation/memory-creation.ts';
import { openDatabase } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrations.ts';
import type { Tables } from '../src/storage/tables.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { createTestDatabase, startPostgres } from '../src/testing/postgres.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { JsonClient } from './json-client.ts';
import { printTable, throughput } from './measure.ts';
import { sentences } from './sentences.ts';

/** Enough for V8 to compile the code of the service; fewer measure its start. */
const CALLS = 2_000;
const USER = 'bench';
const CONTEXT = {
  clock: systemClock,
  newId: uuidv7,
  actor: { kind: 'job', user_id: USER },
} as const;
const words = sentences(11);
/** Every fact is different, like the facts about real people. */
const fact = (number: number) => `${words.say(8)} ${number}`;

interface Peer {
  create(call: number): Promise<unknown>;
  list(): Promise<unknown>;
  get(): Promise<unknown>;
}

await compare('embedded', undefined);
await using postgres = await startPostgres();
await compare('PostgreSQL', postgres.url);

async function compare(name: string, serverUrl: string | undefined): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const driver = await bareDriver(stack, serverUrl);
  const http = await overHttp(stack, serverUrl);
  const rows = [];
  for (const clients of [1, 32]) {
    for (const verb of ['create', 'list', 'get'] as const) {
      const size = { clients, calls: CALLS };
      const floor = await throughput(size, (call) => driver[verb](call));
      const reached = await throughput(size, (call) => http[verb](call));
      rows.push({
        clients,
        call: verb,
        'driver /s': Math.round(floor),
        'HTTP /s': Math.round(reached),
        'HTTP takes': `${(floor / reached).toFixed(1)}×`,
      });
    }
  }
  printTable(`Memories, ${name}`, rows);
}

async function bareDriver(
  stack: AsyncDisposableStack,
  serverUrl: string | undefined,
): Promise<Peer> {
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  const own = serverUrl ? stack.use(await createTestDatabase(serverUrl)) : undefined;
  const database = stack.use(await openDatabase({ url: own?.url, folder, log: silentLog }));
  await migrate({ database, log: silentLog });
  database.startStatistics();
  const { db }: { db: Kysely<Tables> } = database;
  await db.insertInto('users').values({ id: USER, email: 'bench', name: 'Bench' }).execute();
  const [first] = await insertMemories(db, [memory(-1)]);
  const reader = { actor: { kind: 'job', user_id: USER } } as Context;
  const list = await memoryFilters.list(reader, {});
  return {
    create: (call) => insertMemories(db, [memory(call)]),
    list: () =>
      selectMemories(db, USER, list, {
        limit: 25,
        offset: 0,
        categories: null,
        closed: false,
        include: [],
      }),
    get: () => selectMemory(db, USER, first!.id),
  };
}

async function overHttp(stack: AsyncDisposableStack, serverUrl: string | undefined): Promise<Peer> {
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  const own = serverUrl ? stack.use(await createTestDatabase(serverUrl)) : undefined;
  const environment: Record<string, string> = own ? { DATABASE_URL: own.url } : {};
  const { url } = stack.use(await spawnService({ folder, environment }));
  const owner = await ApiUser.signIn(url, OWNER);
  const { key } = await owner.key(['memories:read', 'memories:write']);
  const client = stack.use(new JsonClient(url, key));
  const path = '/v1/dev/user/memories';
  const created = (await client.call('POST', path, { content: 'Fact -1' })) as { id: string };
  return {
    create: (number) => client.call('POST', path, { content: fact(number) }),
    list: () => client.call('GET', path),
    get: () => client.call('GET', `${path}/${created.id}`),
  };
}

function memory(call: number): NewMemory {
  return newMemory(CONTEXT, {
    content: fact(call),
    category: 'system',
    visibility: 'private',
    tags: [],
    manually_added: true,
    conversation_id: null,
    segment_id: null,
  });
}
