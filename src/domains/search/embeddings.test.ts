import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { EmbeddingsEndpoint } from '../../engines/search/embeddings-endpoint.ts';
import { httpSend } from '../../engines/text-models/send.ts';
import { systemClock } from '../../core/clock.ts';
import { silentLog } from '../../core/log.ts';
import { refuse, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import type { Behaviour } from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { Embeddings } from './embeddings.ts';
import { SearchService } from './search.ts';
import { eventually } from '../../testing/eventually.ts';

const MEMORIES = '/v1/dev/user/memories';
/** The words in each of these lines mean nearly the same. */
const MEANINGS = ['car automobile vehicle', 'dog hound', 'boat ship', 'tea infusion'].map((line) =>
  line.split(' '),
);

/**
 * Returns a vector with one axis for each meaning and one axis on which all vectors have the same
 * value.
 */
function meaningOf(text: string, dimensions: number): number[] {
  const words = text.toLowerCase().split(/\W+/);
  return Array.from({ length: dimensions }, (_, axis) =>
    axis === dimensions - 1 ? 0.2 : words.some((word) => MEANINGS[axis]?.includes(word)) ? 1 : 0,
  );
}
function send(response: ServerResponse, vectors: (number[] | string)[]): void {
  response.setHeader('Content-Type', 'application/json');
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  // The order of the vectors is not guaranteed.
  response.end(JSON.stringify({ object: 'list', data: data.toReversed() }));
}
const good =
  (dimensions = 6): Behaviour =>
  ({ input }, response) =>
    send(
      response,
      (input as string[]).map((text) => meaningOf(text, dimensions)),
    );

async function remember(service: TestService, ...contents: string[]): Promise<string[]> {
  const memories = contents.map((content) => ({ content }));
  const key = await service.owner.key(['memories:write']);
  const { body } = await key.call('POST', `${MEMORIES}/batch`, { memories });
  return body.memories.map(({ id }: { id: string }) => id);
}
const FACTS = [
  'Drives an old automobile',
  'Walks the hound at dawn',
  'Paints landscapes',
  'Collects stamps',
  'Bakes bread on Sundays',
  'Plays chess',
];

/** Opens embeddings and a search over the data of a service without embeddings. */
async function over(
  service: TestService,
  { baseUrl }: { baseUrl: string },
  { model = 'one', deadlineMs = 10_000 } = {},
) {
  const { db } = service.service.parts;
  const parts = { db, clock: systemClock, log: silentLog };
  const stack = new AsyncDisposableStack();
  const embedder = new EmbeddingsEndpoint({ send: httpSend(baseUrl, 'secret'), model });
  const embeddings = (await Embeddings.open(parts, { embedder, deadlineMs }))!;
  stack.use(embeddings);
  const search = stack.use(new SearchService({ ...parts, embeddings }));
  const place = { user_id: service.owner.id, kind: 'memories' } as const;
  const rows = () => db.selectFrom('embeddings').selectAll().execute();
  const idle = async () =>
    (await db.selectFrom('embedding_queue').select('id').execute()).length === 0;
  return {
    embeddings,
    search,
    rows,
    idle: () => eventually('idle', idle),
    find: async (text: string) =>
      (await search.find(db, place, { text, limit: 10 })).groups.map(({ id }) => id),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('a search over HTTP finds other words with the same meaning until the record is changed or deleted', async () => {
  await using endpoint = await startLanguageModel(good());
  await using service = await startService({
    environment: {
      SVC_EMBEDDINGS_BASE_URL: endpoint.baseUrl,
      SVC_EMBEDDINGS_MODEL: 'tiny',
      SVC_EMBEDDINGS_DEADLINE_MS: '10000',
    },
  });
  const key = await service.owner.key([
    'memories:read',
    'memories:write',
    'conversations:read',
    'conversations:write',
  ]);
  const found = async (query: string) =>
    (await key.call('POST', `${MEMORIES}/search`, { query })).body.items.map(
      ({ memory }: { memory: { content: string } }) => memory.content,
    );
  const index = async () => (await service.owner.call('GET', '/v1/search/index')).body;
  const [car] = await remember(service, ...FACTS);
  await eventually('filled', async () => (await index()).kinds[0].embedded === FACTS.length);
  assert.deepEqual((await index()).embeddings, { model: 'tiny', problem: null });
  assert.deepEqual(await index().then(({ kinds }) => kinds[0]), {
    kind: 'memories',
    total: FACTS.length,
    embedded: FACTS.length,
    waiting: 0,
  });
  assert.equal((await found('Which vehicle?'))[0], 'Drives an old automobile');

  await key.call('PATCH', `${MEMORIES}/${car}`, { content: 'Sails a ship' });
  assert.ok(
    !(await found('vehicle')).includes('Sails a ship'),
    'its old vector is no vector of it',
  );
  await eventually('found anew', async () => (await found('boat'))[0] === 'Sails a ship');
  await key.call('DELETE', `${MEMORIES}/${car}`);
  assert.deepEqual(await found('boat'), []);
  const { body: talk } = await key.call('POST', '/v1/dev/user/conversations/from-segments', {
    transcript_segments: [
      'We took the hound to the vet.',
      'It was fine.',
      'Then we made an infusion.',
      'And slept.',
    ].map((text, place) => ({ text, start: place, end: place + 1 })),
  });
  await eventually('embedded', async () => (await index()).kinds[2].embedded === 1);
  const { db } = service.service.parts;
  const rowsOf = (id: string) =>
    db.selectFrom('embeddings').selectAll().where('group_id', '=', id).execute();
  assert.equal((await rowsOf(talk.id)).length, 1);
  assert.equal((await rowsOf(car!)).length, 0, 'deleted with its row');
  await key.call('DELETE', `/v1/dev/user/conversations/${talk.id}`);
  assert.equal((await rowsOf(talk.id)).length, 0);
});

test('with another model or other dimensions all vectors are made again, and searches still work', async () => {
  await using service = await startService();
  await remember(service, ...FACTS);
  {
    await using endpoint = await startLanguageModel(good(6));
    await using one = await over(service, endpoint);
    await one.idle();
    assert.deepEqual(new Set((await one.rows()).map(({ dimensions }) => dimensions)), new Set([6]));
    assert.equal((await one.find('vehicle')).length, 1);
  }
  {
    // The endpoint stops in the middle of its work.
    await using endpoint = await startLanguageModel((request, response, count) =>
      request.input.length === 1 || count > 2
        ? refuse(response, 500)
        : good(9)(request, response, count),
    );
    await using two = await over(service, endpoint, { model: 'two' });
    await eventually(
      'stopped',
      async () => two.embeddings.problem !== null || endpoint.requests.length > 0,
    );
    assert.deepEqual(await two.find('landscapes').then(({ length }) => length), 1);
  }
  {
    await using endpoint = await startLanguageModel(good(9));
    await using three = await over(service, endpoint, { model: 'two' });
    await three.idle();
    const rows = await three.rows();
    assert.deepEqual(
      new Set(rows.map(({ model, dimensions }) => `${model} ${dimensions}`)),
      new Set(['two 9']),
    );
    assert.equal((await three.find('vehicle')).length, 1);
  }
  {
    // The same model name returns other dimensions from now on.
    await using endpoint = await startLanguageModel(good(7));
    await using four = await over(service, endpoint, { model: 'two' });
    await remember(service, 'Sails a ship');
    await four.idle();
    const rows = await four.rows();
    assert.equal(rows.length, FACTS.length + 1);
    assert.deepEqual(new Set(rows.map(({ dimensions }) => dimensions)), new Set([7]));
  }
});

test('existing vectors are not requested again after a restart', async () => {
  await using service = await startService();
  await remember(service, ...FACTS);
  await using endpoint = await startLanguageModel(good());
  {
    await using one = await over(service, endpoint);
    await one.idle();
  }
  const sent = endpoint.requests.flatMap(({ input }) => input as string[]).length;
  assert.equal(sent, FACTS.length);
  await using again = await over(service, endpoint);
  await remember(service, 'Sails a ship');
  await again.idle();
  assert.deepEqual(endpoint.requests.at(-1).input, ['Sails a ship']);
  assert.equal(endpoint.requests.flatMap(({ input }) => input as string[]).length, sent + 1);
});

const MISBEHAVIOURS: Record<string, Behaviour> = {
  'is overloaded': (_, response) => refuse(response, 503),
  'wants no key of ours': (_, response) => refuse(response, 401),
  'sends HTML': (_, response) => void response.end('<html>'),
  hangs: () => {},
  'hangs up': (_, response) => void response.destroy(),
  'sends too few': (_, response) => send(response, []),
  'sends no numbers': ({ input }, response) =>
    send(
      response,
      input.map(() => []),
    ),
  'sends different lengths': ({ input }, response) =>
    send(
      response,
      input.map((_: string, place: number) => (place % 2 ? [1, 2] : [1, 2, 3])),
    ),
};

test('a failing endpoint neither prevents nor delays the search for words', async () => {
  await using service = await startService();
  await remember(service, ...FACTS);
  for (const [name, behave] of Object.entries(MISBEHAVIOURS)) {
    await using endpoint = await startLanguageModel(behave);
    await using broken = await over(service, endpoint, { model: name, deadlineMs: 2_000 });
    assert.equal((await broken.find('landscapes')).length, 1, name);
    const start = performance.now();
    assert.equal((await broken.find('chess')).length, 1, name);
    assert.ok(performance.now() - start < 2_000, `${name}: does not wait for it a second time`);
    assert.equal((await broken.rows()).filter(({ model }) => model === name).length, 0, name);
  }
});

test('the service waits as long as the endpoint asks', async () => {
  await using service = await startService();
  await remember(service, 'Drives an old automobile');
  await using endpoint = await startLanguageModel((request, response, count) => {
    if (count > 2) return good()(request, response, count);
    response.writeHead(429, { 'Retry-After': '0.2' }).end();
  });
  await using one = await over(service, endpoint);
  await one.idle();
  assert.equal(endpoint.requests.length, 3);
  assert.equal((await one.rows()).length, 1);
});

test('a refused text does not block others', async () => {
  await using service = await startService();
  await remember(service, 'Walks the hound', `Cursed ${'and long '.repeat(50)}`, 'Sails a ship');
  await using endpoint = await startLanguageModel((request, response, count) => {
    const refused = request.input.some((text: string) => text.length > 400);
    return refused ? refuse(response, 400) : good()(request, response, count);
  });
  await using one = await over(service, endpoint);
  await one.idle();
  assert.equal((await one.rows()).length, 3);
  assert.equal((await one.find('boat')).length, 1);
});

test('vectors in Base64 are read', async () => {
  await using service = await startService();
  await remember(service, ...FACTS);
  await using endpoint = await startLanguageModel(({ input }, response) =>
    send(
      response,
      input.map((text: string) =>
        Buffer.from(Float32Array.from(meaningOf(text, 6)).buffer).toString('base64'),
      ),
    ),
  );
  await using one = await over(service, endpoint);
  await one.idle();
  assert.equal((await one.find('vehicle')).length, 1);
});

test('without an endpoint nothing is queued any more', async () => {
  await using service = await startService();
  const { db } = service.service.parts;
  await using endpoint = await startLanguageModel(good());
  {
    await using one = await over(service, endpoint);
    await remember(service, ...FACTS);
    await one.idle();
  }
  const parts = { db, clock: systemClock, log: silentLog };
  assert.equal(await Embeddings.open(parts, null), null);
  await remember(service, 'Sails a ship');
  assert.deepEqual(await db.selectFrom('embedding_queue').selectAll().execute(), []);
});

test('a memory keeps its vectors when its writer reaches the index last', async () => {
  await using service = await startService();
  const [car] = await remember(service, ...FACTS);
  await using endpoint = await startLanguageModel(good());
  await using one = await over(service, endpoint);
  await one.idle();
  assert.deepEqual(await one.find('vehicle'), [car]);
  one.search.wrote(service.owner.id, [{ id: car!, text: FACTS[0]! }]);
  assert.deepEqual(await one.find('vehicle'), [car]);
});

test('the vectors of the last 500 questions are kept', async () => {
  await using service = await startService();
  await using server = await startLanguageModel(good());
  await using searching = await over(service, server);
  const ask = async (number: number) => {
    assert.ok(await searching.embeddings.ofQuestion(service.owner.id, `question ${number}`));
    return server.requests.length;
  };
  for (let number = 0; number <= 500; number++) assert.equal(await ask(number), number + 1);
  assert.equal(await ask(1), 501);
  assert.equal(await ask(0), 502);
});

test('the built-in encoder finds English text that says the same in other words', async () => {
  await using service = await startService({ environment: { SVC_EMBEDDINGS_MODEL: 'builtin' } });
  const { owner } = service;
  const texts = [...FACTS, 'My puppy has been ill since Sunday', 'Der Nachbar hat einen Hund'];
  await remember(service, ...texts);
  await eventually('filled', async () => {
    const { body } = await owner.call('GET', '/v1/search/index');
    return body.kinds.every(({ waiting }: { waiting: number }) => waiting === 0);
  });
  const key = await owner.key(['memories:read']);
  const found = async (query: string): Promise<string[]> =>
    (await key.call('POST', `${MEMORIES}/search`, { query })).body.items.map(
      ({ memory }: { memory: { content: string } }) => memory.content,
    );
  assert.equal((await found('Is the dog sick?'))[0], texts.at(-2));
  // The encoder knows no German, so words alone find this.
  assert.deepEqual(await found('Welche Tiere besitzt mein Nachbar?'), [texts.at(-1)]);
  // The built-in encoder costs nothing.
  const { body } = await owner.call('GET', '/v1/statistics');
  assert.equal(body.model_calls, 0);
});
