// Long: each move starts services.
/** The data moves from the embedded database to a server and back, and stays equal. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase, startPostgres } from '../../testing/postgres.ts';
import type { PostgresServer } from '../../testing/postgres.ts';
import { runCommand, runUntil, spawnService } from '../../testing/service-process.ts';
import { copyTemplate, OWNER, removeFolder, temporaryFolder } from '../../testing/template.ts';
import { listedIn } from '../../testing/archives.ts';

let server: PostgresServer;
let folder: string;
let archives: string;
before(async () => {
  server = await startPostgres();
  folder = copyTemplate('owned');
  archives = temporaryFolder();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  [folder, archives].forEach(removeFolder);
});

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function hasTable(url: string, name: string): Promise<boolean> {
  const [row] = await query(url, `SELECT to_regclass('${name}') IS NOT NULL AS has`);
  return row.has;
}

/** Makes copying a row of the table again an error. */
const refuseCopies = (table: string) => `
  CREATE FUNCTION moving.refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'copied twice'; END $$;
  CREATE TRIGGER refuse BEFORE INSERT ON ${table} EXECUTE FUNCTION moving.refuse()`;

async function backupTo(name: string, environment: Record<string, string> = {}) {
  const path = join(archives, name);
  const { code, output } = await runCommand(['backup', path], { folder, environment });
  assert.equal(code, 0, output);
  const listed = await listedIn(readFileSync(path));
  return { path, rows: listed.filter(({ name }) => /^tables|^sequences/.test(name)) };
}

test('embedded, server and embedded again have equal rows', { timeout: 180_000 }, async () => {
  await using database = await createTestDatabase(server.url, 'empty');
  const DATABASE_URL = database.url;
  const move = (to: string, environment: Record<string, string> = {}) =>
    runCommand(['move', '--to', to], { folder, environment });
  {
    await using service = await spawnService({ folder });
    const owner = await ApiUser.signIn(service.url, OWNER);
    const key = await owner.key(['memories:write', 'conversations:write', 'action_items:write']);
    for (let index = 0; index < 30; index += 1) {
      const content = `"${index}" \\ \n\t € 日本 ${'x'.repeat(index * 15)}`;
      const memory = await key.call('POST', '/v1/dev/user/memories', { content });
      assert.equal(memory.status, 200, JSON.stringify(memory.body));
      const task = { description: `Call ${index}` };
      assert.equal((await key.call('POST', '/v1/dev/user/action-items', task)).status, 200);
    }
    // The job of this conversation is probably still waiting when the service is killed.
    await key.call('POST', '/v1/dev/user/conversations', { text: 'I live in Porto. '.repeat(40) });
    assert.match((await move(DATABASE_URL)).output, /service is running\. Stop it first/);
  }
  let embedded = (await backupTo('embedded.tar.gz')).rows;
  assert.ok(embedded.find(({ name }) => name.startsWith('tables/memories/'))!.rows! >= 30);
  assert.match((await move('embedded')).output, /in the embedded database already/);

  // Killed while it copies: some tables were copied, and wait beside the empty ones.
  const isCopying = () => eventually('a copy', () => hasTable(DATABASE_URL, 'moving.memories'));
  const killed = await runUntil(['move', '--to', DATABASE_URL], { folder }, isCopying);
  assert.equal(killed.code, null, killed.output);
  assert.deepEqual(await query(DATABASE_URL, 'SELECT FROM users'), []);
  await query(DATABASE_URL, refuseCopies('moving.credentials'));
  {
    // Used in between, so that some copied rows are out of date.
    await using service = await spawnService({ folder });
    const owner = await ApiUser.signIn(service.url, OWNER);
    const [{ id }] = (await owner.call('GET', '/v3/memories?sort=created_asc&limit=1')).body;
    const changed = await owner.call('PATCH', `/v3/memories/${id}`, { content: 'New' });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
  }
  embedded = (await backupTo('changed.tar.gz')).rows;
  const moved = await move(DATABASE_URL);
  assert.equal(moved.code, 0, moved.output);
  assert.match(moved.output, /all counts and checksums are equal/);
  const environment = { DATABASE_URL };
  const onServer = await backupTo('server.tar.gz', environment);
  assert.deepEqual(onServer.rows, embedded);

  // The archive of a server fits into another one, but not into two restores at once.
  await using other = await createTestDatabase(server.url, 'empty');
  const restoreTo = async (url: string) => {
    const target = temporaryFolder();
    const options = { folder: target, environment: { DATABASE_URL: url } };
    const result = await runCommand(['restore', onServer.path], options);
    removeFolder(target);
    return result;
  };
  const both = await Promise.all([restoreTo(other.url), restoreTo(other.url)]);
  assert.deepEqual(both.map(({ code }) => code).toSorted(), [0, 1]);
  const refused = both.find(({ code }) => code === 1)!.output;
  assert.match(refused, /Another restore into this database|is not empty/);
  assert.match((await restoreTo(DATABASE_URL)).output, /is not empty, so nothing was restored/);

  assert.match((await move(DATABASE_URL)).output, /There is no embedded database in/);
  const back = await move('embedded', environment);
  assert.equal(back.code, 0, back.output);
  const again = (await backupTo('again.tar.gz')).rows;
  assert.deepEqual(again, embedded);

  await using service = await spawnService({ folder });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const key = await owner.key(['memories:read', 'memories:write']);
  const made = await key.call('POST', '/v1/dev/user/memories', { content: 'Continues' });
  assert.equal(made.status, 200);
});

test('a service on the server keeps its data from being moved', async () => {
  await using database = await createTestDatabase(server.url, 'empty');
  const environment = {
    DATABASE_URL: database.url,
    SVC_SECRET: 'a secret of a service of the test',
  };
  const elsewhere = temporaryFolder();
  const here = temporaryFolder();
  {
    await using _service = await spawnService({ folder: elsewhere, environment });
    const { code, output } = await runCommand(['move', '--to', 'embedded'], {
      folder: here,
      environment,
    });
    assert.equal(code, 1);
    assert.match(output, /\d+ other connections use the database/);
  }
  [elsewhere, here].forEach(removeFolder);
});
