import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/conversations';

/** Records the texts as words of the user and ends the recording; returns the conversation. */
async function record({ url, owner }: TestService, ...texts: string[]): Promise<Json> {
  await using listener = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    custom_stt: 'enabled',
  });
  await listener.event('service_status', ({ status }) => status === 'ready');
  const segments = texts.map((text, index) => ({
    text,
    is_user: true,
    start: index * 2,
    end: index * 2 + 2,
  }));
  listener.say({ type: 'suggested_transcript', segments });
  await listener.until(() => listener.segments.size > 0);
  const { status, body } = await owner.call('POST', '/v1/conversations', {});
  assert.equal(status, 200);
  return body.conversation;
}

test('a conversation is returned with the fields of the specification', async () => {
  await using service = await startService();
  const { id } = await record(service, 'I live in Porto and I need to call the bank tomorrow.');
  const key = await service.owner.key(['conversations:read']);
  const { body } = await key.call('GET', `${PATH}/${id}`);
  assert.deepEqual(Object.keys(body).toSorted(), [
    'created_at',
    'finished_at',
    'folder_id',
    'folder_name',
    'geolocation',
    'id',
    'language',
    'source',
    'started_at',
    'structured',
    'transcript_segments',
  ]);
  assert.equal(body.transcript_segments, null);
  const { action_items, ...structured } = body.structured;
  assert.deepEqual(Object.keys(structured).toSorted(), [
    'category',
    'emoji',
    'events',
    'overview',
    'title',
  ]);
  assert.equal(action_items.length, 1);
  assert.deepEqual(Object.keys(action_items[0]).toSorted(), [
    'completed',
    'completed_at',
    'conversation_id',
    'created_at',
    'description',
    'due_at',
    'updated_at',
  ]);
  assert.equal(action_items[0].conversation_id, id);
  const whole = await key.call('GET', `${PATH}/${id}?include_transcript=true`);
  assert.deepEqual(Object.keys(whole.body.transcript_segments[0]).toSorted(), [
    'end',
    'id',
    'speaker_id',
    'speaker_name',
    'start',
    'text',
  ]);
});

test("lists filter by the user's days and refuse unknown categories", async () => {
  await using service = await startService();
  const { id } = await record(service, 'I live in Porto and I work as a nurse.');
  const key = await service.owner.key(['conversations:read']);
  const list = async (query: string) => (await key.call('GET', `${PATH}?${query}`)).body;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Lisbon' }).format();
  const ids = (items: { id: string }[]) => items.map((item) => item.id);
  assert.deepEqual(ids(await list(`start_date=${today}&end_date=${today}`)), [id]);
  assert.deepEqual(ids(await list('end_date=2020-01-01')), []);
  assert.deepEqual(ids(await list('folder_id=nonsense')), []);
  assert.deepEqual(ids(await list('starred=true')), []);
  for (const query of ['categories=bogus', 'start_date=someday']) {
    assert.equal((await key.call('GET', `${PATH}?${query}`)).status, 400, query);
  }
  assert.equal((await key.call('GET', `${PATH}?limit=1000&offset=0`)).status, 200);
});

test('two simultaneous requests to end a recording get the same conversation', async () => {
  await using service = await startService();
  await using listener = await Listener.open(service.url, {
    token: service.owner.token,
    uid: service.owner.id,
    custom_stt: 'enabled',
  });
  await listener.event('service_status', ({ status }) => status === 'ready');
  const segments = [{ text: 'I live in Porto.', is_user: true, start: 0, end: 1 }];
  listener.say({ type: 'suggested_transcript', segments });
  await listener.until(() => listener.segments.size > 0);
  const end = () => service.owner.call('POST', '/v1/conversations', {});
  const answers = (await Promise.all([end(), end()])).map(({ status, body }) => [
    status,
    body.conversation.id,
  ]);
  assert.equal(answers[0]![0], 200);
  assert.deepEqual(answers[0], answers[1]);
});
