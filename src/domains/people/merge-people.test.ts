import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['conversations:read', 'conversations:write']);
});
after(() => service[Symbol.asyncDispose]());

const own = (method: string, path: string, body?: unknown) =>
  service.owner.call(method, path, body);
const read = async (id: string): Promise<Json[]> =>
  (await own('GET', `/v1/conversations/${id}`)).body.transcript_segments;

/**
 * Makes a conversation of these segments. Each segment lasts two seconds and begins three seconds
 * after the previous one.
 */
async function talk(...said: [speaker_id: number, text: string][]): Promise<string> {
  const transcript_segments = said.map(([speaker_id, text], index) => ({
    text,
    speaker_id,
    start: index * 3,
    end: index * 3 + 2,
  }));
  const path = '/v1/dev/user/conversations/from-segments';
  return (await key.call('POST', path, { transcript_segments })).body.id;
}

test('merging two people keeps the words of both', async () => {
  const add = async (name: string) => (await own('POST', '/v1/users/people', { name })).body.id;
  const [eva, ivo] = [await add('Eva'), await add('Ivo')];
  const id = await talk([0, 'Here I am.'], [1, 'So am I.']);
  for (const [speaker, person] of [
    [0, eva],
    [1, ivo],
  ]) {
    const assign = `assign-speaker/${speaker}?assign_type=person_id&value=${person}`;
    await own('PATCH', `/v1/conversations/${id}/${assign}`);
  }
  const merge = (person: string, other_person_id: string) =>
    own('POST', `/v1/users/people/${person}/merge`, { other_person_id });
  assert.equal((await merge(eva, eva)).status, 422);
  assert.equal((await merge(eva, crypto.randomUUID())).status, 404);
  assert.equal((await merge('nonsense', ivo)).status, 404);
  const { body } = await merge(eva, ivo);
  assert.deepEqual(
    [body.name, body.speech_sample_transcripts],
    ['Eva', ['So am I.', 'Here I am.']],
  );
  assert.deepEqual(
    (await read(id)).map(({ speaker_name }) => speaker_name),
    ['Eva', 'Eva'],
  );
  assert.equal((await own('GET', `/v1/users/people/${ivo}`)).status, 404);
});

test('a person who is deleted during a merge is not found, and the merge changes nothing', async () => {
  const add = async (name: string) => (await own('POST', '/v1/users/people', { name })).body.id;
  const [rita, nuno] = [await add('Rita'), await add('Nuno')];
  const id = await talk([0, 'Good morning.']);
  await own(
    'PATCH',
    `/v1/conversations/${id}/assign-speaker/0?assign_type=person_id&value=${nuno}`,
  );
  const { db } = service.service.parts;
  // Another request deletes the person between two statements.
  await sql`CREATE FUNCTION keep_person() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER keep_person BEFORE DELETE ON people
    FOR EACH ROW EXECUTE FUNCTION keep_person()`.execute(db);
  const merge = () => own('POST', `/v1/users/people/${rita}/merge`, { other_person_id: nuno });
  try {
    assert.equal((await merge()).status, 404);
  } finally {
    await sql`DROP TRIGGER keep_person ON people`.execute(db);
  }
  assert.equal((await read(id))[0].speaker_name, 'Nuno');
  assert.equal((await merge()).status, 200);
  assert.equal((await read(id))[0].speaker_name, 'Rita');
});
