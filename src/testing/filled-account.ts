/** Fills an account with a record of every kind, for tests about the borders between accounts. */
import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../storage/database.ts';
import { joinedSound, silence } from '../engines/audio/testing.ts';
import { speak } from '../engines/audio/testing-speech.ts';
import { importInto, zipOf } from './clients/account-archive.ts';
import { request } from './clients/api-user.ts';
import type { ApiUser, Json } from './clients/api-user.ts';
import { Listener } from './clients/listener.ts';
import { addPasskey } from './clients/passkeys.ts';
import { eventually } from './eventually.ts';
import { KEY, startLimitless } from './servers/recorder-servers.ts';

/** The day of the conversation and of its summary. */
export const DAY = '2026-03-02';

/** All records contain the text. */
export async function fillAccount(user: ApiUser, text: string, hookUrl: string): Promise<void> {
  const make = async (path: string, body: object): Promise<Json> => {
    const { status, body: answer } = await user.call('POST', path, body);
    assert.ok(status < 300, `${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  await user.call('PATCH', '/v1/users/me', { name: text });
  const endpoint = await make('/v1/webhooks', { url: hookUrl, types: ['memory.created'] });
  const folder = await make('/v1/folders', { name: text });
  const person = await make('/v1/users/people', { name: text });
  await user.call('PUT', '/v1/users/me/vocabulary', { words: [text] });
  const template = { name: text, prompt: text };
  await make('/v1/summary-templates', template);
  const { id } = await make('/v1/conversations/from-segments', {
    transcript_segments: [
      { text, start: 0, end: 4, is_user: true },
      { text: `${text} It is late.`, start: 5, end: 9, person_id: person.id },
    ],
    started_at: `${DAY}T10:00:00Z`,
  });
  await make('/v1/conversations/from-text', {
    text: `${text} I live in Porto and I work as a nurse. I have to call the bank on Friday.`,
    started_at: `${DAY}T12:00:00Z`,
  });
  await user.call('PATCH', `/v1/conversations/${id}/title`, { title: text });
  await user.call('PATCH', `/v1/conversations/${id}/folder`, { folder_id: folder.id });
  const fact = await make('/v3/memories', { content: text });
  await user.call('PATCH', `/v3/memories/${fact.id}`, { until: DAY });
  await user.call('PATCH', `/v3/memories/${fact.id}`, { until: null });
  await make('/v1/action-items', { description: text });
  const goal = await make('/v1/goals', { title: text });
  await user.call('PATCH', `/v1/goals/${goal.id}/progress`, { current_value: 3 });
  const { id: chat_session_id } = await make('/v2/chat-sessions', { title: text });
  const form = new FormData();
  form.append('files', new Blob([text], { type: 'text/plain' }), 'birds.txt');
  const [file] = await make('/v2/files', form);
  await make('/v2/messages', { text, chat_session_id, file_ids: [file.id] });
  await make(`/v1/users/daily-summaries/${DAY}/refresh`, {});
  for (const family of ['dev', 'mcp', 'device']) {
    await make(`/v1/${family}/keys`, { name: text, ...(family === 'dev' && { scopes: [] }) });
  }
  await addPasskey(user, text);
  await connectRecorder(user, text);
  await subscribeToPush(user);
  // The log of what assistants did.
  const { key: token } = await make('/v1/mcp/keys', { name: text });
  const body = { content: `${text} An assistant wrote this.` };
  const remembered = await request(user.url, 'POST', '/v1/mcp/memories', { token, body });
  assert.equal(remembered.status, 200);
  const nothing: [string, string] = [
    'commonplace.json',
    '{"format":"commonplace-account","version":1}',
  ];
  await importInto(user, await zipOf([nothing]), `${text}.zip`);
  const deliveries = `/v1/webhooks/${endpoint.id}/deliveries?status=delivered`;
  await eventually('a delivery', async () => (await user.call('GET', deliveries)).body.length > 0);
}

/** Adds a question to the user and a decision, for which a reading must be unsure. */
export async function addSuggestion(db: Db, { id }: ApiUser, text: string): Promise<void> {
  const one = sql`(SELECT id FROM conversations WHERE user_id = ${id} ORDER BY id LIMIT 1)`;
  await sql`
    INSERT INTO suggestions (user_id, id, conversation_id, kind, text, confidence, created_at)
    VALUES (${id}, gen_random_uuid(), ${one}, 'task', ${text}, 0.42, now())
  `.execute(db);
  await sql`
    INSERT INTO reading_outcomes (user_id, id, conversation_id, kind, confidence, outcome,
      sentence, created_at)
    VALUES (${id}, gen_random_uuid(), ${one}, 'task', 0.42, 'kept', ${text}, now())
  `.execute(db);
}

/** Records a conversation whose sound is kept. Its words come from the recogniser. */
export async function recordSound(user: ApiUser): Promise<void> {
  await beginRecording(user);
  const { body } = await user.call('POST', '/v1/conversations', {});
  await eventually('the kept sound', async () => {
    const { body: audio } = await user.call(
      'GET',
      `/v1/conversations/${body.conversation.id}/audio`,
    );
    return audio.files.length > 0;
  });
}

/** Speaks into a recording, which stays in progress. */
export async function beginRecording(user: ApiUser): Promise<void> {
  await user.call('PUT', '/v1/users/audio', { keep: true });
  const device = await Listener.open(user.url, {
    token: user.token,
    uid: user.id,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  await device.stream(joinedSound(await speak('The roof is red.'), silence(4)), { speed: 4 });
  await device.until(() => device.text !== '');
  await device[Symbol.asyncDispose]();
}

/**
 * Returns all rows of a user as text, by table. The time of the last use of a key is written later
 * than its use, so it is left out.
 */
export async function rowsOf(db: Db, user_id: string): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relrowsecurity
    ORDER BY relname
  `.execute(db);
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const owner = sql.ref(name === 'users' ? 'id' : 'user_id');
    const { rows: found } = await sql<{ row: string }>`
      SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM ${sql.table(name)} AS t
      WHERE ${owner} = ${user_id} ORDER BY 1
    `.execute(db);
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

/** Subscribes to notifications like a browser whose push service does not exist. */
export async function subscribeToPush(user: ApiUser): Promise<void> {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const { status } = await user.call('PUT', '/v1/users/me/push-subscriptions', {
    endpoint: `https://push.invalid/${user.id}`,
    keys: {
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  });
  assert.equal(status, 200);
}

/** Connects a recorder whose service is gone afterwards. */
async function connectRecorder(user: ApiUser, name: string): Promise<void> {
  await using server = await startLimitless([{ id: name }]);
  const connection = { kind: 'limitless', address: server.url, secret: KEY, name };
  const { status, body } = await user.call('POST', '/v1/connections', connection);
  assert.equal(status, 200, JSON.stringify(body));
  await eventually('the first run', async () => {
    const [one] = (await user.call('GET', '/v1/connections')).body;
    return one.last_success_at !== null;
  });
  await user.call('PATCH', `/v1/connections/${body.id}`, { paused: true });
}
