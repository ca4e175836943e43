/** Tests devices that number their sound messages, and that connect again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../core/clock.ts';
import { silence } from '../../engines/audio/testing.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { ScriptedUtterance } from '../../engines/recognition/scripted-recogniser.ts';
import { openDevice, textOf, untilReady } from '../../testing/clients/recording.ts';
import { eventually, soon } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';

const MESSAGES_PER_SECOND = 50;

/** A scripted recogniser that counts the samples that it receives. */
function counting(utterances: (session: number) => readonly ScriptedUtterance[]) {
  const scripted = scriptedRecogniser({ utterances });
  const received = { samples: 0 };
  const recogniser: Recogniser = {
    ...scripted,
    open(options) {
      const session = scripted.open(options);
      return {
        events: session.events,
        backlogSeconds: () => session.backlogSeconds(),
        finish: () => session.finish(),
        close: () => session.close(),
        write(pcm) {
          received.samples += pcm.length;
          session.write(pcm);
        },
      };
    },
  };
  return { recogniser, received };
}

test('a newer connection takes over a stream, and continues after all sound of the older one', async () => {
  const { recogniser, received } = counting(() => []);
  await using service = await startService({ recogniser });
  await using first = await openDevice(service, { stream_id: 'pendant' });
  await untilReady(first);
  await first.stream(silence(1), { speed: 20 });
  await eventually('the sound', () => received.samples === 16_000);
  await using second = await openDevice(service, { stream_id: 'pendant' });
  assert.equal((await second.event('audio_ack')).sequence, MESSAGES_PER_SECOND);
  assert.deepEqual(await soon('the end of the older connection', first.closed), {
    code: 4006,
    reason: 'another connection has taken over this stream',
  });
  await untilReady(second);
});

test('a connection whose stream another process has taken over closes', async () => {
  await using service = await startService({ recogniser: counting(() => []).recogniser });
  await using device = await openDevice(service, { stream_id: 'pendant' });
  await untilReady(device);
  // The other process shares the database.
  await sql`UPDATE audio_streams SET session_id = ${crypto.randomUUID()}`.execute(
    service.service.parts.db,
  );
  await device.stream(silence(0.2));
  assert.equal((await soon('the end', device.closed)).code, 4006);
});

test('sound that a device sends after a break keeps the time at which it was spoken', async () => {
  const clock = new ManualClock(new Date().toISOString());
  const { recogniser } = counting((session) => [
    { text: session === 0 ? 'Before.' : 'After.', start: 0.5, end: 1 },
  ]);
  await using service = await startService({ recogniser, clock });
  {
    await using first = await openDevice(service, { stream_id: 'pendant' });
    await untilReady(first);
    await first.stream(silence(2), { speed: 20 });
    await first.event('audio_ack', ({ sequence }) => sequence === 2 * MESSAGES_PER_SECOND);
  }
  clock.advance(60_000);
  await using second = await openDevice(service, {
    stream_id: 'pendant',
    sequence: 2 * MESSAGES_PER_SECOND,
  });
  await untilReady(second);
  await second.stream(silence(2), { speed: 20 });
  await second.until(() => second.text !== '');
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  assert.match(textOf(body.conversation), /Before.*After/);
  const { start, end } = body.conversation.transcript_segments.at(-1);
  assert.ok(end < 10, `two seconds after the first words, but ${start} to ${end}`);
});
