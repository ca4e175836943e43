/** Tests which sound a live session keeps for its next connection, and how it reports words. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { silentLog, type Log } from '../../../core/log.ts';
import { eventually, soon } from '../../../testing/eventually.ts';
import { joinedSound, silence, tone } from '../../audio/testing.ts';
import { FRAME_SAMPLES } from '../../voice-activity/frames.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { collect, finalsOf } from '../recogniser.suite.ts';
import { SAMPLE_RATE, type RecognitionEvent, type RecognitionSession } from '../recogniser.ts';
import type { Patience } from './connection.ts';
import type { DialectResult } from './dialect.ts';
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

interface Setup extends Partial<Patience> {
  detector?: VoiceActivity;
  outageSeconds?: number;
}

/**
 * Opens a session whose first sound reaches no provider. In these tests, each message of the
 * provider is a result.
 */
function open({ detector = voiceActivity, outageSeconds = 20, ...patience }: Setup = {}) {
  const { port } = server.address() as AddressInfo;
  let isThere = false;
  const warnings: string[] = [];
  const warn = (_fields: object, message: string) => void warnings.push(message);
  server.options.verifyClient = (_info, done) => done(isThere, 503);
  const session = openLive(
    {
      voiceActivity: detector,
      log: { ...silentLog, warn } as Log,
      outageSeconds,
      patience: { backOffMs: () => 10, ...patience },
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
    const say = (result: Partial<DialectResult>) =>
      socket.send(JSON.stringify({ start: 0, end: 0, final: true, words: [], ...result }));
    const seconds = () => Math.round(bytes / 2 / SAMPLE_RATE);
    return { say, socket, seconds, said };
  };
  const judged = () => eventually('all sound', () => session.backlogSeconds() < 0.04);
  /** Ends the connection as a network does; no provider can be reached from then on. */
  const leave = (socket: WebSocket) => {
    isThere = false;
    socket.terminate();
  };
  return { session, arrive, leave, judged, warnings };
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
  spoken.session.write(joinedSound(silence(1), speech(1)));
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
  session.write(joinedSound(silence(1), speech(1), silence(1)));
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

/** Makes a detector that takes all sound for speech, but only when it is released. */
async function slowDetector() {
  const released = Promise.withResolvers<void>();
  const slow = await openVoiceActivity(silentLog, async () => ({
    judge: async ({ streams }) => {
      await released.promise;
      return new Float32Array(streams.length).fill(1);
    },
    forget: () => {},
    [Symbol.asyncDispose]: async () => {},
  }));
  return { slow, release: released.resolve };
}

test('speech up to the end of an answer waits for no words, even if it is detected later', async (t) => {
  const { slow, release } = await slowDetector();
  await using _ = slow;
  const { session, arrive, judged } = open({ detector: slow });
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
    if (event.type === 'final') release();
    if (event.type === 'speech' && event.at === end) break;
  }
  assert.deepEqual(types, ['final', 'speech', 'speech']);
  session.write(silence(1));
  await judged();
});

test('the last words are asked for when all sound was checked for speech', async (t) => {
  const { slow, release } = await slowDetector();
  await using _ = slow;
  const { session, arrive } = open({ detector: slow });
  t.after(() => session.close());
  session.write(speech(1));
  const provider = await arrive();
  await eventually('the sound', () => provider.seconds() === 1);
  const finishing = session.finish();
  provider.socket.ping();
  // The answer arrives after everything that the session has sent before.
  await soon('an answer', once(provider.socket, 'pong'));
  assert.deepEqual(provider.said, []);
  release();
  await eventually('the last message', () => provider.said.includes('last'));
  provider.say({ end: 1, words: [{ text: 'one', start: 0, end: 1 }] });
  provider.socket.send('over');
  const [events] = await Promise.all([collect(session), finishing]);
  assert.equal(events.filter(({ type }) => type === 'speech').length, 4);
});

/** Collects the events of a session while it goes on. */
function follow(session: RecognitionSession) {
  const events: RecognitionEvent[] = [];
  const ended = (async () => {
    for await (const event of session.events) events.push(event);
  })();
  const types = () => events.map(({ type }) => type).filter((type) => type !== 'speech');
  const has = (type: RecognitionEvent['type'], count = 1) =>
    eventually(`${count} ${type}`, () => events.filter((e) => e.type === type).length >= count);
  return { events, types, has, ended: () => soon('the end of the session', ended) };
}

const word = (text: string, start: number, end: number) => ({ text, start, end });

test('a session without sound asks nobody and ends at once', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  const before = timers();
  const { session } = open({ finishMs: 600_000 });
  const { events, ended } = follow(session);
  await soon('the end', session.finish());
  await ended();
  assert.deepEqual(events, []);
  await eventually('the end of the timers', () => timers() <= before);
});

test('sound goes on to the provider, whose words grow and become final', async (t) => {
  const { session, arrive, judged } = open();
  t.after(() => session.close());
  const { events, has } = follow(session);
  session.write(silence(1));
  const provider = await arrive();
  await eventually('the first sound', () => provider.seconds() === 1);
  session.write(silence(1));
  await eventually('the sound', () => provider.seconds() === 2);
  await judged();
  provider.say({ end: 1.5, final: false, words: [word('one', 1, 1.5)] });
  await has('partial');
  // Words prove speech that our own detector did not notice, so it waits for its final words.
  assert.ok(session.backlogSeconds() >= 1.5);
  provider.say({ end: 2, words: [word('one', 1, 1.6)] });
  await has('final');
  await judged();
  assert.deepEqual(
    events.map((event) => ('utterance' in event ? `${event.type} ${event.utterance.id}` : '')),
    ['partial 1', 'final 1'],
  );
});

test('an empty partial proves no speech', async (t) => {
  const { session, arrive, judged } = open();
  t.after(() => session.close());
  session.write(silence(1));
  const provider = await arrive();
  await eventually('the sound', () => provider.seconds() === 1);
  provider.say({ end: 1, final: false });
  provider.say({ end: 0.5, words: [word('one', 0.2, 0.5)] });
  for await (const event of session.events) if (event.type === 'final') break;
  await judged();
});

test('an outage with speech is reported once, and so is its end', async (t) => {
  const { session, arrive, leave, judged, warnings } = open();
  t.after(() => session.close());
  const { events, types, has } = follow(session);
  session.write(silence(1));
  const first = await arrive();
  await eventually('the sound', () => first.seconds() === 1);
  // Without speech, an outage is not reported.
  leave(first.socket);
  await eventually('the outage', () => warnings.length >= 2);
  assert.deepEqual(types(), []);
  const second = await arrive();
  await eventually('the sound again', () => second.seconds() === 1);
  session.write(speech(1));
  await has('speech', 3);
  leave(second.socket);
  const before = warnings.length;
  await eventually('three failures', () => warnings.length >= before + 3);
  assert.deepEqual(types(), ['state']);
  const third = await arrive();
  await has('state', 2);
  await eventually('all sound again', () => third.seconds() === 2);
  third.say({ end: 2, words: [word('one', 1, 2)] });
  await judged();
  const states = events.flatMap((event) => (event.type === 'state' ? [event.state] : []));
  assert.deepEqual(states, ['reconnecting', 'ready']);
});

test('an outage that lasts too long fails the session', async () => {
  // The pause alone is longer than the outage may be.
  const { session, warnings } = open({ outageSeconds: 5, backOffMs: () => 6_000 });
  const { events, ended } = follow(session);
  session.write(silence(1));
  await ended();
  assert.deepEqual(events.at(-1), {
    type: 'failed',
    code: 'network',
    detail: 'The speech provider has an internal error (503).',
  });
  assert.deepEqual(warnings, []);
});

test('an outage counts from its first failure, however long the service has been running', async (t) => {
  const real = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => real() + 60_000);
  const { session, warnings } = open({ outageSeconds: 0.2, backOffMs: () => 50 });
  const { events, ended } = follow(session);
  session.write(silence(1));
  await ended();
  assert.equal(events.at(-1)?.type, 'failed');
  assert.ok(warnings.length <= 4, `${warnings.length} tries`);
});

test('a result that waits for an earlier one is dropped with its connection, which the next one repeats', async (t) => {
  const { session, arrive, leave, warnings } = open({ backOffMs: () => 100 });
  t.after(() => session.close());
  const { events, has } = follow(session);
  const finals = () =>
    events.flatMap((event) => (event.type === 'final' ? [event.utterance.text] : []));
  session.write(joinedSound(silence(1), speech(2), silence(1)));
  await has('speech', 7);
  const first = await arrive();
  await eventually('the sound', () => first.seconds() === 4);
  first.say({ start: 2, end: 4, words: [word('two', 2, 3)] });
  const before = warnings.length;
  leave(first.socket);
  // The result would be delivered half a second after its arrival.
  await eventually('seven pauses', () => warnings.length >= before + 7);
  assert.deepEqual(finals(), []);
  const second = await arrive();
  await eventually('the sound again', () => second.seconds() === 4);
  second.say({ start: 0, end: 2, words: [word('one', 1, 2)] });
  second.say({ start: 2, end: 4, words: [word('two', 2, 3)] });
  await has('final', 2);
  assert.deepEqual(finals(), ['one', 'two']);
});

test('a session that finishes during an outage still asks for its last words', async () => {
  const { session, arrive } = open();
  const { types, ended } = follow(session);
  session.write(joinedSound(silence(1), speech(1)));
  const finishing = session.finish();
  const provider = await arrive();
  await eventually('the last message', () => provider.said.includes('last'));
  provider.say({ end: 2, words: [word('one', 1, 2)] });
  provider.socket.send('over');
  await soon('the end', finishing);
  await ended();
  assert.equal(types().filter((type) => type === 'final').length, 1);
  assert.ok(!types().includes('failed'));
});

test('a connection that is lost after the last words does no harm', async () => {
  const { session, arrive, leave } = open();
  const { events, ended } = follow(session);
  session.write(silence(1));
  const provider = await arrive();
  const finishing = session.finish();
  await eventually('the last message', () => provider.said.includes('last'));
  leave(provider.socket);
  await soon('the end', finishing);
  await ended();
  assert.deepEqual(events, []);
});

test('a result that waits for an earlier one is delivered at the end', async () => {
  const { session, arrive } = open();
  const { events, ended } = follow(session);
  session.write(joinedSound(silence(1), speech(2), silence(1)));
  const provider = await arrive();
  const finishing = session.finish();
  await eventually('the last message', () => provider.said.includes('last'));
  // The words of the first second of speech never arrive.
  provider.say({ start: 2, end: 4, words: [word('two', 2, 3)] });
  provider.socket.send('over');
  await soon('the end', finishing);
  await ended();
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'final' ? [event.utterance.text] : [])),
    ['two'],
  );
});

test('a provider that does not end has limited time, and fails only if it owes words', async () => {
  for (const [sound, last] of [
    [silence(1), undefined],
    [joinedSound(silence(1), speech(1)), 'The speech provider did not send the last words.'],
  ] as const) {
    const { session, arrive } = open({ finishMs: 300 });
    const { events, has, ended } = follow(session);
    session.write(sound);
    await arrive();
    if (last) await has('speech');
    await soon('the end', session.finish());
    await ended();
    const failure = events.find((event) => event.type === 'failed');
    assert.equal(failure?.detail, last);
  }
});

test('a provider that returns no words while people speak is given up', async () => {
  const { session, arrive } = open({ wordlessMs: 50 });
  const { events, ended } = follow(session);
  session.write(silence(0.1));
  await arrive();
  await eventually('the failure', () => {
    session.write(speech(1));
    return events.at(-1)?.type === 'failed';
  });
  await ended();
  const detail = 'The speech provider returns no words.';
  assert.deepEqual(events.at(-1), { type: 'failed', code: 'network', detail });
  assert.ok(events.length > 20);
});

test('nothing waits for a session that was closed during an outage', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  const { session, warnings } = open({ outageSeconds: 900, backOffMs: () => 600_000 });
  session.write(silence(1));
  await eventually('the outage', () => warnings.length === 1);
  const before = timers();
  session.close();
  await eventually('the end of the pause', () => timers() < before);
});
