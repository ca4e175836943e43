/**
 * How calls slow down as a user's data grows: the same calls over HTTP to services of three sizes,
 * taken in turns in one run. `node bench/growth.ts`
 */
import { uuidv7 } from '../src/core/ids.ts';
import { silentLog } from '../src/core/log.ts';
import { contentKey, scoring } from '../src/domains/memories/memory.ts';
import { openDatabase } from '../src/storage/database.ts';
import type { Db } from '../src/storage/database.ts';
import { ApiUser } from '../src/testing/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { JsonClient } from './json-client.ts';
import { median, printTable } from './measure.ts';
import { sentences } from './sentences.ts';

const SIZES = [
  { memories: 1_000, conversations: 100 },
  { memories: 10_000, conversations: 1_000 },
  { memories: 100_000, conversations: 10_000 },
];
const TURNS_OF_TWO_HOURS = 1_500;
const TURNS = 12;
const CALLS = 200;
const SCOPES = ['memories:read', 'memories:write', 'conversations:read', 'conversations:write'];

interface Subject {
  name: string;
  client: JsonClient;
  /** A conversation of two hours. */
  longest: string;
}

const MEMORIES = '/v1/dev/user/memories';
const CONVERSATIONS = '/v1/dev/user/conversations';
const words = sentences(7);

const CALLS_OF: Record<string, (subject: Subject) => Promise<unknown>> = {
  'list 25 memories': ({ client }) => client.call('GET', MEMORIES),
  'create a memory': ({ client }) => client.call('POST', MEMORIES, { content: words.say(8) }),
  'create 25 memories': ({ client }) =>
    client.call('POST', `${MEMORIES}/batch`, {
      memories: Array.from({ length: 25 }, () => ({ content: words.say(8) })),
    }),
  'search memories': ({ client }) =>
    client.call('POST', `${MEMORIES}/search`, { query: words.say(3) }),
  'list 25 conversations': ({ client }) => client.call('GET', CONVERSATIONS),
  'search conversations': ({ client }) =>
    client.call('POST', `${CONVERSATIONS}/search`, { query: words.say(3) }),
  'get 2 hours of transcript': ({ client, longest }) =>
    client.call('GET', `${CONVERSATIONS}/${longest}?include_transcript=true`),
};

await using stack = new AsyncDisposableStack();
const subjects: Subject[] = [];
for (const size of SIZES) subjects.push(await subjectOf(size));

const rows = [];
for (const [call, perform] of Object.entries(CALLS_OF)) {
  const times = subjects.map((): number[] => []);
  for (let turn = -20; turn < CALLS; turn++) {
    for (const [place, subject] of subjects.entries()) {
      const start = performance.now();
      await perform(subject);
      if (turn >= 0) times[place]!.push(performance.now() - start);
    }
  }
  const middles = times.map(median);
  rows.push({
    call,
    ...Object.fromEntries(
      subjects.map(({ name }, place) => [`${name}, ms`, middles[place]!.toFixed(2)]),
    ),
    growth: `${(middles.at(-1)! / middles[0]!).toFixed(1)}×`,
  });
}
printTable(
  `p50 by how much a user has (1,000 memories and 100 conversations; ten times; a hundred times)`,
  rows,
);

async function subjectOf(size: (typeof SIZES)[number]): Promise<Subject> {
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  const { id: user_id } = await withOwner(folder);
  const longest = await fill(folder, user_id, size);
  const { url } = stack.use(await spawnService({ folder }));
  const owner = await ApiUser.signIn(url, OWNER);
  const { key } = await owner.key(SCOPES);
  const client = stack.use(new JsonClient(url, key));
  return { name: `${size.memories / 1000}k`, client, longest };
}

async function withOwner(folder: string): Promise<ApiUser> {
  await using service = await spawnService({ folder });
  return await ApiUser.signIn(service.url, OWNER);
}

async function fill(
  folder: string,
  user_id: string,
  { memories, conversations }: (typeof SIZES)[number],
): Promise<string> {
  await using database = await openDatabase({ url: undefined, folder, log: silentLog });
  const { db } = database;
  for (let start = 0; start < memories; start += 500) await fillMemories(db, user_id, 500);
  for (let start = 0; start < conversations; start += 50) {
    await fillConversations(
      db,
      user_id,
      Array.from({ length: 50 }, () => TURNS),
    );
  }
  const [longest] = await fillConversations(db, user_id, [TURNS_OF_TWO_HOURS]);
  await database.script('VACUUM ANALYZE');
  return longest!;
}

async function fillMemories(db: Db, user_id: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const content = `${words.say(8)} ${uuidv7().slice(-6)}`;
    const now = new Date();
    const memory = { category: 'system', manually_added: true, created_at: now } as const;
    return {
      ...memory,
      user_id,
      id: uuidv7(),
      content,
      content_key: contentKey(content),
      visibility: 'private',
      tags: [],
      reviewed: true,
      user_review: true,
      scoring: scoring(memory),
      updated_at: now,
    };
  });
  await db.insertInto('memories').values(rows).execute();
}

/** Conversations of so many turns each; answers their ids. */
async function fillConversations(
  db: Db,
  user_id: string,
  turns: readonly number[],
): Promise<string[]> {
  const now = new Date();
  const rows = turns.map(() => ({
    user_id,
    id: uuidv7(),
    status: 'completed',
    created_at: now,
    updated_at: now,
    started_at: now,
    finished_at: now,
    title: words.say(4),
    overview: words.say(30),
  }));
  await db.insertInto('conversations').values(rows).execute();
  const segments = rows.flatMap(({ id }, place) =>
    Array.from({ length: turns[place]! }, (_, turn) => ({
      user_id,
      conversation_id: id,
      id: uuidv7(),
      text: words.say(12),
      speaker_id: turn % 2,
      start_seconds: turn * 5,
      end_seconds: turn * 5 + 4,
    })),
  );
  await db.insertInto('segments').values(segments).execute();
  return rows.map(({ id }) => id);
}
