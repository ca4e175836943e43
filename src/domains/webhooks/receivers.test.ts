// Both databases: the version before may run while this one upgrades the store.
/** Tests the migration that makes receivers of the older webhooks, and the version before on its result. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { openDatabase } from '../../storage/database.ts';
import type { Database } from '../../storage/database.ts';
import { migrate, MIGRATIONS } from '../../storage/migrations.ts';
import { asUser, raiseWalls } from '../../storage/walls.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const stack = new AsyncDisposableStack();
let database: Database;

/** The statements are those of the version before. */
const ADD_ROWS = `
  INSERT INTO users (id, email, name) VALUES ('ana', 'ana@example.org', 'Ana'), ('bo', 'bo@example.org', 'Bo');
  INSERT INTO webhooks (user_id, type, url, seconds, enabled, enabled_at, last_event_id) VALUES
    ('ana', 'memory_created', 'https://ana.example/', 5, true, '2026-03-01', 7),
    ('ana', 'audio_bytes', 'https://ana.example/sound', 2, false, '2026-03-02', 8),
    ('bo', 'memory_created', 'https://bo.example/', 5, true, '2026-03-03', 9);
  INSERT INTO webhook_deliveries
    (user_id, id, type, event_id, payload, body, status, attempts, next_attempt_at, created_at) VALUES
    ('ana', '01990000-0000-7000-8000-000000000001', 'memory_created', 11, '{"conversation_id": "c1"}', NULL,
     'pending', 3, '2026-03-05', '2026-03-04'),
    ('ana', '01990000-0000-7000-8000-000000000002', 'audio_bytes', NULL, '{}', '\\x0102',
     'pending', 0, '2026-03-05', '2026-03-04'),
    ('bo', '01990000-0000-7000-8000-000000000003', 'memory_created', 12, '{}', NULL,
     'delivered', 1, '2026-03-05', '2026-03-04');
`;

const all = async (query: string) => {
  const { rows } = await sql.raw<Record<string, unknown>>(query).execute(database.db);
  return rows;
};
const FORMER = MIGRATIONS.filter(({ number }) => number < 74);

before(async () => {
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  const empty = serverUrl ? stack.use(await createTestDatabase(serverUrl, 'empty')) : null;
  database = stack.use(await openDatabase({ url: empty?.url, folder, log: silentLog }));
  await migrate({ database, log: silentLog, migrations: FORMER });
  await database.script(ADD_ROWS);
});
after(() => stack.disposeAsync());

test('older webhooks and their waiting deliveries move, and lose nothing', async () => {
  const webhooks = 'SELECT * FROM webhooks ORDER BY user_id, type';
  const deliveries = 'SELECT * FROM webhook_deliveries ORDER BY id';
  const earlier = [await all(webhooks), await all(deliveries)];
  await migrate({ database, log: silentLog });
  assert.deepEqual([await all(webhooks), await all(deliveries)], earlier);
  assert.deepEqual(
    await all('SELECT user_id, format, type, url, enabled FROM receivers ORDER BY user_id, type'),
    earlier[0]!.map(({ user_id, type, url, enabled }) => {
      return { user_id, format: 'reference', type, url, enabled };
    }),
  );
  const [waiting] = await all(`
    SELECT r.url, d.attempts, d.format FROM deliveries AS d
    JOIN receivers AS r ON r.user_id = d.user_id AND r.id = d.endpoint_id
    WHERE d.id = '01990000-0000-7000-8000-000000000001'`);
  assert.deepEqual(waiting, { url: 'https://ana.example/', attempts: 3, format: 'reference' });
});

test('the version before adds and changes rows under the names that it knows', async () => {
  await all(`
    INSERT INTO webhooks AS here (user_id, type, url, seconds, enabled, enabled_at, last_event_id)
    SELECT 'bo', type, 'https://bo.example/new', 9, true, now(), 20
    FROM unnest(ARRAY['memory_created', 'audio_bytes']) AS new (type)
    ON CONFLICT (user_id, type) DO UPDATE SET url = excluded.url, seconds = excluded.seconds`);
  assert.deepEqual(
    await all("SELECT type, url, seconds FROM receivers WHERE user_id = 'bo' ORDER BY type"),
    ['audio_bytes', 'memory_created'].map((type) => {
      return { type, url: 'https://bo.example/new', seconds: 9 };
    }),
  );
  const plan = `
    INSERT INTO webhook_deliveries (user_id, id, type, event_id, next_attempt_at, created_at)
    VALUES ('bo', gen_random_uuid(), 'memory_created', 12, now(), now())
    ON CONFLICT DO NOTHING RETURNING id`;
  assert.deepEqual(await all(plan), [], 'the event has its delivery already');
  assert.equal((await all(plan.replace('12', '13'))).length, 1);
  const [planned] = await all(`
    SELECT d.status, d.attempts, r.type FROM deliveries AS d
    JOIN receivers AS r ON r.user_id = d.user_id AND r.id = d.endpoint_id WHERE event_id = 13`);
  assert.deepEqual(planned, { status: 'pending', attempts: 0, type: 'memory_created' });
  // It sees no older webhook among its endpoints, and so sends nothing twice.
  assert.deepEqual(await all('SELECT id FROM webhook_endpoints'), []);
  assert.deepEqual(await all('SELECT id FROM endpoint_deliveries'), []);
});

test('users see only their own rows by the former names', async () => {
  await raiseWalls(database.db);
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM webhooks UNION SELECT user_id FROM webhook_deliveries
  `.execute(asUser(database.db, 'ana'));
  assert.deepEqual(rows, [{ user_id: 'ana' }]);
});
