// Both databases: late words replace a gap in one transaction.
/** Tests sound without words: it waits, the client sees a gap, and late words replace the gap. */
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { UtteranceMissed } from '../../engines/recognition/utterances/utterance-engine.ts';
import type { UtteranceEngine } from '../../engines/recognition/utterances/utterance-engine.ts';
import { utteranceRecogniser } from '../../engines/recognition/utterances/utterance-recogniser.ts';
import { pcmBytes } from '../../engines/audio/testing.ts';
import { Journal } from '../../storage/journal.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import {
  openDevice,
  textOf,
  untilConversation,
  untilReady,
} from '../../testing/clients/recording.ts';
import { openRestartableStore } from '../../testing/servers/restartable-store.ts';
import { builtinEngine } from '../../testing/speech/shared-recognition.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { eventually } from '../../testing/eventually.ts';

const FIRST = 'I live in Boston with my two children.';
const SECOND = 'I need to call my sister tomorrow morning.';

/** The built-in engine, which fails on the sound that the test chooses. */
function fragile(
  givesUp: (said: { text: string; call: number }) => boolean | Promise<boolean>,
): UtteranceEngine {
  const engine = builtinEngine;
  let calls = 0;
  return {
    ...engine,
    eager: () => false,
    async transcribe(pcm, options) {
      const call = ++calls;
      const heard = await engine.transcribe(pcm, options);
      if (await givesUp({ text: heard.text, call })) throw new UtteranceMissed('It ended twice.');
      return heard;
    },
  };
}

test('sound without words becomes a gap, and late words replace it', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  let isBroken = true;
  const engine = fragile(({ text }) => isBroken && /boston/i.test(text));
  const recogniser = utteranceRecogniser({ engine, voiceActivity, log: silentLog });
  await using service = await startService({
    recogniser,
    environment: { SVC_WORDS_WAIT_MINUTES: '0', SVC_LOG_LEVEL: 'silent' },
  });
  const { owner } = service;
  await using device = await openDevice(service);
  await untilReady(device);
  const talk = joinedSound(await speak(FIRST), silence(1.5), await speak(SECOND), silence(1.5));
  await device.stream(talk, { speed: 2 });
  await device.until(() => /sister/.test(device.text));
  const { body } = await owner.call('POST', '/v1/conversations', {});
  const { id } = body.conversation;
  const told = await device.event('conversation_gap');
  assert.equal(told.conversation_id, id);
  const before = await untilConversation(service, id, ({ status }) => status === 'completed');
  assert.equal(before.discarded, false);
  assert.doesNotMatch(textOf(before), /Boston/);
  const [gap, ...more] = before.gaps;
  assert.deepEqual([more, gap.reason], [[], 'waiting']);
  assert.ok(gap.end - gap.start > 1.5 && gap.end - gap.start < 5, JSON.stringify(gap));
  assert.ok(gap.end <= before.transcript_segments[0].start + 0.5, JSON.stringify(before));
  const file = await owner.call('GET', `/v1/conversations/${id}/transcript?format=txt`);
  assert.match(JSON.stringify(file.body), /\([2-4] s not understood\)/);

  isBroken = false;
  assert.equal((await owner.call('POST', `/v1/conversations/${id}/reprocess`, {})).status, 200);
  const after = await untilConversation(
    service,
    id,
    ({ status, gaps }) => status === 'completed' && gaps.length === 0,
  );
  assert.match(textOf(after), /Boston.*sister/i);
  assert.match(JSON.stringify(after.structured), /sister/i);
});

test('a conversation that waits for words can be retried and continues without them', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const gate = Promise.withResolvers<boolean>();
  const engine = fragile(({ call }) => call === 1 || gate.promise);
  const recogniser = utteranceRecogniser({ engine, voiceActivity, log: silentLog });
  await using service = await startService({ recogniser });
  await using device = await openDevice(service);
  await untilReady(device);
  await device.stream(joinedSound(await speak(FIRST), silence(1.5)), { speed: 2 });
  const catching = device.event('service_status', ({ status }) => status === 'catching_up');
  await catching;
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  const [live] = (await service.owner.call('GET', '/v1/conversations?statuses=in_progress')).body;
  const ending = service.owner.call('POST', '/v1/conversations', {});
  await untilConversation(service, live.id, ({ status }) => status === 'processing');
  const retry = () => key.call('POST', `/v1/dev/user/conversations/${live.id}/retry`);
  assert.equal((await retry()).status, 200);
  const over = await untilConversation(service, live.id, ({ status }) => status === 'completed');
  assert.deepEqual(
    over.gaps.map(({ reason }: Json) => reason),
    ['waiting'],
  );
  assert.equal((await retry()).status, 409);
  gate.resolve(false);
  await ending;
  const after = await untilConversation(
    service,
    live.id,
    ({ gaps, status }) => gaps.length === 0 && status === 'completed',
  );
  assert.match(textOf(after), /Boston/i);
});

test('a conversation whose sound no process holds waits at most a minute', async () => {
  await using service = await startService();
  const { parts } = service.service;
  await using device = await openDevice(service, { custom_stt: 'enabled' });
  await untilReady(device);
  const segments = [{ text: 'I need to call my sister tomorrow.', start: 0, end: 2 }];
  device.say({ type: 'suggested_transcript', segments });
  await device.until(() => device.text !== '');
  await sql`UPDATE conversations SET words_pending = true, words_since = now(),
    words_expected_at = now() - interval '59 seconds'`.execute(parts.db);
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  const { id } = body.conversation;
  const over = await untilConversation(service, id, ({ status }) => status === 'completed');
  assert.match(textOf(over), /sister/);
});

test('late words do not bring back a deleted conversation', async () => {
  await using place = await openRestartableStore();
  {
    await using voiceActivity = await openVoiceActivity(silentLog);
    const engine = fragile(() => true);
    const recogniser = utteranceRecogniser({ engine, voiceActivity, log: silentLog });
    const environment = { ...place.environment, SVC_WORDS_WAIT_MINUTES: '0' };
    await using service = await startService({ recogniser, environment });
    await using device = await openDevice(service);
    await untilReady(device);
    await device.stream(joinedSound(await speak(FIRST), silence(1.5)), { speed: 2 });
    await device.event('service_status', ({ status }) => status === 'catching_up');
    await service.owner.call('POST', '/v1/conversations', {});
    const { conversation_id } = await device.event('conversation_gap');
    const path = `/v1/conversations/${conversation_id}`;
    assert.ok((await service.owner.call('DELETE', path)).status < 300);
  }
  const environment = { ...place.environment, SVC_RECOGNISER: 'builtin' };
  await using service = await startService({ environment });
  const journals = () => globSync(join(place.folder, 'sound', '*', '*', 'about.json'));
  await eventually('the journals to go', () => journals().length === 0);
  const { body } = await service.owner.call('GET', '/v1/conversations?include_discarded=true');
  assert.deepEqual(body, []);
});

test('a journal whose words were stored before a crash is not transcribed again', async () => {
  await using place = await openRestartableStore();
  const recogniser = () =>
    scriptedRecogniser({ utterances: [{ text: 'Said once.', start: 0.2, end: 1 }] });
  const shelf = join(place.folder, 'sound', crypto.randomUUID());
  let user_id: string;
  const leave = async () => {
    const about = { user_id, codec: 'pcm16', sample_rate: 16_000, channels: 1, language: 'en' };
    const journal = await Journal.begin(join(shelf, crypto.randomUUID()), about);
    journal.append(pcmBytes(silence(2)));
    const note = { conversation_id: crypto.randomUUID(), spoken_at: Date.now() };
    await journal.flush(note, { sync: false });
    await journal.close();
    return journal.folder;
  };
  const told = async ({ owner }: TestService): Promise<Json[]> => {
    const path = '/v1/conversations?include_discarded=true&statuses=completed';
    return (await owner.call('GET', path)).body;
  };
  let done: string;
  {
    await using service = await startService({ environment: place.environment });
    user_id = service.owner.id;
    done = await leave();
    await sql`INSERT INTO heard_journals (user_id, journal, heard_at)
      VALUES (${user_id}, ${done.split('/').at(-1)}, now())`.execute(service.service.parts.db);
  }
  const other = await leave();
  await using service = await startService({
    environment: place.environment,
    recogniser: recogniser(),
  });
  await eventually('the words', async () => (await told(service)).length > 0);
  assert.equal((await told(service)).length, 1);
  assert.ok(!existsSync(done) && !existsSync(other));
  const { rows } = await sql`SELECT journal FROM heard_journals`.execute(service.service.parts.db);
  assert.deepEqual(rows, []);
});
