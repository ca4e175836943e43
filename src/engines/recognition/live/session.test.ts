/** Tests which sound a live session keeps for its next connection, and how it reports words. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { silentLog } from '../../../core/log.ts';
import { eventually } from '../../../testing/eventually.ts';
import { joined, silence, tone } from '../../audio/testing.ts';
import { FRAME_SAMPLES } from '../../voice-activity/frames.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { collect, finalsOf } from '../recogniser.suite.ts';
import { SAMPLE_RATE } from '../recogniser.ts';
import type { Result } from './dialect.ts';
import { openLive } from './session.ts';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
/** Detects voice by loudness, so tones count as speech and no worker is needed. */
let voiceActivity: VoiceActivity;
before(async () => {
  if (!server.address()) await once(server, 'listening');
  voiceActivity = await openVoiceActivity(silentLog, () => Promise.reject(new Error('not wanted')));
});
after(async () => {
  server.close();
  await voiceActivity[Symbol.asyncDispose]();
});

/**
 * Opens a session whose first sound reaches no provider. In these tests, each message of the
 * provider is a result.
 */
function open(detector = voiceActivity) {
  const { port } = server.address() as AddressInfo;
  let isThere = false;
  server.options.verifyClient = (_info, done) => done(isThere, 503);
  const session = openLive(
    {
      voiceActivity: detector,
      log: silentLog,
      outageSeconds: 20,
      patience: { backOffMs: () => 10 },
    },
    {
      address: new URL(`ws://127.0.0.1:${port}`),
      headers: {},
      gapless: true,
      begin: () => ({
        greeting: [],
        sound: (pcm) => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength),
        keepAlive: null,
        last: () => ['last'],
        hear: (text) => (text === 'over' ? { over: true } : { results: [JSON.parse(text)] }),
      }),
    },
  );
  /** Lets the session connect. `seconds` is the length of the sound sent since then. */
  const arrive = async () => {
    let bytes = 0;
    const accepted = once(server, 'connection') as Promise<[WebSocket]>;
    isThere = true;
    const [socket] = await accepted;
    const said: string[] = [];
    socket.on('message', (data: RawData, isBinary) => {
      if (isBinary) bytes += (data as Buffer).length;
      else said.push(String(data));
    });
    const say = (result: Partial<Result>) =>
      socket.send(JSON.stringify({ start: 0, end: 0, final: true, words: [], ...result }));
    const seconds = () => Math.round(bytes / 2 / SAMPLE_RATE);
    return { say, socket, seconds, said };
  };
  const judged = () => eventually('all sound', () => session.backlogSeconds() < 0.04);
  return { session, arrive, judged };
}

const speech = (seconds: number) => tone({ frequency: 300, seconds });

test('a new connection gets fifteen seconds of silence, but all speech without words', async (t) => {
  const quiet = open();
  t.after(() => quiet.session.close());
  for (let count = 0; count < 30; count += 1) quiet.session.write(silence(1));
  await quiet.judged();
  quiet.session.write(silence(1));
  const first = await quiet.arrive();
  await eventually('the sound', () => first.seconds() >= 15);
  assert.equal(first.seconds(), 15);
  quiet.session.close();

  const spoken = open();
  t.after(() => spoken.session.close());
  spoken.session.write(joined(silence(1), speech(1)));
  for await (const event of spoken.session.events) if (event.type === 'speech') break;
  for (let count = 0; count < 28; count += 1) spoken.session.write(silence(1));
  const second = await spoken.arrive();
  await eventually('the sound', () => second.seconds() >= 30);
  assert.ok(spoken.session.backlogSeconds() > 29);
  spoken.session.close();
  assert.equal(spoken.session.backlogSeconds(), 0);
});

test('words are on the clock of the session, and not outside its sound', async (t) => {
  const { session, arrive } = open();
  t.after(() => session.close());
  session.write(joined(silence(1), speech(1), silence(1)));
  const provider = await arrive();
  await eventually('the sound', () => provider.seconds() === 3);
  const word = (text: string, start: number, end: number) => ({ text, start, end });
  provider.say({ start: 0, end: 1.5, words: [word('one', -1, 1.5)] });
  const finishing = session.finish();
  await eventually('the last message', () => provider.said.includes('last'));
  provider.say({ start: 1.5, end: 9, words: [word('two', 1.6, 9)] });
  provider.socket.send('over');
  const [events] = await Promise.all([collect(session), finishing]);
  assert.deepEqual(
    finalsOf(events).map(({ text, start, end }) => `${text} ${start} ${end}`),
    ['one 0 1.5', 'two 1.6 3'],
  );
  const states = events.filter((event) => event.type === 'state' || event.type === 'failed');
  assert.ok(states.length <= 2 && states.every(({ type }) => type === 'state'));
});

test('speech up to the end of an answer waits for no words, even if it is detected later', async (t) => {
  const released = Promise.withResolvers<void>();
  await using slow = await openVoiceActivity(silentLog, async () => ({
    judge: async ({ streams }) => {
      await released.promise;
      return new Float32Array(streams.length).fill(1);
    },
    forget: () => {},
    [Symbol.asyncDispose]: async () => {},
  }));
  const { session, arrive, judged } = open(slow);
  t.after(() => session.close());
  // The second report of speech is due at the end of the eleventh frame.
  const frames = 11 * FRAME_SAMPLES;
  session.write(speech(1).subarray(0, frames));
  const provider = await arrive();
  const end = frames / SAMPLE_RATE;
  provider.say({ end, words: [{ text: 'one', start: 0, end }] });
  const types: string[] = [];
  for await (const event of session.events) {
    types.push(event.type);
    if (event.type === 'final') released.resolve();
    if (event.type === 'speech' && event.at === end) break;
  }
  assert.deepEqual(types, ['final', 'speech', 'speech']);
  session.write(silence(1));
  await judged();
});
