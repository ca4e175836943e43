/** Tests how sessions start, and what is left of a session that cannot start. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { openDevice, untilConversation, untilReady } from '../../testing/clients/recording.ts';
import { openRestartableStore } from '../../testing/servers/restartable-store.ts';
import { eventually, soon } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';

test('a session that cannot start leaves no sound and no process, and opens no recordings later', async () => {
  await using place = await openRestartableStore();
  await using service = await startService({
    environment: place.environment,
    recogniser: scriptedRecogniser({ utterances: [] }),
  });
  const journals = () =>
    readdirSync(join(place.folder, 'sound'), { recursive: true }).filter((name) =>
      String(name).endsWith('about.json'),
    );
  const { db } = service.service.parts;
  const { owner } = service;
  // The session fails when it reads the voices of its new recording.
  await sql`ALTER TABLE segment_prints RENAME TO segment_prints_away`.execute(db);
  const failed = await openDevice(service);
  assert.equal((await soon('the end', failed.closed)).code, 1011);
  // A process of its own decodes this codec.
  const decoders = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
  const before = decoders();
  const decoded = await openDevice(service, { codec: 'aac' });
  assert.equal((await soon('the end', decoded.closed)).code, 1011);
  await eventually('the decoder to end', () => decoders() === before);
  await sql`ALTER TABLE segment_prints_away RENAME TO segment_prints`.execute(db);
  assert.deepEqual(journals(), []);
  {
    await using device = await openDevice(service, { custom_stt: 'enabled' });
    await untilReady(device);
    const segments = [{ text: 'I live in Porto.', start: 0, end: 1 }];
    device.say({ type: 'suggested_transcript', segments });
    await device.until(() => device.text !== '');
  }
  assert.equal((await owner.call('POST', '/v1/conversations', {})).status, 200);
  const { body } = await owner.call('GET', '/v1/conversations?statuses=in_progress,completed');
  assert.deepEqual(
    body.map(({ status }: Json) => status),
    ['completed'],
  );
  await using device = await openDevice(service);
  await untilReady(device);
  assert.equal(journals().length, 1);
});

test('a client is told at once when no recogniser supports its language, and later about the gap', async () => {
  await using service = await startService({
    recogniser: scriptedRecogniser({ utterances: [], capabilities: { languages: ['en'] } }),
  });
  await using device = await openDevice(service, { language: 'pt' });
  const { status, retryable } = await device.event(
    'service_status',
    ({ reason }) => reason === 'unknown_language',
  );
  assert.deepEqual([status, retryable], ['stt_failed', false]);
  await untilReady(device);
  await device.stream(joinedSound(await speak('I live in Boston.'), silence(2)), { speed: 4 });
  await eventually('the speech', async () => {
    const { db } = service.service.parts;
    const live = db.selectFrom('conversations').select('words_pending');
    return (await live.executeTakeFirst())?.words_pending;
  });
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  const { id } = body.conversation;
  await untilConversation(service, id, (conversation) => conversation.status === 'completed');
  const told = await device.event('conversation_gap');
  assert.equal(told.conversation_id, id);
  assert.deepEqual(
    told.gaps.map(({ reason }: Json) => reason),
    ['language'],
  );
});
