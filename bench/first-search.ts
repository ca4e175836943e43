/**
 * Measures the first search of a user with very many memories, with and without a stored index, and
 * the searches of another user meanwhile. `node bench/first-search.ts [memories]`
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { spawnService } from '../src/testing/service-process.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { addKey, addUser, fillFolder, fillMemories, words } from './fill.ts';
import { JsonClient } from './json-client.ts';
import { printTable, repeat, spread, timed } from './measure.ts';

const MEMORIES = Number(process.argv[2] ?? 300_000);
const MEMORIES_OF_OTHER = 500;
const AT_ONCE = 5_000;
const CALLS = 200;
const STORED_WITHIN_MS = 60_000;
const OTHER = 'other';
const PATH = '/v1/dev/user/memories/search';

await using stack = new AsyncDisposableStack();
const folder = temporaryFolder();
stack.defer(() => removeFolder(folder));
const snapshots = join(folder, 'search');

const [key, otherKey] = await fillFolder(folder, async (db, user_id) => {
  await addUser(db, OTHER);
  await fillMemories(db, OTHER, MEMORIES_OF_OTHER);
  for (let left = MEMORIES; left > 0; left -= AT_ONCE) {
    await fillMemories(db, user_id, Math.min(left, AT_ONCE));
  }
  return [await addKey(db, user_id, ['memories:read']), await addKey(db, OTHER, ['memories:read'])];
});

const rows = [await measure('without a stored index')];
if (filesIn(snapshots).length > 0) rows.push(await measure('with a stored index'));
printTable(
  `First search of ${MEMORIES.toLocaleString('en')} memories; another user meanwhile`,
  rows,
);

async function measure(name: string): Promise<Record<string, string | number>> {
  await using service = await spawnService({ folder });
  using client = new JsonClient(service.url, key!);
  using other = new JsonClient(service.url, otherKey!);
  const search = (by: JsonClient) => by.call('POST', PATH, { query: words.say(3) });
  const searchOther = () => timed(() => search(other));
  await repeat(CALLS, searchOther);
  const rest = await repeat(CALLS, searchOther);
  let first = 0;
  const meanwhile = await during(
    timed(() => untilFound(() => search(client))).then((time) => (first = time)),
    searchOther,
  );
  const warm = await repeat(CALLS, () => timed(() => search(client)));
  const storing = await during(stored(), searchOther);
  const size = filesIn(snapshots).reduce(
    (sum, file) => sum + statSync(join(snapshots, file)).size,
    0,
  );
  return {
    start: name,
    'first search, ms': Math.round(first),
    'warm p50 / p95, ms': spread(warm, [0.5, 0.95]),
    'others at rest p50 / p95, ms': spread(rest, [0.5, 0.95]),
    'others meanwhile p50 / p95 / max, ms': spread(meanwhile, [0.5, 0.95, 1]),
    'others while it is stored p50 / p95 / max, ms': spread(storing, [0.5, 0.95, 1]),
    'stored, MB': (size / 1e6).toFixed(0),
  };
}

/** A search that waited for half a minute is refused, while the index continues to grow. */
async function untilFound(search: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const found = await search().then(
      () => true,
      (error: Error) => {
        if (!error.message.startsWith('503')) throw error;
        return false;
      },
    );
    if (found) return;
  }
}

/**
 * Waits until the service has stored the index, or until it is clear that it will not store one.
 */
async function stored(): Promise<void> {
  const deadline = performance.now() + STORED_WITHIN_MS;
  const isStored = () => {
    const files = filesIn(snapshots);
    return files.length > 0 && files.every((name) => !name.endsWith('.part'));
  };
  while (!isStored() && performance.now() < deadline) await wait(50);
}

function filesIn(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

/** Repeats `perform` while `work` runs; returns the times. */
async function during(work: Promise<unknown>, perform: () => Promise<number>): Promise<number[]> {
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  const times: number[] = [await perform()];
  while (!state.isDone) times.push(await perform());
  await done;
  return times;
}
