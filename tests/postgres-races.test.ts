// One database: the embedded one has one session.
/**
 * Statements that wait for a lock must see the rows that were committed in the meantime (decision
 * 7).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import type { ApiUser } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { startService } from '../src/testing/start-service.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const options = { skip: serverUrl ? false : 'the embedded database has one session' };

test('words that another process commits while a recording ends are kept', options, async () => {
  await using race = await startRace();
  const { owner, rival } = race;
  await using listener = await Listener.open(owner.url, {
    token: owner.token,
    uid: owner.id,
    custom_stt: 'enabled',
  });
  const { conversation_id } = await listener.event('conversation_session');

  await rival.query('BEGIN');
  await rival.query(
    'UPDATE conversations SET last_heard_at = now(), started_at = now() WHERE id = $1',
    [conversation_id],
  );
  await rival.query(
    `INSERT INTO segments (user_id, conversation_id, id, text, start_seconds, end_seconds)
     VALUES ($1, $2, gen_random_uuid(), 'I work as a nurse in Porto.', 0, 2)`,
    [owner.id, conversation_id],
  );
  const ended = owner.call('POST', '/v1/conversations', {});
  await race.untilSomebodyWaits();
  await rival.query('COMMIT');

  const { conversation } = (await ended).body;
  assert.equal(conversation.id, conversation_id);
  assert.equal(conversation.transcript_segments[0].text, 'I work as a nurse in Porto.');
});

test('a recording that is resent during its deletion stays deleted', options, async () => {
  await using race = await startRace();
  const { owner, rival } = race;
  const key = await owner.key(['conversations:read', 'conversations:write']);
  const body = {
    client_session_id: 'recorder-7',
    transcript_segments: [{ text: 'I work as a nurse in Porto.', start: 0, end: 2 }],
  };
  const send = () => key.call('POST', '/v1/dev/user/conversations/from-segments', body);
  const { id } = (await send()).body;

  await rival.query('BEGIN');
  await rival.query('SELECT FROM segments WHERE conversation_id = $1 FOR UPDATE', [id]);
  const deleted = key.call('DELETE', `/v1/dev/user/conversations/${id}`);
  await race.untilSomebodyWaits();
  const again = send();
  await race.untilSomebodyWaits(2);
  await rival.query('COMMIT');

  assert.equal((await deleted).status, 200);
  assert.deepEqual((await again).body, { id, status: 'deleted', discarded: true });
});

test(
  'a file is kept if a new message lists it while its last message is deleted',
  options,
  async () => {
    await using race = await startRace();
    const { owner, rival } = race;
    const form = new FormData();
    form.append('files', new Blob(['The soup is leek.'], { type: 'text/plain' }), 'menu.txt');
    const [{ id }] = (await owner.call('POST', '/v2/files', form)).body;
    await owner.call('POST', '/v2/messages', { text: 'Which soup is it?', file_ids: [id] });

    await rival.query('BEGIN');
    await rival.query('SELECT FROM chat_files WHERE id = $1 FOR KEY SHARE', [id]);
    await rival.query(
      `INSERT INTO chat_messages (user_id, id, sender, text, file_ids, app_id, created_at)
     VALUES ($1, gen_random_uuid(), 'human', 'And the bread?', ARRAY[$2], 'other-app', now())`,
      [owner.id, id],
    );
    const cleared = owner.call('DELETE', '/v2/messages');
    await race.untilSomebodyWaits();
    await rival.query('COMMIT');

    assert.equal((await cleared).status, 200);
    const { rows } = await rival.query('SELECT id FROM chat_files');
    assert.deepEqual(rows, [{ id }]);
  },
);

test('an edit that is committed during a merge is kept', options, async () => {
  await using race = await startRace();
  const { owner, rival } = race;
  const key = await owner.key(['conversations:read', 'conversations:write']);
  const ids: string[] = [];
  for (const text of ['I work as a nurse in Porto.', 'My sister Ana lives in Braga.']) {
    const transcript_segments = [{ text, start: 0, end: 2 }];
    const path = '/v1/dev/user/conversations/from-segments';
    ids.push((await key.call('POST', path, { transcript_segments })).body.id);
  }
  await race.untilProcessed(ids);

  await rival.query('BEGIN');
  await rival.query('UPDATE segments SET text = $2 WHERE conversation_id = $1', [
    ids[0],
    'I work as a nurse in Lisbon.',
  ]);
  const merged = owner.call('POST', '/v1/conversations/merge', { conversation_ids: ids });
  await race.untilSomebodyWaits();
  await rival.query('COMMIT');

  const { conversation } = (await merged).body;
  assert.equal(conversation.transcript_segments[0].text, 'I work as a nurse in Lisbon.');
});

test(
  'a conversation can be deleted while another transaction locks it first',
  options,
  async () => {
    await using race = await startRace();
    const { owner, rival } = race;
    const key = await owner.key(['conversations:write', 'action_items:read']);
    const path = '/v1/dev/user/conversations';
    const transcript_segments = [{ text: 'I need to renew my passport.', start: 0, end: 2 }];
    const { id } = (await key.call('POST', `${path}/from-segments`, { transcript_segments })).body;
    await race.untilProcessed([id]);

    // A merge and the end of processing in either order.
    await rival.query('BEGIN');
    await rival.query('SELECT FROM conversations WHERE id = $1 FOR UPDATE', [id]);
    const deleted = owner.call('DELETE', `/v1/conversations/${id}?cascade=true`);
    await race.untilSomebodyWaits();
    const changed = await rival.query(
      'UPDATE action_items SET updated_at = now() WHERE conversation_id = $1',
      [id],
    );
    await rival.query('COMMIT');

    assert.equal(changed.rowCount, 1);
    assert.equal((await deleted).status, 200);
  },
);

interface Race extends AsyncDisposable {
  owner: ApiUser;
  /** Another session of the same database. */
  rival: pg.Client;
  /** Resolves when this many statements wait for a lock. */
  untilSomebodyWaits(count?: number): Promise<void>;
  untilProcessed(ids: readonly string[]): Promise<void>;
}

async function startRace(): Promise<Race> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createTestDatabase(serverUrl!));
  const { owner } = stack.use(await startService({ environment: { DATABASE_URL: url } }));
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    stack.defer(() => client.end());
    return client;
  };
  const [rival, observer] = [await connect(), await connect()];
  const until = async (condition: string, values: unknown[]) => {
    for (;;) {
      const { rows } = await observer.query(`SELECT ${condition} AS holds`, values);
      if (rows[0].holds) return;
      await turn();
    }
  };
  const owned = stack.move();
  return {
    owner,
    rival,
    untilSomebodyWaits: (count = 1) =>
      until(
        `(SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock') >= $1`,
        [count],
      ),
    untilProcessed: (ids) =>
      until(
        `NOT EXISTS (SELECT FROM conversations WHERE id = ANY ($1) AND status <> 'completed')`,
        [ids],
      ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
