/**
 * Measures how transcript search over HTTP slows down as a user's data grows, how it affects other
 * users, and how much memory it uses. `node bench/search.ts`
 */
import { readFileSync } from 'node:fs';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { fillConversations, fillFolder, words } from './fill.ts';
import { JsonClient } from './json-client.ts';
import { printTable, quantile } from './measure.ts';

const SIZES = [6_000, 30_000, 100_000];
const TURNS = 20;
const CALLS = 1_000;
/** Typical questions have about this length. */
const WORDS = 6;
const PATH = '/v1/dev/user/conversations/search';

const rows = [];
for (const segments of SIZES) rows.push(await measure(segments));
printTable('Search of conversations over HTTP, one user, by segments', rows);

async function measure(segments: number): Promise<Record<string, string | number>> {
  await using stack = new AsyncDisposableStack();
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  await fillFolder(folder, async (db, user_id) => {
    for (let left = segments / TURNS; left > 0; left -= 50) {
      const turns = Array.from({ length: Math.min(50, left) }, () => TURNS);
      await fillConversations(db, user_id, turns);
    }
  });
  const { url, child } = stack.use(await spawnService({ folder }));
  const owner = await ApiUser.signIn(url, OWNER);
  const { key } = await owner.key(['conversations:read', 'conversations:write']);
  const client = stack.use(new JsonClient(url, key));
  const other = stack.use(new JsonClient(url, key));
  const search = () => client.call('POST', PATH, { query: words.say(WORDS) });
  const idle = await timed(200, () => other.call('GET', '/healthz'));
  const before = memoryOf(child.pid!);
  const [first] = await timed(1, search);
  const taken = memoryOf(child.pid!) - before;
  await timed(100, search);
  const times = await timed(CALLS, search);
  const load = { searching: true };
  const searchers = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (load.searching) await search();
    }),
  );
  const busy = await timed(200, () => other.call('GET', '/healthz'));
  load.searching = false;
  await searchers;
  return {
    segments: segments.toLocaleString('en'),
    'p50, ms': quantile(times, 0.5).toFixed(1),
    'p95, ms': quantile(times, 0.95).toFixed(1),
    'first (builds the index), ms': Math.round(first!),
    'memory of it, MB': Math.round(taken),
    'other calls p95 at rest → while 4 search, ms': `${quantile(idle, 0.95).toFixed(1)} → ${quantile(busy, 0.95).toFixed(1)}`,
  };
}

async function timed(calls: number, perform: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const start = performance.now();
    await perform();
    times.push(performance.now() - start);
  }
  return times;
}

/** Returns the resident memory in MB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
