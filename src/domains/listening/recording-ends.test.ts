/** Tests the sound and the words of a session whose recording, client or service ends. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { silence, tone } from '../../engines/audio/testing.ts';
import type { RecognitionEvent, Recogniser } from '../../engines/recognition/recogniser.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import {
  openDevice,
  textOf,
  untilConversation,
  untilReady,
} from '../../testing/clients/recording.ts';
import { eventually, soon } from '../../testing/eventually.ts';
import { openRestartableStore } from '../../testing/servers/restartable-store.ts';
import { startService } from '../../testing/start-service.ts';

interface Told {
  samples: number;
  emit: (event: RecognitionEvent) => void;
  isFinishing: boolean;
}

/** A recogniser whose events the test sends. A session in `hanging` never finishes. */
function toldRecogniser(hanging: number[] = []) {
  const sessions: Told[] = [];
  const scripted = scriptedRecogniser({ utterances: [] });
  const recogniser: Recogniser = {
    ...scripted,
    open(options) {
      const session = scripted.open(options);
      const number = sessions.length;
      const events = session.events as unknown as { emit: Told['emit'] };
      const told = { samples: 0, emit: events.emit.bind(events), isFinishing: false };
      sessions.push(told);
      return {
        events: session.events,
        // As long as a session hangs, it has not judged its last second of sound.
        backlogSeconds: () => (hanging.includes(number) ? 1 : 0),
        write: (pcm) => void (told.samples += pcm.length),
        finish() {
          told.isFinishing = true;
          return hanging.includes(number) ? new Promise(() => {}) : session.finish();
        },
        close: () => session.close(),
      };
    },
  };
  return { recogniser, sessions };
}

const utterance = (text: string) => ({
  id: text,
  text,
  start: 0.2,
  end: 0.8,
  words: [{ text, start: 0.2, end: 0.8 }],
});

test('without a recogniser, all sound of an ended conversation is transcribed while the next one is live', async () => {
  const { recogniser, sessions } = toldRecogniser();
  await using service = await startService({
    recogniser,
    environment: { SVC_LOG_LEVEL: 'silent' },
  });
  await using device = await openDevice(service);
  await untilReady(device);
  const [live] = sessions;
  await device.stream(silence(1), { speed: 20 });
  live!.emit({ type: 'final', utterance: utterance('Hello.') });
  await device.until(() => device.text === 'Hello.');
  const by = { name: 'none', quality: 'low' } as const;
  live!.emit({ type: 'state', state: 'degraded', detail: 'Lost.', by });
  await device.event('service_status', ({ status }) => status === 'stt_failed');
  const before = live!.samples;
  await device.stream(tone({ seconds: 2, frequency: 200 }), { speed: 40 });
  await eventually('the sound', () => live!.samples === before + 32_000);
  const { status } = await soon(
    'the end of the conversation',
    service.owner.call('POST', '/v1/conversations', {}),
  );
  assert.equal(status, 200);
  // The third recogniser, after those of the two conversations.
  assert.ok(sessions[2]!.samples >= 32_000, `${sessions[2]!.samples} samples`);
});

test('when the service stops while a recogniser hangs, its sound is transcribed after the next start', async () => {
  await using place = await openRestartableStore();
  const { environment } = place;
  const { recogniser, sessions } = toldRecogniser([0]);
  let id: string;
  {
    await using service = await startService({ environment, recogniser });
    const device = await openDevice(service, { conversation_timeout: 2 });
    await untilReady(device);
    id = (await device.event('conversation_session')).conversation_id;
    await device.stream(silence(3), { speed: 20 });
    // The conversation ends by silence, and waits for the last words of the recogniser.
    await eventually('the end by silence', () => sessions[0]!.isFinishing);
  }
  await using service = await startService({
    environment,
    recogniser: scriptedRecogniser({
      utterances: [{ text: 'Kept words.', start: 0.2, end: 0.8 }],
    }),
  });
  const whole = await untilConversation(service, id, (found) => textOf(found) !== '');
  assert.equal(textOf(whole), 'Kept words.');
});

test('words that the database refuses while the client leaves are stored later, and so is the kept sound', async () => {
  await using place = await openRestartableStore();
  const { recogniser, sessions } = toldRecogniser();
  const environment = { ...place.environment, SVC_KEEP_AUDIO: 'on' };
  await using service = await startService({ environment, recogniser });
  const { db } = service.service.parts;
  await sql`CREATE SEQUENCE refusals`.execute(db);
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN PERFORM nextval('refusals'); RAISE 'refused'; END $$`.execute(db);
  await sql`CREATE TRIGGER refuse BEFORE INSERT ON segments
    FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db);
  const refusals = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT last_value::int AS count FROM refusals`.execute(db);
    return rows[0]!.count;
  };
  // Without a place for its journal, the words of the session exist only in memory.
  const journals = join(place.folder, 'sound');
  rmSync(journals, { recursive: true });
  writeFileSync(journals, '');
  const device = await openDevice(service);
  await untilReady(device);
  rmSync(journals);
  const { conversation_id } = await device.event('conversation_session');
  await device.stream(silence(2), { speed: 20 });
  sessions[0]!.emit({ type: 'final', utterance: utterance('Hello.') });
  await eventually('the first refusal', async () => (await refusals()) > 1);
  await device[Symbol.asyncDispose]();
  await eventually('the end', () => sessions[0]!.isFinishing);
  const until = (await refusals()) + 2;
  await eventually('more refusals', async () => (await refusals()) >= until);
  await sql`DROP TRIGGER refuse ON segments`.execute(db);
  await untilConversation(service, conversation_id, (found) => textOf(found) === 'Hello.');
  const path = `/v1/conversations/${conversation_id}/audio`;
  await eventually('the kept sound', async () => {
    const { body } = await service.owner.call('GET', path);
    return body.files.length === 1;
  });
});

test('a session whose sound can no longer be written to disk ends, and its client is told to come later', async () => {
  await using place = await openRestartableStore();
  const { recogniser } = toldRecogniser();
  await using service = await startService({ environment: place.environment, recogniser });
  const device = await openDevice(service);
  await untilReady(device);
  rmSync(join(place.folder, 'sound'), { recursive: true });
  await device.stream(silence(0.5), { speed: 5 });
  await device.event('service_status', ({ reason }) => reason === 'disk_full');
  assert.equal((await soon('the end', device.closed)).code, 1013);
});

test('deleting an account ends its live session', async () => {
  await using service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
  const user = await ApiUser.signUp(service.url, 'rui@example.com');
  const device = await openDevice({ ...service, owner: user }, { custom_stt: 'enabled' });
  await untilReady(device);
  const current_password = 'a long enough passphrase';
  const { status } = await user.call('POST', '/v1/users/me/delete', { current_password });
  assert.ok(status < 300, String(status));
  const { code, reason } = await soon('the end', device.closed);
  assert.deepEqual([code, reason], [1008, 'the account was deleted']);
});
