import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const DEV = '/v1/dev/user/people';
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

test('an app adds, reads, renames and deletes a person', async () => {
  const made = await own('POST', OWN, { name: '  Ana Lima ' });
  assert.equal(made.status, 200);
  const { id, created_at, updated_at, ...rest } = made.body;
  assert.deepEqual(rest, {
    name: 'Ana Lima',
    speech_samples: [],
    speech_sample_transcripts: [],
    speech_samples_version: 1,
    voice_seconds: 0,
  });
  assert.equal(created_at, updated_at);
  const one = await own('GET', `${OWN}/${id}?include_speech_samples=true`);
  assert.deepEqual(one.body, made.body);
  const listed = await own('GET', `${OWN}?include_speech_samples=true`);
  assert.ok(listed.body.some((person: Json) => person.id === id));
  const renamed = await own('PATCH', `${OWN}/${id}/name?value=ANA%20LIMA`);
  assert.deepEqual(renamed.body, { status: 'ok' }, 'its own name in other capitals is free');
  assert.equal((await own('GET', `${OWN}/${id}`)).body.name, 'ANA LIMA');
  const gone = await own('DELETE', `${OWN}/${id}`);
  assert.deepEqual([gone.status, gone.body], [204, null]);
  assert.equal((await own('DELETE', `${OWN}/${id}`)).status, 404);
});

test('a program with scopes does the same, and pages through people', async () => {
  await using fresh = await startService();
  const program = await fresh.owner.key(['conversations:read', 'conversations:write']);
  assert.deepEqual((await program.call('GET', DEV)).body, []);
  const ids: string[] = [];
  for (const name of ['Ana', 'Rui', 'Eva']) {
    ids.push((await program.call('POST', DEV, { name })).body.id);
  }
  const first = await program.call('GET', `${DEV}?limit=2`);
  const cursor = first.headers.get('x-next-cursor');
  await program.call('DELETE', `${DEV}/${ids[0]}`);
  const second = await program.call('GET', `${DEV}?limit=2&cursor=${cursor}`);
  const names = [...first.body, ...second.body].map(({ name }: Json) => name);
  assert.deepEqual(names, ['Ana', 'Rui', 'Eva']);
  const renamed = await program.call('PATCH', `${DEV}/${ids[1]}`, { name: 'Rui M.' });
  assert.equal(renamed.body.name, 'Rui M.');
  assert.deepEqual((await program.call('GET', `${DEV}/${ids[1]}`)).body, renamed.body);
  assert.deepEqual((await program.call('DELETE', `${DEV}/${ids[1]}`)).body, { success: true });
});

test('names have 2 to 40 visible characters', async () => {
  const family = '👨‍👩‍👧‍👦';
  for (const name of ['Jo', family.repeat(2), family.repeat(40), 'x'.repeat(40)]) {
    assert.equal((await own('POST', OWN, { name })).status, 200, name);
  }
  for (const name of ['A', ' A  ', '   ', family, family.repeat(41), 'y'.repeat(41)]) {
    const { status, body } = await own('POST', OWN, { name });
    assert.equal(status, 422, name);
    assert.match(body.detail[0].msg, /at (least 2|most 40) characters/);
    assert.deepEqual(body.detail[0].loc, ['body', 'name']);
  }
  const { id } = await add('Long enough');
  const short = await own('PATCH', `${OWN}/${id}/name?value=x`);
  assert.deepEqual([short.status, short.body.detail[0].loc], [422, ['query', 'value']]);
});

test('names of people are unique, even in simultaneous requests, and the error names the existing person', async () => {
  const same = ['Zoë', 'ZOË', ' zoë ', 'Zoe\u0308'];
  const answers = await Promise.all(same.map((name) => own('POST', OWN, { name })));
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 1);
  const { id, name } = made[0]!.body;
  const again = await key.call('POST', DEV, { name: 'zOË' });
  assert.deepEqual(
    [again.status, again.body.detail],
    [409, `A person named '${name}' already exists (${id}).`],
  );
  const other = await add('Ivo');
  const taken = await own('PATCH', `${OWN}/${other.id}/name?value=zo%C3%AB`);
  assert.deepEqual([taken.status, taken.body], [409, again.body]);
});

test('malformed, unknown and foreign ids of people get the same 404', async () => {
  for (const id of ['nonsense', crypto.randomUUID(), await foreignPerson()]) {
    for (const [method, path] of [
      ['GET', `${OWN}/${id}`],
      ['PATCH', `${OWN}/${id}/name?value=Jo%20Doe`],
      ['DELETE', `${OWN}/${id}`],
    ] as const) {
      const { status, body } = await own(method, path);
      assert.deepEqual([status, body], [404, { detail: 'Person not found' }], `${method} ${path}`);
    }
  }
});

test('segments show the current name of their person, and none after the person is deleted', async () => {
  const person = await add('Benedita');
  const id = await talk(person.id, null);
  const path = `${CONVERSATIONS}/${id}`;
  await key.call('PATCH', path, { discarded: false });
  const everywhere = async () => ({
    own: speakers(await read(id)),
    program: speakers((await key.call('GET', `${path}?include_transcript=true`)).body),
    list: speakers(
      (await key.call('GET', `${CONVERSATIONS}?include_transcript=true`)).body.find(
        (each: Json) => each.id === id,
      ),
    ),
    transcripts: Object.values<Json>(
      (await own('GET', `/v1/conversations/${id}/transcripts`)).body,
    ).flatMap((list) => speakers({ transcript_segments: list })),
    export: (await exported(`${path}/transcript?format=txt`)).match(/(?<=\] )[^:]+/g),
  });
  const all = (...names: string[]) => ({
    own: names,
    program: names,
    list: names,
    transcripts: names,
    export: names,
  });
  assert.deepEqual(await everywhere(), all('Benedita', 'Speaker 1'));
  await own('PATCH', `${OWN}/${person.id}/name?value=Bene`);
  assert.deepEqual(await everywhere(), all('Bene', 'Speaker 1'));
  await own('DELETE', `${OWN}/${person.id}`);
  assert.deepEqual(await everywhere(), all('Speaker 0', 'Speaker 1'));
  assert.equal((await read(id)).transcript_segments[0].person_id, null);
});

async function exported(path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key.key}` };
  return (await fetch(new URL(path, service.url), { headers })).text();
}

test('segments with unknown people are refused with their index, and nothing is created', async () => {
  const person = await add('Catarina');
  const foreign = await foreignPerson();
  const before = (await own('GET', '/v1/conversations/count')).body.count;
  const given = segments(person.id, crypto.randomUUID(), null, foreign);
  given[2]!.text = ' ';
  const body = { transcript_segments: given };
  const refused = await key.call('POST', `${CONVERSATIONS}/from-segments`, body);
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.body.detail.map(({ loc, msg }: Json) => [...loc, msg].join(' ')),
    [
      'body transcript_segments 1 person_id Segment 1: Person not found',
      'body transcript_segments 2 text Segment 2: text cannot be empty',
      'body transcript_segments 3 person_id Segment 3: Person not found',
    ],
  );
  assert.equal((await own('GET', '/v1/conversations/count')).body.count, before);
});

test('a name that another person gets meanwhile is refused', async () => {
  const { id } = await add('Tiago');
  const { db } = service.service.parts;
  // Another request adds the person between two statements.
  await sql`CREATE FUNCTION add_person() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO people (user_id, id, name, name_key, created_at, updated_at)
      VALUES (NEW.user_id, gen_random_uuid(), NEW.name, NEW.name_key, now(), now());
      RETURN NEW;
    END $$`.execute(db);
  await sql`CREATE TRIGGER add_person BEFORE UPDATE ON people
    FOR EACH ROW EXECUTE FUNCTION add_person()`.execute(db);
  const rename = () => own('PATCH', `${OWN}/${id}/name?value=Tomas`);
  try {
    const { status, body } = await rename();
    assert.equal(status, 409, JSON.stringify(body));
  } finally {
    await sql`DROP TRIGGER add_person ON people`.execute(db);
  }
  assert.ok((await rename()).status < 300);
});
