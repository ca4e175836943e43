// Long: it kills the service many times.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { ApiKey, ApiUser, request } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { startLanguageModel } from '../src/testing/servers/language-model-server.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { eventually } from '../src/testing/eventually.ts';
import { copyTemplate, removeFolder } from '../src/testing/template.ts';

/** Only the embedded database is tested, because PostgreSQL has proved itself. */
const KILLS = process.env['COMMONPLACE_TEST_DATABASE_URL'] ? 2 : 5;
const SCOPES = ['memories:read', 'memories:write', 'conversations:read'];

/** All acknowledged data, over all runs of the service. */
interface Acknowledged {
  memories: Set<string>;
  conversations: Set<string>;
  segments: Map<string, { conversation_id: string; text: string }>;
}

test(`${KILLS} kills at random moments lose no acknowledged data`, async () => {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  await using database = serverUrl ? await createTestDatabase(serverUrl) : null;
  const folder = copyTemplate('owned');
  const environment: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
  const acknowledged: Acknowledged = {
    memories: new Set(),
    conversations: new Set(),
    segments: new Map(),
  };
  try {
    for (let life = 0; life < KILLS; life += 1) {
      const service = await spawnService({ folder, environment });
      const owner = await ApiUser.signIn(service.url, OWNER);
      const work = live(owner, life, acknowledged);
      const known = acknowledged.memories.size;
      await wait(100 + Math.random() * 900);
      // A busy machine takes longer until there is data to lose.
      while (acknowledged.memories.size < known + 2) await wait(10);
      await service.kill();
      await work;
    }
    await using service = await spawnService({ folder, environment });
    const owner = await ApiUser.signIn(service.url, OWNER);
    await verify(await owner.key(SCOPES), acknowledged);
  } finally {
    removeFolder(folder);
  }
});

test('a request that a crash interrupted succeeds immediately when it is resent', async () => {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  await using database = serverUrl ? await createTestDatabase(serverUrl) : null;
  const folder = copyTemplate('owned');
  const environment: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
  const asked = Promise.withResolvers<void>();
  // The request never gets an answer.
  await using model = await startLanguageModel(() => asked.resolve());
  try {
    const first = await spawnService({
      folder,
      environment: { ...environment, SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'slow' },
    });
    const owner = await ApiUser.signIn(first.url, OWNER);
    const { key } = await owner.key(['conversations:read', 'conversations:write']);
    const send = (url: string) =>
      request(url, 'POST', '/v1/dev/user/conversations', {
        token: key,
        body: { text: 'I have to water the plants tomorrow. My sister Ana lives in Braga.' },
        headers: { 'Idempotency-Key': 'plants' },
      });
    const lost = send(first.url).catch(() => null);
    await asked.promise;
    await first.kill();
    assert.equal(await lost, null);
    await using second = await spawnService({ folder, environment });
    const { status } = await send(second.url);
    assert.equal(status, 200);
    // A PostgreSQL server gives the work of a dead process away after its last sign of life. On a
    // busy machine, the answer comes before the conversation is understood.
    const reader = new ApiKey(second.url, key);
    const isListed = async () => {
      const { body } = await reader.call('GET', '/v1/dev/user/conversations');
      return body.length > 0 && body;
    };
    const listed = await eventually('the conversation', isListed, { seconds: 60 });
    assert.equal(listed.length, 1);
  } finally {
    removeFolder(folder);
  }
});

/** Stores memories, talks and ends conversations until the service dies. */
async function live(owner: ApiUser, life: number, acknowledged: Acknowledged): Promise<void> {
  const untilDeath = (work: () => Promise<void>) => work().catch(() => {});
  const key = await owner.key(SCOPES).catch(() => null);
  if (!key) return;
  await Promise.all([
    untilDeath(async () => {
      for (let number = 0; ; number += 1) {
        const content = `Fact ${number} of life ${life}`;
        const { status } = await key.call('POST', '/v1/dev/user/memories', { content });
        if (status === 200) acknowledged.memories.add(content);
      }
    }),
    untilDeath(() => talk(owner, acknowledged)),
    untilDeath(async () => {
      for (;;) {
        await wait(Math.random() * 400);
        await owner.call('POST', '/v1/conversations', {});
      }
    }),
  ]);
}

async function talk(owner: ApiUser, acknowledged: Acknowledged): Promise<void> {
  const listener = await Listener.open(owner.url, {
    token: owner.token,
    uid: owner.id,
    custom_stt: 'enabled',
    conversation_timeout: 2,
  });
  let conversation_id = '';
  const begin = (session: Json) => {
    conversation_id = session.conversation_id;
    acknowledged.conversations.add(conversation_id);
  };
  // A busy machine may have read the first messages already.
  for (const event of listener.events) if (event.type === 'conversation_session') begin(event);
  listener.socket.on('message', (data) => {
    const message: Json = String(data) === 'ping' ? {} : JSON.parse(String(data));
    if (message.type === 'conversation_session') begin(message);
    if (!Array.isArray(message)) return;
    for (const { id, text } of message) {
      const known = acknowledged.segments.get(id);
      acknowledged.segments.set(id, {
        conversation_id: known?.conversation_id ?? conversation_id,
        text,
      });
    }
  });
  for (let second = 0; listener.socket.readyState === listener.socket.OPEN; second += 1) {
    const text = `I have to water plant number ${second} in the garden tomorrow.`;
    listener.say({
      type: 'suggested_transcript',
      segments: [{ text, is_user: true, start: second, end: second + 1 }],
    });
    await wait(50);
  }
}

async function verify(
  key: ApiKey,
  { memories, conversations, segments }: Acknowledged,
): Promise<void> {
  const stored = new Set<string>();
  for (let offset = 0; ; offset += 1000) {
    const { body } = await key.call('GET', `/v1/dev/user/memories?limit=1000&offset=${offset}`);
    for (const { content } of body) stored.add(content);
    if (body.length < 1000) break;
  }
  const lost = [...memories].filter((content) => !stored.has(content));
  assert.deepEqual(lost, [], `${memories.size} memories were acknowledged`);
  assert.ok(memories.size > KILLS, 'the lives were long enough to remember something');
  assert.ok(segments.size > 0, 'the lives were long enough to hear something');

  const texts = new Map<string, string>();
  for (const id of conversations) {
    const body = await untilEnded(key, id);
    for (const segment of body?.transcript_segments ?? []) texts.set(segment.id, segment.text);
  }
  for (const [id, { text }] of segments) {
    assert.ok(texts.get(id)?.startsWith(text), `segment ${id} is there as it was shown`);
  }
}

/**
 * No conversation may stay in progress or processing for ever. The deletion of an empty recording
 * also counts as an end.
 */
async function untilEnded(key: ApiKey, id: string): Promise<Json> {
  for (let patience = 360; patience > 0; patience -= 1) {
    const path = `/v1/dev/user/conversations/${id}?include_transcript=true`;
    const { status, body } = await key.call('GET', path);
    if (status === 404) return null;
    if (body.structured.title !== '') return body;
    await wait(500);
  }
  throw new Error(`Conversation ${id} did not reach an end.`);
}
