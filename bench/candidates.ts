/**
 * Measures the first search of a user with very many texts on PostgreSQL: with an index in memory
 * that is built, with candidates of the database while it is built, and with candidates alone; and
 * the searches of another user meanwhile. `node bench/candidates.ts [texts] [memories|conversations]`
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Scope } from '../src/core/scopes.ts';
import { silentLog } from '../src/core/log.ts';
import { openDatabase } from '../src/storage/database.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { addKey, addUser, fillConversations, fillFolder, fillMemories, words } from './fill.ts';
import { JsonClient } from './json-client.ts';
import { printTable, repeat, spread, timed } from './measure.ts';
import { cpuSeconds, residentMiB } from './process-figures.ts';

const TEXTS = Number(process.argv[2] ?? 300_000);
const KIND = process.argv[3] ?? 'memories';
const TURNS = 60;
const TEXTS_OF_OTHER = 500;
const AT_ONCE = 5_000;
const CALLS = 200;
const OTHER = 'other';
const PATH = `/v1/dev/user/${KIND}/search`;

await using stack = new AsyncDisposableStack();
const server = stack.use(await startPostgres());
const { url } = server;
const shared = { DATABASE_URL: url, SVC_SECRET: 's'.repeat(32), SVC_RATE_LIMIT: 'off' };
const key = { owner: '', other: '' };
const newFolder = () => {
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  return folder;
};

const started = performance.now();
await fillFolder(
  newFolder(),
  async (db, user_id) => {
    await addUser(db, OTHER);
    await fillMemories(db, OTHER, TEXTS_OF_OTHER);
    await fillConversations(db, OTHER, [20, 20]);
    for (let left = TEXTS; left > 0; left -= AT_ONCE) {
      const count = Math.min(left, AT_ONCE);
      if (KIND === 'memories') await fillMemories(db, user_id, count);
      else await fillConversations(db, user_id, Array(Math.ceil(count / TURNS)).fill(TURNS));
    }
    const scopes: Scope[] = ['memories:read', 'conversations:read'];
    key.owner = await addKey(db, user_id, scopes);
    key.other = await addKey(db, OTHER, scopes);
  },
  shared,
);
console.log(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);

const rows = [await measure('built in memory')];
rows.push(await measure('candidates, then memory'));
rows.push(await measure('candidates alone', { SVC_SEARCH_MEMORY: '16' }));
printTable(`First search of ${TEXTS.toLocaleString('en')} ${KIND}; another user meanwhile`, rows);
printTable('Size in the database', [await sizes()]);

async function measure(
  name: string,
  environment: Record<string, string> = {},
): Promise<Record<string, string | number>> {
  await using service = await spawnService({
    folder: newFolder(),
    environment: { ...shared, ...environment },
  });
  using client = new JsonClient(service.url, key.owner);
  using other = new JsonClient(service.url, key.other);
  const search = (by: JsonClient) => by.call('POST', PATH, { query: words.say(3) });
  await repeat(CALLS, () => timed(() => search(other)));
  const rest = await repeat(CALLS, () => timed(() => search(other)));
  const state = { isDone: false, first: 0 };
  const cpu = cpuSeconds(service.child.pid!);
  const first = timed(() => untilFound(() => search(client))).then(async (time) => {
    state.first = time;
    // The index in memory, or the words in the database, follow in the background.
    await untilStored();
    await wait(4_000);
    state.isDone = true;
  });
  const meanwhile: number[] = [];
  const atFirst: number[] = [];
  while (!state.isDone) {
    const time = await timed(() => search(other));
    (state.first === 0 ? atFirst : meanwhile).push(time);
  }
  await first;
  const spent = cpuSeconds(service.child.pid!) - cpu;
  const warm = await repeat(CALLS, () => timed(() => search(client)));
  const warmCpu = cpuSeconds(service.child.pid!) - cpu - spent;
  return {
    start: name,
    'first search, ms': Math.round(state.first),
    'later p50 / p95, ms': spread(warm, [0.5, 0.95]),
    'CPU of a later search, ms': ((warmCpu * 1000) / CALLS).toFixed(1),
    'others at rest p50 / p95, ms': spread(rest, [0.5, 0.95]),
    'others during the first search p50 / p95 / max': spread(atFirst, [0.5, 0.95, 1]),
    'others afterwards p50 / p95 / max': spread(meanwhile, [0.5, 0.95, 1]),
    'CPU of the start, s': spent.toFixed(1),
    'resident, MB': residentMiB(service.child.pid!),
  };
}

/** A search that waited for half a minute is refused, while the index continues to grow. */
async function untilFound(search: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const refused = await search().then(
      () => null,
      (error: Error) => error.message,
    );
    if (refused === null) return;
    if (!refused.startsWith('503')) throw new Error(refused);
  }
}

async function untilStored(): Promise<void> {
  await using database = await openDatabase({ url, folder: newFolder(), log: silentLog });
  for (;;) {
    const { rows: stored } = await sql`
      SELECT FROM candidate_indexes WHERE mark IS NOT NULL AND worker IS NULL`.execute(database.db);
    if (stored.length > 0) return;
    await wait(200);
  }
}

async function sizes(): Promise<Record<string, string | number>> {
  await using database = await openDatabase({ url, folder: newFolder(), log: silentLog });
  const table = KIND === 'memories' ? 'memories' : 'segments';
  const { rows: found } = await sql<Record<string, number>>`
    SELECT pg_table_size('candidate_windows')::int8 AS "windows, bytes of a text",
      pg_relation_size('candidate_windows_by_word')::int8 AS "index of words, bytes of a text",
      pg_relation_size('candidate_windows_pkey')::int8 AS "key, bytes of a text",
      pg_total_relation_size(${table}::regclass)::int8 AS "texts with their indexes, bytes of a text"
  `.execute(database.db);
  return Object.fromEntries(
    Object.entries(found[0]!).map(([name, bytes]) => [name, Math.round(bytes / TEXTS)]),
  );
}
