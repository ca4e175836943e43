/**
 * Measures how calls slow down as a user's data grows: one run sends the same calls over HTTP to
 * services of three sizes, in alternating rounds. `node bench/growth.ts`
 */
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import {
  addKey,
  addUser,
  factLikeOthers,
  fillConversations,
  fillFolder,
  fillMemories,
  words,
} from './fill.ts';
import { JsonClient } from './json-client.ts';
import { median, printTable } from './measure.ts';

const SIZES = [
  { memories: 1_000, conversations: 100 },
  { memories: 10_000, conversations: 1_000 },
  { memories: 100_000, conversations: 10_000 },
];
const TURNS_OF_TWO_HOURS = 1_500;
const TURNS = 12;
const CALLS = 200;
const ALIKE = 'alike';
const SCOPES = ['memories:read', 'memories:write', 'conversations:read', 'conversations:write'];

interface Subject {
  name: string;
  client: JsonClient;
  /** A client for a user whose memories resemble each other. */
  alike: JsonClient;
  /** The id of a two-hour conversation. */
  longest: string;
}

const MEMORIES = '/v1/dev/user/memories';
const CONVERSATIONS = '/v1/dev/user/conversations';

const CALLS_OF: Record<string, (subject: Subject) => Promise<unknown>> = {
  'list 25 memories': ({ client }) => client.call('GET', MEMORIES),
  'create a memory': ({ client }) => client.call('POST', MEMORIES, { content: words.say(8) }),
  'create a memory, all alike': ({ alike }) =>
    alike.call('POST', MEMORIES, { content: factLikeOthers() }),
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
  const { longest, key: keyOfAlike } = await fill(folder, size);
  const { url } = stack.use(await spawnService({ folder }));
  const owner = await ApiUser.signIn(url, OWNER);
  const { key } = await owner.key(SCOPES);
  const client = stack.use(new JsonClient(url, key));
  const alike = stack.use(new JsonClient(url, keyOfAlike));
  return { name: `${size.memories / 1000}k`, client, alike, longest };
}

function fill(
  folder: string,
  { memories, conversations }: (typeof SIZES)[number],
): Promise<{ longest: string; key: string }> {
  return fillFolder(folder, async (db, user_id) => {
    await addUser(db, ALIKE);
    for (let start = 0; start < memories; start += 500) {
      await fillMemories(db, user_id, 500);
      await fillMemories(db, ALIKE, 500, factLikeOthers);
    }
    for (let start = 0; start < conversations; start += 50) {
      await fillConversations(
        db,
        user_id,
        Array.from({ length: 50 }, () => TURNS),
      );
    }
    const [longest] = await fillConversations(db, user_id, [TURNS_OF_TWO_HOURS]);
    return { longest: longest!, key: await addKey(db, ALIKE, ['memories:write']) };
  });
}
