import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const OWN = '/v1/users/people';
const CONVERSATIONS = '/v1/dev/user/conversations';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['conversations:read', 'conversations:write']);
});
after(() => service[Symbol.asyncDispose]());

const own = (method: string, path: string, body?: unknown) =>
  service.owner.call(method, path, body);
const add = async (name: string): Promise<Json> => (await own('POST', OWN, { name })).body;
const segments = (...people: (string | null)[]) =>
  people.map((person_id, index) => ({
    text: `The boat leaves at noon, number ${index}.`,
    speaker_id: index,
    person_id,
    start: index * 3,
    end: index * 3 + 3,
  }));
const talk = async (...people: (string | null)[]): Promise<string> => {
  const body = { transcript_segments: segments(...people) };
  return (await key.call('POST', `${CONVERSATIONS}/from-segments`, body)).body.id;
};
const read = async (id: string): Promise<Json> =>
  (await own('GET', `/v1/conversations/${id}`)).body;
const speakers = ({ transcript_segments }: Json): string[] =>
  transcript_segments.map(({ speaker_name }: Json) => speaker_name);

/** A person of another user. */
async function foreignPerson(): Promise<string> {
  const { db } = service.service.parts;
  const [user_id, id, now] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await db
    .insertInto('users')
    .values({ id: user_id, email: `${user_id}@example.org`, name: 'Rui' })
    .execute();
  await db
    .insertInto('people')
    .values({
      user_id,
      id,
      name: 'Secret',
      name_key: Buffer.from('secret'),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

test('segments are assigned to people one by one, by speaker and in bulk', async () => {
  const [ana, rui] = [await add('Ana'), await add('Rui')];
  const id = await talk(null, null, null);
  const path = `/v1/conversations/${id}`;
  const single = await own(
    'PATCH',
    `${path}/segments/1/assign?assign_type=person_id&value=${ana.id}`,
  );
  assert.deepEqual(speakers(single.body), ['Speaker 0', 'Ana', 'Speaker 2']);
  const speaker = await own(
    'PATCH',
    `${path}/assign-speaker/0?assign_type=person_id&value=${rui.id}`,
  );
  assert.deepEqual(speakers(speaker.body), ['Rui', 'Ana', 'Speaker 2']);
  const segment_ids = single.body.transcript_segments.map((each: Json) => each.id);
  const bulk = (value: string | null) =>
    own('PATCH', `${path}/segments/assign-bulk`, { segment_ids, assign_type: 'person_id', value });
  assert.deepEqual(speakers((await bulk(ana.id)).body), ['Ana', 'Ana', 'Ana']);
  for (const unknown of ['nonsense', crypto.randomUUID(), await foreignPerson()]) {
    const answers = [
      await bulk(unknown),
      await own('PATCH', `${path}/segments/0/assign?assign_type=person_id&value=${unknown}`),
      await own('PATCH', `${path}/assign-speaker/0?assign_type=person_id&value=${unknown}`),
    ];
    for (const { status, body } of answers) {
      assert.deepEqual([status, body], [404, { detail: 'Person not found' }]);
    }
  }
  assert.deepEqual(speakers(await read(id)), ['Ana', 'Ana', 'Ana'], 'nothing was changed');
  assert.deepEqual(speakers((await bulk(null)).body), ['Speaker 0', 'Speaker 1', 'Speaker 2']);
  const mine = await own('PATCH', `${path}/segments/0/assign?assign_type=is_user&value=true`);
  assert.equal(speakers(mine.body)[0], 'Owner');
});

test('an assistant names a speaker by number or by name, also as the user', async () => {
  const { key: token } = (await own('POST', '/v1/mcp/keys', { name: 'all' })).body;
  const conversation_id = await talk(null, null, null);
  const name = async (speaker: string, as: string): Promise<Json> => {
    const given = { conversation_id, speaker, name: as };
    const { body } = await request(service.url, 'POST', '/v1/mcp', {
      token,
      headers: { Accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'name_speaker', arguments: given },
      },
    });
    const message = typeof body === 'string' ? JSON.parse(/^data: (.*)$/m.exec(body)![1]!) : body;
    return message.result;
  };
  const named = await name('Speaker 1', 'Carla');
  assert.equal(named.structuredContent.segments, 1);
  await name('SPEAKER_02', 'me');
  assert.deepEqual(speakers(await read(conversation_id)), ['Speaker 0', 'Carla', 'Owner']);
  await name(' carla ', 'Bo');
  assert.deepEqual(speakers(await read(conversation_id)), ['Speaker 0', 'Bo', 'Owner']);
  const unknown = await name('Zoe', 'Bo');
  assert.ok(unknown.isError);
  assert.match(JSON.stringify(unknown.content), /No speaker/);
});

test('merged conversations keep their speakers', async () => {
  const person = await add('Duarte');
  const conversation_ids = [await talk(person.id), await talk(null)];
  const { body } = await own('POST', '/v1/conversations/merge', { conversation_ids });
  assert.ok(speakers(body.conversation).includes('Duarte'));
});
