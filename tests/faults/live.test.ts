/** Tests the order of what is said live, and that nothing of it is left out without a word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Encoder } from '@evan/opus';
import { ManualClock } from '../../src/core/clock.ts';
import { joinedSound, pcmBytes, silence, tone } from '../../src/engines/audio/testing.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import type { Recogniser } from '../../src/engines/recognition/recogniser.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import type { Script } from '../../src/engines/recognition/scripted-recogniser.ts';
import type { ApiUser, Json } from '../../src/testing/clients/api-user.ts';
import { Listener } from '../../src/testing/clients/listener.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

const NOW = '2026-11-10T09:00:00.000Z';
const RATE = 16_000;

async function open(
  { url, owner }: TestService,
  more: Record<string, string | number> = {},
): Promise<Listener> {
  const format = { codec: 'pcm16', sample_rate: RATE };
  const device = await Listener.open(url, { token: owner.token, ...format, ...more });
  await device.event('service_status', ({ status }) => status === 'ready');
  return device;
}

const typing = (service: TestService) => open(service, { custom_stt: 'enabled' });
const suggest = (device: Listener, ...segments: unknown[]) =>
  device.say({ type: 'suggested_transcript', segments });
const end = async ({ owner }: { owner: Pick<ApiUser, 'call'> }): Promise<Json> =>
  (await owner.call('POST', '/v1/conversations', {})).body.conversation;
const timesOf = ({ transcript_segments }: Json) =>
  transcript_segments.map(({ start, end: until, text }: Json) => [start, until, text]);
const textOf = ({ transcript_segments }: Json): string =>
  transcript_segments.map(({ text }: Json) => text).join(' ');

/** Returns what was ignored, as `type field`. */
const ignoredBy = ({ events }: Listener): string[] =>
  events
    .filter(({ type }) => type === 'message_ignored')
    .flatMap(({ message, problems }) => problems.map(({ field }: Json) => `${message} ${field}`));

/** A recogniser whose sessions return a sentence late: when a second has passed, or at the end. */
const late = (utterances: Script['utterances']) =>
  scriptedRecogniser({ utterances, delaySeconds: 1 });

test('what was said first is first, although another socket is written down sooner', async () => {
  const clock = new ManualClock(NOW);
  const said = [
    { text: 'I grew up in Kiel.', start: 0, end: 3 },
    { text: 'I moved to Bonn last year.', start: 0, end: 3.5 },
    { text: 'Bonn is warm.', start: 0, end: 1 },
  ];
  await using service = await startService({
    clock,
    recogniser: late((n) => said.slice(n, n + 1)),
  });
  const key = await service.owner.key([], 'device');
  const device = { ...service, owner: { ...service.owner, token: key.key } as ApiUser };
  const choices = { conversation_timeout: 8 };
  await using halfOpen = await open(device, choices);
  await halfOpen.stream(silence(3), { speed: 30 });
  clock.advance(3_400);
  await using second = await open(device, choices);
  await second.stream(silence(5.5), { speed: 30 });
  await second.until(() => second.segments.size === 1);
  assert.equal([...second.segments.values()][0]!.start, 0);
  clock.advance(6_600);
  await using third = await open(device, choices);
  await third.stream(silence(3), { speed: 30 });
  await third.until(() => third.text.includes('warm'));
  const conversation = await end({ owner: key });
  assert.deepEqual(timesOf(conversation), [
    [0, 3, 'I grew up in Kiel.'],
    [3.4, 6.9, 'I moved to Bonn last year.'],
    [10, 11, 'Bonn is warm.'],
  ]);
  assert.equal(conversation.started_at, NOW);
  // The other client learns that its words stand later now.
  await second.until(() => [...second.segments.values()].some(({ start }) => start === 3.4));
});

test('two sockets that speak in turn stand in turn, whichever words arrive first', async () => {
  const said = [
    { text: 'I take the left path.', start: 0, end: 3, by: 0 },
    { text: 'And I take the right one.', start: 3.4, end: 6.9, by: 1 },
    { text: 'We meet at the lake.', start: 8, end: 10, by: 0 },
    { text: 'At noon.', start: 10.5, end: 11, by: 1 },
  ];
  await using service = await startService({ clock: new ManualClock(NOW) });
  for (const arriving of [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [3, 2, 1, 0],
  ]) {
    await using one = await typing(service);
    await using other = await typing(service);
    for (const n of arriving) {
      const { by, ...segment } = said[n]!;
      const device = [one, other][by]!;
      suggest(device, segment);
      await device.until(() => device.text.includes(segment.text));
    }
    await one.until(() => one.segments.size > 1);
    assert.deepEqual(
      timesOf(await end(service)),
      said.map(({ start, end: until, text }) => [start, until, text]),
      `${arriving}`,
    );
  }
});

/** Speech for the tests of echoes: a tone that never repeats itself. */
const voice = Int16Array.from({ length: 4 * RATE }, (_, i) => {
  const seconds = i / RATE;
  return 6_000 * Math.sin(2 * Math.PI * (150 * seconds + 40 * seconds ** 2));
});
const echo = (pcm: Int16Array, ms: number, factor: number) => {
  const by = (ms * RATE) / 1_000;
  return pcm.map((_, i) => Math.round((pcm[i - by] ?? 0) * factor));
};

test('an echo on another channel is not said twice, and never by the owner', async () => {
  const words = 'I work as a nurse. I am allergic to peanuts.';
  for (const [ms, factor, first, original] of [
    [30, 0.6, 0, 1],
    [30, 0.6, 1, 1],
    [120, 0.3, 0, 0],
    [120, 0.3, 1, 0],
    [60, 1.5, 0, 1],
  ] as const) {
    let sessions = 0;
    // The first two sessions are those of the channels, in the order of the messages.
    const recogniser = scriptedRecogniser({
      utterances: () => {
        const session = sessions++;
        const channel = session === 0 ? first : 1 - first;
        const lag = channel === original ? 0 : ms / 1_000;
        return session < 2 ? [{ text: words, start: 0.2 + lag, end: 2.8 + lag }] : [];
      },
    });
    await using service = await startService({ recogniser });
    await using device = await open(service, { channels: 2 });
    const sounds = [0, 1].map((n) => (n === original ? voice : echo(voice, ms, factor)));
    for (let at = 0; at < voice.length; at += 1_600) {
      for (const channel of [first, 1 - first]) {
        const frame = pcmBytes(sounds[channel]!.subarray(at, at + 1_600));
        device.socket.send(Buffer.concat([Buffer.from([channel]), frame]));
      }
    }
    await device.until(() => device.text.includes('peanuts'));
    const { transcript_segments } = await end(service);
    assert.deepEqual(
      transcript_segments.map(({ text, is_user }: Json) => [text, is_user]),
      [[words, original === 0]],
      `${ms} ms, channel ${original}, recognised first: ${first}`,
    );
  }
});

test('a segment with a known id takes the place of the earlier one', async () => {
  await using service = await startService();
  await using device = await typing(service);
  suggest(device, { id: 'a', text: 'We will paint', start: 0, end: 1 });
  await device.until(() => device.text === 'We will paint');
  suggest(device, { id: 'b', text: 'Then we rest.', start: 5, end: 6, speaker_id: 1 });
  await device.until(() => device.segments.size === 2);
  suggest(device, { id: 'a', text: 'We will paint the long fence.', start: 0, end: 2 });
  await device.until(() => device.text.includes('fence'));
  suggest(device, { id: 7, text: 'And sle', start: null, end: null });
  suggest(device, { id: 7, text: 'And sleep.' });
  await device.until(() => device.text.includes('sleep.'));
  // The speaker of a segment was a wrong guess.
  suggest(device, { id: 'b', text: 'Then we rest.', start: 5, end: 6, speaker_id: 2 });
  await device.event('segments_deleted');
  const { transcript_segments } = await end(service);
  assert.deepEqual(
    transcript_segments.map(({ text, speaker_id }: Json) => [text, speaker_id]),
    [
      ['We will paint the long fence.', 0],
      ['Then we rest.', 2],
      ['And sleep.', 0],
    ],
  );
  assert.deepEqual(ignoredBy(device), []);
});

test('segments in random order give the same transcript', async () => {
  await using service = await startService({ clock: new ManualClock(NOW) });
  const said = Array.from({ length: 40 }, (_, n) => ({
    id: String(n),
    text: `word${n}`,
    // Long pauses, several speakers, and speakers at the same time.
    start: n * 7 + (n % 5 === 0 ? 40 : 0),
    end: n * 7 + (n % 5 === 0 ? 40 : 0) + 2 + (n % 3) * 4,
    speaker_id: Math.floor(n / 3) % 3,
  }));
  let seed = 1;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31);
  const transcripts: Json[] = [];
  for (const shuffled of [0, 1, 2, 3]) {
    await using device = await typing(service);
    const places = new Map(said.map(({ id }) => [id, shuffled === 0 ? Number(id) : random()]));
    const arriving = said.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!);
    for (const [n, segment] of arriving.entries()) {
      // Some arrive twice, first with a wrong guess.
      if (shuffled > 1) suggest(device, { ...segment, text: 'guess' });
      suggest(device, segment);
      if (n === 20) await device.until(() => device.segments.size > 0);
    }
    const last = arriving.at(-1)!.text;
    await device.until(() => [...device.segments.values()].some(({ text }) => text.includes(last)));
    const conversation = await end(service);
    transcripts.push([
      conversation.started_at,
      conversation.transcript_segments.map(({ start, end: until, text, speaker_id }: Json) => [
        start,
        until,
        speaker_id,
        text,
      ]),
    ]);
  }
  for (const transcript of transcripts) assert.deepEqual(transcript, transcripts[0]);
});

test('null is not given, and what is wrong is left out alone and named', async () => {
  await using service = await startService();
  await using device = await typing(service);
  suggest(device, { text: 'hello', start: 0, end: 1, speaker: null, person_id: null });
  await device.until(() => device.text === 'hello');
  assert.deepEqual(ignoredBy(device), []);
  suggest(
    device,
    { text: 'one', start: 2, end: 3 },
    { text: 5, start: 3, end: 4 },
    { text: 'two', start: 4, end: 5 },
    { text: 'three', start: 'now', end: 6 },
  );
  await device.until(() => device.text.includes('two'));
  device.say('ping');
  device.say('this is no JSON');
  device.say({ type: 'speaker_assigned', speaker_id: 1_000, person_name: 'Zoe' });
  device.say({ type: 'skip_question' });
  await device.event('message_ignored', ({ message }) => message === 'skip_question');
  assert.deepEqual(ignoredBy(device).toSorted(), [
    'skip_question type',
    'speaker_assigned speaker_id',
    'suggested_transcript segments.1.text',
    'suggested_transcript segments.3.start',
    'text ',
  ]);
  assert.equal(textOf(await end(service)), 'hello one two');
});

test('words for a session that listens to sound are named, not lost silently', async () => {
  await using service = await startService({ recogniser: scriptedRecogniser({ utterances: [] }) });
  await using device = await open(service);
  suggest(device, { text: 'hello', start: 0, end: 1 });
  const { problems } = await device.event('message_ignored');
  assert.match(problems[0].reason, /custom_stt=enabled/);
});

test('a second press ends nothing more', async () => {
  const heard = Promise.withResolvers<void>();
  const scripted = scriptedRecogniser({
    utterances: (n) => [{ text: n === 0 ? 'The first half' : 'and more words.', start: 0, end: 1 }],
  });
  // The words of the first conversation come only when both requests have been made.
  const recogniser: Recogniser = {
    ...scripted,
    open(options) {
      const session = scripted.open(options);
      const finish = session.finish.bind(session);
      session.finish = () => heard.promise.then(finish);
      return session;
    },
  };
  await using service = await startService({ recogniser });
  await using device = await open(service);
  await device.stream(silence(2), { speed: 30 });
  await device.until(() => device.text === 'The first half');
  const presses = [end(service), end(service)];
  await device.stream(silence(2), { speed: 30 });
  heard.resolve();
  const [one, two] = await Promise.all(presses);
  assert.equal(one.id, two.id);
  assert.match(textOf(one), /^The first half/);
  const { body } = await service.owner.call('GET', '/v1/conversations');
  assert.equal(body.filter(({ status }: Json) => status !== 'in_progress').length, 1);
});

test('opus packets of changing length are decoded', async () => {
  const utterances = [{ text: 'All of it.', start: 0.5, end: 4.5 }];
  await using service = await startService({ recogniser: scriptedRecogniser({ utterances }) });
  for (const sizes of [
    [20, 20, 20, 20, 40],
    [20, 20, 60],
    [20, 40],
    [10, 20, 40, 60],
  ]) {
    await using device = await open(service, { codec: 'opus', device_id: String(sizes) });
    const encoder = new Encoder({ channels: 1, sample_rate: RATE, application: 'voip' });
    const sound = joinedSound(voice, tone({ frequency: 300, seconds: 1 }));
    for (let at = 0, n = 0; at < sound.length; n += 1) {
      const samples = (sizes[n % sizes.length]! * RATE) / 1_000;
      const frame = sound.slice(at, at + samples);
      at += samples;
      if (frame.length === samples) device.socket.send(encoder.encode(pcmBytes(frame)).slice());
    }
    await device.until(() => device.text === 'All of it.', `${sizes}`);
    assert.deepEqual(ignoredBy(device), []);
  }
});

test('sound that cannot be decoded is left out alone, counted and named', async () => {
  const utterances = [{ text: 'The rest.', start: 0.5, end: 1.5 }];
  await using service = await startService({ recogniser: scriptedRecogniser({ utterances }) });
  await using device = await open(service, { codec: 'opus' });
  const encoder = new Encoder({ channels: 1, sample_rate: RATE, application: 'voip' });
  for (let at = 0; at < 2 * RATE; at += 320) {
    device.socket.send(encoder.encode(pcmBytes(voice.slice(at, at + 320))).slice());
    if (at % 6_400 === 0) device.socket.send(new Uint8Array(2_000));
  }
  await device.until(() => device.text === 'The rest.');
  const { message, problems, ignored } = await device.event('message_ignored');
  assert.deepEqual([message, ignored], ['audio', 5]);
  assert.match(problems[0].reason, /5 sound messages could not be decoded as opus/);
});

test('a recording cannot begin in the future, wherever a start is taken', async () => {
  const clock = new ManualClock(NOW);
  await using service = await startService({ clock });
  const { owner } = service;
  const text = 'I moved to Bonn.';
  const segments = [{ text, start: 0, end: 1 }];
  const upload = (started_at: string) => {
    const form = new FormData();
    form.append('started_at', started_at);
    form.append('file', new Blob([writeWav(silence(2))]), 'a.wav');
    return owner.call('POST', '/v1/conversations/upload', form);
  };
  const resumable = async (started_at: string) => {
    const metadata = `started_at ${Buffer.from(started_at).toString('base64')}`;
    const answer = await fetch(new URL('/v1/conversations/upload', service.service.url), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${owner.token}`,
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '64044',
        'Upload-Metadata': metadata,
      },
    });
    return { status: answer.status, body: await answer.text() };
  };
  const key = await owner.key(['conversations:write']);
  const ways = [
    (started_at: string) => key.call('POST', '/v1/dev/user/conversations', { text, started_at }),
    (started_at: string) => owner.call('POST', '/v1/conversations/from-text', { text, started_at }),
    (started_at: string) =>
      owner.call('POST', '/v1/conversations/from-segments', {
        transcript_segments: segments,
        started_at,
      }),
    upload,
    resumable,
  ];
  for (const [n, take] of ways.entries()) {
    for (const future of ['2026-11-12T09:00:00Z', '2026-11-10T10:00:00+00:00']) {
      const { status, body } = await take(future);
      assert.equal(status, 422, `${n}`);
      assert.match(JSON.stringify(body), /started_at is in the future: 2026/, `${n}`);
    }
    // The clock of a phone may be fast.
    const { status } = await take('2026-11-10T09:03:00Z');
    assert.ok(status < 300, `${n}: ${status}`);
  }
});

test('pings of the WebSocket itself keep a device connected', async (t) => {
  await using service = await startService();
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.now() });
  await using device = await typing(service);
  for (let passed = 0; passed < 150; passed += 50) {
    const { pings } = device;
    for (let ticks = 0; ticks < 5; ticks += 1) t.mock.timers.tick(10_000);
    await device.until(() => device.pings >= pings + 5);
    // Its answer shows that the service has read the ping.
    const answered = new Promise((resolve) => device.socket.once('pong', resolve));
    device.socket.ping();
    await answered;
  }
  assert.equal(device.socket.readyState, device.socket.OPEN);
});

test('a message that is too large is refused with a reason', async () => {
  await using service = await startService({ recogniser: scriptedRecogniser({ utterances: [] }) });
  const device = await open(service);
  device.socket.send(new Uint8Array(160_000));
  const { code, reason } = await device.closed;
  assert.equal(code, 1009);
  assert.match(reason, /at most 128 KiB/);
});

/** Uploads a file, and returns the conversation and the power of the sound that was recognised. */
async function uploaded(service: TestService, file: Uint8Array) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'a.wav');
  const { status, body } = await service.owner.call('POST', '/v1/conversations/upload', form);
  assert.equal(status, 200);
  const path = `/v1/conversations/${body.conversation_id}`;
  const conversation = await eventually('the end of the upload', async () => {
    const { body: found } = await service.owner.call('GET', path);
    return found.status === 'completed' && found;
  });
  return { conversation, seconds: body.seconds as number };
}

const lastWords = { utterances: [{ text: 'The last words.', start: 13.5, end: 14.9 }] };
const long = joinedSound(voice, voice, voice, voice.subarray(0, 3.2 * RATE));

test('a recording is heard to its end, whatever length its header claims', async () => {
  await using service = await startService({ recogniser: scriptedRecogniser(lastWords) });
  for (const claimed of [long.byteLength / 2, 0, 3 * long.byteLength]) {
    const file = writeWav(long);
    new DataView(file.buffer).setUint32(40, claimed, true);
    const { conversation, seconds } = await uploaded(service, file);
    assert.equal(textOf(conversation), 'The last words.', `${claimed}`);
    assert.ok(Math.abs(seconds - 15.2) < 0.1, `${claimed}: ${seconds} s`);
  }
});

test('two sides that cancel each other are heard', async () => {
  let power = 0;
  const scripted = scriptedRecogniser(lastWords);
  const recogniser: Recogniser = {
    ...scripted,
    open(options) {
      const session = scripted.open(options);
      const write = session.write.bind(session);
      session.write = (pcm) => {
        for (const sample of pcm) power += sample * sample;
        write(pcm);
      };
      return session;
    },
  };
  await using service = await startService({ recogniser });
  const monoPower = long.reduce((sum, sample) => sum + sample * sample, 0);
  for (const [left, right] of [
    [1, -1],
    [0.8, -1],
    [0, 1],
  ] as const) {
    const samples = Int16Array.from({ length: 2 * long.length }, (_, i) =>
      Math.round(long[i >> 1]! * (i % 2 === 0 ? left : right)),
    );
    const file = writeWav(samples);
    const header = new DataView(file.buffer);
    header.setUint16(22, 2, true);
    header.setUint32(28, RATE * 4, true);
    header.setUint16(32, 4, true);
    power = 0;
    const { conversation } = await uploaded(service, file);
    assert.equal(textOf(conversation), 'The last words.');
    assert.ok(power > 0.8 * monoPower, `${left} and ${right}: ${power / monoPower}`);
  }
});

test('words without a speaker are nobody’s, and each named speaker is one of their own', async () => {
  await using service = await startService({ clock: new ManualClock(NOW) });
  await using device = await typing(service);
  const owner = { speaker: 'SPEAKER_00', is_user: true };
  suggest(
    device,
    { text: 'I live in Bonn.', start: 0, end: 2, ...owner },
    { text: 'I live in Kiel.', start: 3, end: 4 },
    { text: 'I live in Rome.', start: 5, end: 6, speaker: 'SPEAKER_00', is_user: false },
    { text: 'I live in Oslo.', start: 7, end: 8, speaker: 'Ana' },
    { text: 'I live in Riga.', start: 9, end: 10, speaker: 'Ben' },
    { text: 'I live in Ulm.', start: 11, end: 12, speaker: 'SPEAKER_99999999999' },
  );
  await device.until(() => device.text.includes('Ulm'));
  const { transcript_segments } = await end(service);
  const own = transcript_segments.filter(({ is_user }: Json) => is_user);
  assert.deepEqual(
    own.map(({ text }: Json) => text),
    ['I live in Bonn.'],
  );
  const others = transcript_segments.filter(({ is_user }: Json) => !is_user);
  const speakerOf = (city: string) => others.find(({ text }: Json) => text.includes(city)).speaker;
  const named = ['Kiel', 'Oslo', 'Riga', 'Ulm'].map(speakerOf);
  assert.equal(new Set(named).size, 4);
  assert.ok(!named.includes('SPEAKER_00'));
});
