/** Tests memories that programs bring from their source, many at once or at the same time. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { behindWall } from '../../kit/context.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { soon } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { storeMemories } from './creation/memory-creation.ts';
import { MemoryCreate } from './memory.ts';

const PATH = '/v1/dev/user/memories';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['memories:read', 'memories:write']);
});
after(() => service[Symbol.asyncDispose]());

const bring = async (items: Json[]): Promise<Json> => {
  const { status, body } = await key.call('POST', `${PATH}/import`, { items });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const outcomesOf = ({ results }: Json) => results.map(({ outcome }: Json) => outcome);
const contentsOf = async (): Promise<string[]> =>
  (await key.call('GET', `${PATH}?limit=500`)).body.map(({ content }: Json) => content);

test('an import tells for each memory whether it is new, was completed, was here or is refused', async () => {
  const source = 'notes';
  await key.call('POST', PATH, { content: 'Drinks green tea' });
  const items = [
    { content: 'Sings in a choir', source, external_id: '1' },
    { content: 'Drinks green tea', source, external_id: '2' },
    { content: 'sings in a choir.', source, external_id: '3' },
    { content: 'Sings alone', source, external_id: '1' },
    { content: '  ', source, external_id: '4' },
    { content: 'Was on Mars', source, external_id: '5', created_at: '2999-01-01T00:00:00Z' },
    { content: 'Has a canary' },
  ];
  const first = await bring(items);
  assert.deepEqual(outcomesOf(first), [
    'created',
    'updated',
    'unchanged',
    'unchanged',
    'refused',
    'refused',
    'created',
  ]);
  const ids = first.results.map(({ id }: Json) => id);
  assert.deepEqual([ids[2], ids[3], ids[4], ids[5]], [ids[0], ids[0], null, null]);
  assert.match(JSON.stringify(first.results[5].error), /from 1970 until now/);
  assert.deepEqual((await contentsOf()).toSorted(), [
    'Drinks green tea',
    'Has a canary',
    'Sings in a choir',
  ]);
  const again = await bring(items.slice(0, 2));
  assert.deepEqual(outcomesOf(again), ['unchanged', 'unchanged']);
  // The fact belongs to another record of the source.
  const other = await bring([{ content: 'Drinks green tea', source, external_id: '6' }]);
  assert.deepEqual([outcomesOf(other), other.results[0].id], [['unchanged'], ids[1]]);
  // A record without an external id says something new about the fact.
  const plain = await bring([{ content: 'Drinks green tea', tags: ['tea'] }]);
  assert.deepEqual([outcomesOf(plain), plain.results[0].id], [['updated'], ids[1]]);
});

test('a batch with memories that were brought before answers in its own order', async () => {
  const earlier = { content: 'Fishes in the Minho', source: 'diary', external_id: 'a' };
  const { body: known } = await key.call('POST', PATH, earlier);
  const { body } = await key.call('POST', `${PATH}/batch`, {
    memories: [
      { content: 'Repairs bicycles' },
      { content: 'Fishes at night', source: 'diary', external_id: 'a' },
      { content: 'Knits socks' },
    ],
  });
  assert.deepEqual(
    body.memories.map(({ content }: Json) => content),
    ['Repairs bicycles', 'Fishes in the Minho', 'Knits socks'],
  );
  assert.deepEqual([body.memories[1].id, body.memories[1].known], [known.id, true]);
});

test('of programs that bring the same record at the same time, one stores it, and others are not affected', async () => {
  // Calls without HTTP, so that their statements meet.
  const actor = { kind: 'job', user_id: service.owner.id } as const;
  const context = behindWall({ ...service.service.parts, actor, ip: null });
  const bringOne = async (content: string, external_id?: string) => {
    const fact = MemoryCreate.parse({ content, ...(external_id && { source: 'a', external_id }) });
    const [stored] = await storeMemories(context, [fact], { compares: false });
    return stored!;
  };
  const same = Array.from({ length: 6 }, (_, n) => bringOne(`Rows in boat ${n}`, 'same'));
  const others = Array.from({ length: 6 }, (_, n) => bringOne(`Sails in boat ${n}`));
  const answers = await soon('the same records', Promise.all(same));
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
  assert.equal(answers.filter(({ known }) => known).length, 5);
  await soon('the other records', Promise.all(others));
  const stored = await contentsOf();
  assert.equal(stored.filter((content) => content.startsWith('Rows')).length, 1);
  assert.equal(stored.filter((content) => content.startsWith('Sails')).length, 6);
});
