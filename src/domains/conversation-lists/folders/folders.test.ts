import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Context } from '../../../kit/context.ts';
import { request } from '../../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../../testing/clients/api-user.ts';
import { untilProcessed } from '../../conversations/conversation-lookup.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const DEV = '/v1/dev/user/folders';
const OWN = '/v1/folders';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['conversations:read', 'conversations:write']);
});
after(() => service[Symbol.asyncDispose]());

const own = (method: string, path: string, body?: unknown) =>
  service.owner.call(method, path, body);
const create = async (name: string, more = {}): Promise<Json> =>
  (await key.call('POST', DEV, { name, ...more })).body;
const names = (folders: Json[]) => folders.map(({ name }) => name);
/** Makes a conversation and waits until it is understood. */
const talk = async (
  text = 'My knee hurts, and the doctor gave me new tablets for my blood pressure.',
): Promise<string> => {
  const { id } = (await key.call('POST', '/v1/dev/user/conversations', { text })).body;
  const context = { ...service.service.parts, actor: { kind: 'job', user_id: service.owner.id } };
  assert.ok(await untilProcessed(context as Context, id, 60_000));
  return id;
};
const file = (id: string, folder_id: string | null) =>
  own('PATCH', `/v1/conversations/${id}/folder`, { folder_id });
const read = async (id: string): Promise<Json> =>
  (await own('GET', `/v1/conversations/${id}`)).body;

/** A folder of another user. */
async function foreignFolder(): Promise<string> {
  const { db } = service.service.parts;
  const [user_id, id, now] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await db
    .insertInto('users')
    .values({ id: user_id, email: `${user_id}@example.org`, name: 'Rui' })
    .execute();
  await db
    .insertInto('folders')
    .values({
      user_id,
      id,
      name: 'Secret',
      name_key: Buffer.from('secret'),
      color: '#000000',
      icon: 'lock',
      order: 0,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

test("a program's read creates no folders, and an app's first read creates the system folders once", async () => {
  await using fresh = await startService();
  const program = await fresh.owner.key(['conversations:read']);
  assert.deepEqual((await program.call('GET', DEV)).body, []);
  const looks = await Promise.all(Array.from({ length: 6 }, () => fresh.owner.call('GET', OWN)));
  for (const { body } of looks) assert.deepEqual(names(body), ['Work', 'Personal', 'Social']);
  assert.equal(new Set(looks.flatMap(({ body }) => body.map(({ id }: Json) => id))).size, 3);
  const listed = (await program.call('GET', DEV)).body;
  assert.deepEqual(Object.keys(listed[0]).toSorted(), [
    'color',
    'conversation_count',
    'created_at',
    'description',
    'icon',
    'id',
    'is_default',
    'is_system',
    'name',
    'order',
    'updated_at',
  ]);
  const told = listed.map(({ is_system, is_default, order }: Json) => [
    is_system,
    is_default,
    order,
  ]);
  assert.deepEqual(told, [
    [true, false, 0],
    [true, true, 1],
    [true, false, 2],
  ]);
});

test('a program creates, reads, changes and deletes a folder', async () => {
  const made = await create('  Holidays ', { description: 'By the sea' });
  assert.deepEqual(
    [made.name, made.description, made.color, made.icon, made.conversation_count],
    ['Holidays', 'By the sea', '#6B7280', 'folder', 0],
  );
  const one = `${DEV}/${made.id}`;
  assert.deepEqual((await key.call('GET', one)).body, made);
  const change = { name: 'holidays', description: null, color: '#ff0000', icon: '🏖️', order: 7 };
  const changed = (await key.call('PATCH', one, change)).body;
  assert.deepEqual({ ...changed, ...change }, changed, 'its own name in other capitals is free');
  assert.ok(changed.updated_at > made.updated_at);
  assert.equal((await key.call('PATCH', one, {})).status, 422);
  assert.deepEqual((await key.call('DELETE', one)).body, { success: true });
  const gone = await key.call('GET', one);
  assert.deepEqual([gone.status, gone.body], [404, { detail: 'Folder not found' }]);
});

test('folder names are unique without regard to case and spaces, even in simultaneous requests', async () => {
  const attempts = ['Garden', 'GARDEN', ' garden', 'gar\u0064en', 'Garden '];
  const answers = await Promise.all(attempts.map((name) => key.call('POST', DEV, { name })));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, 409, 409, 409, 409]);
  const { id } = await create('Água');
  const taken = await key.call('PATCH', `${DEV}/${id}`, { name: 'gARDEN' });
  assert.equal(taken.status, 409);
  assert.match(taken.body.detail, /A folder named 'gARDEN' already exists/);
  assert.equal((await key.call('POST', DEV, { name: 'ÁGUA' })).status, 409);
});

test('all problems of a bad folder are reported together', async () => {
  const { status, body } = await key.call('POST', DEV, {
    name: '  ',
    description: 'x'.repeat(501),
    color: 'grey',
    icon: '',
    category_mapping: 'gossip',
    owner: 'me',
  });
  assert.equal(status, 422);
  const places = body.detail.map(({ loc }: Json) => loc.join('.'));
  assert.deepEqual(places.toSorted(), [
    'body.category_mapping',
    'body.color',
    'body.description',
    'body.icon',
    'body.name',
    'body.owner',
  ]);
  assert.equal((await key.call('POST', DEV, { name: '👨‍👩‍👧‍👦'.repeat(100) })).status, 200);
});

test('system folders cannot be renamed or deleted, but their appearance can change', async () => {
  const work = (await own('GET', OWN)).body.find(({ name }: Json) => name === 'Work');
  for (const [method, body] of [['DELETE'], ['PATCH', { name: 'Toil' }]] as const) {
    const { status, body: answer } = await own(method, `${OWN}/${work.id}`, body);
    assert.equal(status, 400);
    assert.match(answer.detail, /^System folders cannot be/);
  }
  const painted = await own('PATCH', `${OWN}/${work.id}`, { name: 'Work', color: '#123456' });
  assert.equal(painted.body.color, '#123456');
});

test('a user may create 50 folders, even with simultaneous requests', async () => {
  await using fresh = await startService();
  await fresh.owner.call('GET', OWN);
  const answers = await Promise.all(
    Array.from({ length: 53 }, (_, index) =>
      fresh.owner.call('POST', OWN, { name: `Folder ${index}` }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 400);
  assert.equal(refused.length, 3);
  assert.match(refused[0]!.body.detail, /already have 50 folders/);
  const orders = (await fresh.owner.call('GET', OWN)).body.map(({ order }: Json) => order);
  assert.deepEqual(
    orders,
    Array.from({ length: 53 }, (_, index) => index),
  );
});

test('folders are reordered, and the omitted ones keep their order', async () => {
  await using fresh = await startService();
  const reorder = (folder_ids: string[]) =>
    fresh.owner.call('POST', `${OWN}/reorder`, { folder_ids });
  const [work, personal, social] = (await fresh.owner.call('GET', OWN)).body;
  assert.deepEqual((await reorder([social.id])).body, { status: 'ok' });
  const listed = async () => names((await fresh.owner.call('GET', OWN)).body);
  assert.deepEqual(await listed(), ['Social', 'Work', 'Personal']);
  const unknown = await reorder([personal.id, crypto.randomUUID(), work.id, 'nonsense']);
  assert.equal(unknown.status, 422);
  assert.deepEqual(
    unknown.body.detail.map(({ loc }: Json) => loc),
    [
      ['body', 'folder_ids', 1],
      ['body', 'folder_ids', 3],
    ],
  );
  assert.deepEqual(await listed(), ['Social', 'Work', 'Personal']);
  assert.equal((await reorder([])).status, 422);
});

test('a conversation is moved into a folder, listed there, counted and removed', async () => {
  const { id: folder_id } = await create('Hospital');
  const id = await talk();
  const dev = await key.call('PATCH', `/v1/dev/user/conversations/${id}/folder`, { folder_id });
  assert.deepEqual(dev.body, { status: 'ok' });
  const conversation = (await key.call('GET', `/v1/dev/user/conversations/${id}`)).body;
  assert.deepEqual([conversation.folder_id, conversation.folder_name], [folder_id, 'Hospital']);
  const paths = [`/v1/conversations?folder_id=${folder_id}`, `${OWN}/${folder_id}/conversations`];
  for (const path of paths) {
    const { body } = await own('GET', path);
    assert.deepEqual(
      body.map((each: Json) => [each.id, each.folder_name]),
      [[id, 'Hospital']],
      path,
    );
  }
  const listed = await key.call('GET', `/v1/dev/user/conversations?folder_id=${folder_id}`);
  assert.deepEqual([listed.body.length, listed.body[0].folder_name], [1, 'Hospital']);
  const count = await own('GET', `/v1/conversations/count?folder_id=${folder_id}`);
  assert.deepEqual(count.body, { count: 1 });
  const counted = async () =>
    (await key.call('GET', `${DEV}/${folder_id}`)).body.conversation_count;
  assert.equal(await counted(), 1);
  const renamed = await key.call('PATCH', `/v1/dev/user/conversations/${id}`, { title: 'Shift' });
  assert.equal(renamed.body.folder_name, 'Hospital');
  await key.call('PATCH', `/v1/dev/user/conversations/${id}`, { discarded: true });
  assert.equal(await counted(), 0, 'what is discarded does not count');

  assert.deepEqual((await file(id, null)).body, { status: 'ok' });
  const { folder_id: none, folder_name } = await read(id);
  assert.deepEqual([none, folder_name], [null, null]);
  for (const folder of ['nonsense', crypto.randomUUID(), await foreignFolder()]) {
    const { status, body } = await file(id, folder);
    assert.deepEqual([status, body], [404, { detail: 'Folder not found' }]);
  }
  assert.equal((await file(crypto.randomUUID(), folder_id)).body.detail, 'Conversation not found');
});

test('many conversations are moved at once, all or none', async () => {
  const { id: folder_id } = await create('Archive');
  const ids = [await talk(), await talk()];
  const move = (conversation_ids: string[]) =>
    own('POST', `${OWN}/${folder_id}/conversations/bulk-move`, { conversation_ids });
  const bad = await move([ids[0]!, 'nonsense', ids[1]!, crypto.randomUUID()]);
  assert.equal(bad.status, 422);
  assert.deepEqual(
    bad.body.detail.map(({ loc, msg }: Json) => [...loc, msg]),
    [
      ['body', 'conversation_ids', 1, 'Conversation not found'],
      ['body', 'conversation_ids', 3, 'Conversation not found'],
    ],
  );
  assert.equal((await read(ids[0]!)).folder_id, null);
  const moved = await move([...ids, ids[0]!.toUpperCase()]);
  assert.deepEqual(moved.body, { status: 'ok', moved_count: 2 });
  assert.equal((await read(ids[1]!)).folder_name, 'Archive');
  assert.equal((await move(Array.from({ length: 101 }, () => ids[0]!))).status, 422);
});

test('conversations of a deleted folder move to the given folder, the default folder or none', async () => {
  await using fresh = await startService();
  const { owner } = fresh;
  const program = await owner.key(['conversations:read', 'conversations:write']);
  const make = async (name: string) => (await owner.call('POST', OWN, { name })).body.id;
  const folderOf = async (id: string) =>
    (await owner.call('GET', `/v1/conversations/${id}`)).body.folder_name;
  const text = 'I need to call the bank tomorrow.';
  const { id } = (await program.call('POST', '/v1/dev/user/conversations', { text })).body;
  const put = (folder_id: string) =>
    owner.call('PATCH', `/v1/conversations/${id}/folder`, { folder_id });
  const [first, second, third] = [await make('First'), await make('Second'), await make('Third')];

  await put(first);
  for (const wrong of ['nonsense', crypto.randomUUID(), first]) {
    const { status } = await owner.call('DELETE', `${OWN}/${first}?move_to_folder_id=${wrong}`);
    assert.equal(status, wrong === first ? 422 : 404);
  }
  assert.equal(await folderOf(id), 'First');
  const deleted = await owner.call('DELETE', `${OWN}/${first}?move_to_folder_id=${second}`);
  assert.deepEqual([deleted.status, deleted.body], [204, null]);
  assert.equal(await folderOf(id), 'Second');
  await owner.call('DELETE', `${OWN}/${second}`);
  assert.equal(await folderOf(id), null, 'there is no default folder yet');
  await put(third);
  await owner.call('GET', OWN);
  await owner.call('DELETE', `${OWN}/${third}`);
  assert.equal(await folderOf(id), 'Personal');
  assert.equal((await owner.call('DELETE', `${OWN}/${third}`)).status, 404);
});

test('a conversation goes into the folder of its category unless it already has a folder', async () => {
  const id = await talk();
  const { structured } = await read(id);
  const { id: mapped } = await create('By itself', { category_mapping: structured.category });
  const second = await talk();
  assert.equal((await read(second)).folder_id, mapped);
  const { id: elsewhere } = await create('Elsewhere');
  await file(second, elsewhere);
  await own('POST', `/v1/conversations/${second}/reprocess`, {});
  assert.equal((await read(second)).folder_name, 'Elsewhere');
  await key.call('DELETE', `${DEV}/${mapped}`);
});

test('a merged conversation is in the first folder of its parts', async () => {
  const { id: folder_id } = await create('Together');
  const ids = [await talk(), await talk()];
  await file(ids[1]!, folder_id);
  const merged = await own('POST', '/v1/conversations/merge', { conversation_ids: ids });
  assert.equal(merged.body.conversation.folder_name, 'Together');
});

test('a shared conversation does not show its folder', async () => {
  const id = await talk();
  await file(id, (await create('Private matters')).id);
  await own('PATCH', `/v1/conversations/${id}/visibility?value=shared`);
  const { body } = await request(service.url, 'GET', `/v1/conversations/${id}/shared`);
  assert.deepEqual([body.folder_id, body.folder_name], [null, null]);
});

test('malformed, unknown and foreign folder ids get the same 404', async () => {
  for (const id of ['nonsense', crypto.randomUUID(), await foreignFolder()]) {
    for (const [method, path, body] of [
      ['GET', `${OWN}/${id}`, undefined],
      ['PATCH', `${OWN}/${id}`, { icon: 'star' }],
      ['DELETE', `${OWN}/${id}`, undefined],
      ['GET', `${OWN}/${id}/conversations`, undefined],
      ['POST', `${OWN}/${id}/conversations/bulk-move`, { conversation_ids: [crypto.randomUUID()] }],
    ] as const) {
      const { status, body: answer } = await own(method, path, body);
      assert.deepEqual(
        [status, answer],
        [404, { detail: 'Folder not found' }],
        `${method} ${path}`,
      );
    }
  }
});

test('when the folder that should take the conversations is deleted meanwhile, nothing is deleted', async () => {
  const [from, to] = [await create('Old'), await create('New')];
  const id = await talk();
  await file(id, from.id);
  const { db } = service.service.parts;
  // Another request deletes the folder between two statements.
  await sql`CREATE FUNCTION delete_folder() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN DELETE FROM folders WHERE id = NEW.folder_id; RETURN NEW; END $$`.execute(db);
  await sql`CREATE TRIGGER delete_folder BEFORE UPDATE ON conversations
    FOR EACH ROW EXECUTE FUNCTION delete_folder()`.execute(db);
  try {
    const path = `${OWN}/${from.id}?move_to_folder_id=${to.id}`;
    const { status, body } = await own('DELETE', path);
    assert.deepEqual([status, body.detail], [404, 'Folder not found']);
  } finally {
    await sql`DROP TRIGGER delete_folder ON conversations`.execute(db);
  }
  assert.equal((await read(id)).folder_id, from.id);
  assert.equal((await own('DELETE', `${OWN}/${from.id}?move_to_folder_id=${to.id}`)).status, 204);
  assert.equal((await read(id)).folder_id, to.id);
});
