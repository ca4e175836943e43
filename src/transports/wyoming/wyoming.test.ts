/** The Wyoming door, spoken to by hand and by the client of its makers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { StartError } from '../../core/errors.ts';
import { pcmBytes, silence, wav } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { openResampler } from '../../engines/audio/resampler.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually, soon } from '../../testing/eventually.ts';
import { pythonWith } from '../../testing/docs/python-packages.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';

const SENTENCE = 'My sister will bring the children to Boston on Friday.';
const MONO = { rate: 16_000, width: 2, channels: 1 };
const STEREO = { rate: 8_000, width: 2, channels: 2 };
const UTTERANCES = [
  { text: 'The bees are in the garden.', start: 0, end: 1 },
  { text: 'They sleep.', start: 1, end: 2 },
];

/** Hears with the built-in recogniser, and keeps what it hears. */
let hearing: TestService & { port: number };
/** Hears the same two sentences in every sound, and keeps nothing. */
let scripted: TestService & { port: number };

async function startWyoming(
  settings: Record<string, string>,
  replacements: Omit<NonNullable<Parameters<typeof startService>[0]>, 'environment'> = {},
) {
  const port = await freePort();
  const environment = { SVC_WYOMING_PORT: String(port), ...settings };
  return { ...(await startService({ ...replacements, environment })), port };
}

before(async () => {
  hearing = await startWyoming(
    { SVC_RECOGNISER: 'builtin', SVC_WYOMING_ACCOUNT: OWNER.email.toUpperCase() },
    { wyomingPauseMs: 300 },
  );
  scripted = await startWyoming({}, { recogniser: scriptedRecogniser({ utterances: UTTERANCES }) });
});
after(async () => {
  await hearing[Symbol.asyncDispose]();
  await scripted[Symbol.asyncDispose]();
});

interface Event {
  type: string;
  data: Json;
}

/** Speaks the protocol as its documentation describes it. */
class Client implements Disposable {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => void socket.once('close', resolve));
    socket.on('error', () => {});
    socket.on('data', (bytes) => void (this.#received = Buffer.concat([this.#received, bytes])));
  }

  static async open(port: number): Promise<Client> {
    const socket = connect(port, '127.0.0.1');
    const client = new Client(socket);
    await once(socket, 'connect');
    return client;
  }

  send(type: string, data: object | null = null, payload?: Uint8Array): void {
    const more = data ? Buffer.from(JSON.stringify(data)) : Buffer.alloc(0);
    const header = { type, data_length: more.length, payload_length: payload?.length };
    this.socket.write(`${JSON.stringify(header)}\n`);
    this.socket.write(more);
    if (payload) this.socket.write(payload);
  }

  /** Sends a sound in pieces of 1,000 bytes, which cut through samples of two channels. */
  say(pcm: Int16Array, format = MONO): void {
    const bytes = pcmBytes(pcm);
    this.send('audio-start', format);
    for (let at = 0; at < bytes.length; at += 1_001) {
      this.send('audio-chunk', format, bytes.subarray(at, at + 1_001));
    }
    this.send('audio-stop');
  }

  /** Returns the next event; null when the connection has closed. */
  async event(): Promise<Event | null> {
    return soon('an event', this.#event());
  }

  /** Returns the events until one of this type. */
  async until(type: string): Promise<Event[]> {
    const events: Event[] = [];
    while (events.at(-1)?.type !== type) {
      const event = await this.event();
      assert.ok(event, `no ${type} before the end, but ${JSON.stringify(events)}`);
      events.push(event);
    }
    return events;
  }

  /** Returns the words of a sound. */
  async transcript(): Promise<string> {
    const { data } = (await this.until('transcript')).at(-1)!;
    await this.until('transcript-stop');
    return data.text;
  }

  /** Returns the sentence with which the service closes the connection. */
  async refusal(): Promise<string> {
    const events = await this.until('error');
    await soon('the end', this.closed);
    return events.at(-1)!.data.text;
  }

  async #event(): Promise<Event | null> {
    for (;;) {
      const end = this.#received.indexOf('\n');
      const header = end < 0 ? null : (JSON.parse(this.#received.toString('utf8', 0, end)) as Json);
      const from = end + 1 + (header?.data_length ?? 0);
      if (header && this.#received.length >= from) {
        const data = JSON.parse(this.#received.toString('utf8', end + 1, from) || '{}') as Json;
        this.#received = this.#received.subarray(from);
        return { type: header.type, data };
      }
      if (this.socket.closed) return null;
      await Promise.race([once(this.socket, 'data').catch(() => {}), this.closed]);
    }
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

async function conversations({ owner }: TestService): Promise<Json[]> {
  const { body } = await owner.call('GET', '/v1/conversations?include_discarded=true');
  return body as Json[];
}

test('the service describes its recogniser and answers pings', async () => {
  using client = await Client.open(hearing.port);
  client.send('describe');
  client.send('ping', { text: 'here' });
  const { asr } = (await client.until('info'))[0]!.data;
  assert.equal(asr[0].installed, true);
  assert.equal(asr[0].supports_transcript_streaming, true);
  const [{ languages, attribution, installed }] = asr[0].models;
  assert.ok(languages.includes('de') && languages.includes('en'));
  assert.deepEqual(
    { attribution, installed },
    { attribution: asr[0].attribution, installed: true },
  );
  assert.deepEqual(await client.event(), { type: 'pong', data: { text: 'here' } });
});

test('a spoken sentence is transcribed and kept in the account', async () => {
  const earlier = (await conversations(hearing)).length;
  using client = await Client.open(hearing.port);
  client.send('transcribe', { language: 'en' });
  client.say(await speak(SENTENCE));
  const events = await client.until('transcript-stop');
  const [first, ...rest] = events.map(({ type }) => type);
  assert.equal(first, 'transcript-start');
  assert.deepEqual(rest.slice(-2), ['transcript', 'transcript-stop']);
  const { text, language } = events.at(-2)!.data;
  assert.match(text, /bring the children to Boston/);
  assert.equal(language, 'en');
  const kept = await conversations(hearing);
  assert.equal(kept.length, earlier + 1);
  assert.equal(kept[0]!.source, 'wyoming');
  const { body } = await hearing.owner.call('GET', `/v1/conversations/${kept[0]!.id}`);
  const words = body.transcript_segments.map((segment: Json) => segment.text).join(' ');
  assert.equal(words, text);
});

test('sound of 8 kHz and two channels is converted', async () => {
  const down = openResampler(16_000, 8_000)(await speak(SENTENCE));
  const stereo = Int16Array.from({ length: down.length * 2 }, (_, i) => down[i >> 1]!);
  using client = await Client.open(hearing.port);
  client.say(stereo, STEREO);
  assert.match(await client.transcript(), /children to Boston/);
});

test('a sound of 32 bits has the same words as one of 16', async () => {
  const pcm = await speak(SENTENCE);
  const wide = new Int16Array(Int32Array.from(pcm, (sample) => sample << 16).buffer);
  using client = await Client.open(hearing.port);
  client.say(pcm);
  const words = await client.transcript();
  client.say(wide, { ...MONO, width: 4 });
  assert.equal(await client.transcript(), words);
});

test('silence, and a sound without any sound, have an empty transcript and are not kept', async () => {
  const earlier = (await conversations(hearing)).length;
  using client = await Client.open(hearing.port);
  client.say(silence(2));
  assert.equal(await client.transcript(), '');
  client.send('audio-start', STEREO);
  client.send('audio-stop');
  assert.equal(await client.transcript(), '');
  // This one does not even end.
  client.send('audio-start', STEREO);
  assert.equal(await client.transcript(), '');
  assert.equal((await conversations(hearing)).length, earlier);
});

test('words are sent while the sound arrives, and nothing is kept without an account', async () => {
  using client = await Client.open(scripted.port);
  client.send('audio-start', MONO);
  client.send('audio-chunk', MONO, pcmBytes(silence(1.5)));
  const first = (await client.until('transcript-chunk')).at(-1)!;
  assert.equal(first.data.text, UTTERANCES[0]!.text);
  client.send('describe');
  await client.until('info');
  client.send('audio-chunk', MONO, pcmBytes(silence(1)));
  client.send('audio-stop');
  const rest = await client.until('transcript-stop');
  assert.deepEqual(
    rest.map(({ data }) => data.text),
    [' They sleep.', 'The bees are in the garden. They sleep.', undefined],
  );
  assert.deepEqual(await conversations(scripted), []);
});

test('two clients at once get their own words', async () => {
  const texts = [SENTENCE, 'We will meet at the station at nine.'];
  const heard = await Promise.all(
    texts.map(async (text) => {
      using client = await Client.open(hearing.port);
      client.say(await speak(text));
      return await client.transcript();
    }),
  );
  assert.match(heard[0]!, /Boston/);
  assert.match(heard[1]!, /station/);
});

test('a client that closes its side after the sound still gets the words', async () => {
  using client = await Client.open(scripted.port);
  client.say(silence(2));
  client.socket.end();
  assert.match(await client.transcript(), /bees/);
  await soon('the end', client.closed);
});

const refused: [name: string, send: (client: Client) => void, sentence: RegExp][] = [
  ['another protocol', ({ socket }) => socket.write('GET / HTTP/1.1\r\n\r\n'), /a line of JSON/],
  ['random bytes', ({ socket }) => socket.write(Buffer.from([0, 255, 10, 7])), /a line of JSON/],
  ['a list', ({ socket }) => socket.write('[]\n'), /a line of JSON/],
  ['a negative length', ({ socket }) => socket.write('{"type":"ping","data_length":-1}\n'), /JSON/],
  ['a long line', ({ socket }) => socket.write('x'.repeat(1_000_000)), /at most 16384 bytes/],
  [
    'long data',
    ({ socket }) => socket.write('{"type":"ping","data_length":99999999}\n'),
    /data of an event may have at most 65536/,
  ],
  [
    'a long payload',
    ({ socket }) => socket.write('{"type":"audio-chunk","payload_length":99999999}\n'),
    /payload of an event may have at most 262144/,
  ],
  ['a sound without a format', (client) => client.send('audio-start'), /Announce sound with/],
  [
    'an odd rate',
    (client) => client.send('audio-start', { ...MONO, rate: 16_001 }),
    /one of these rates: 8000/,
  ],
  ['no language', (client) => client.send('transcribe', { language: 7 }), /a code such as en/],
  [
    'a language that the recogniser does not know',
    (client) => {
      client.send('transcribe', { language: 'tlh' });
      client.say(silence(1));
    },
    /does not support the language “tlh”/,
  ],
];

for (const [name, send, sentence] of refused) {
  test(`${name} is refused with a sentence, and the connection closes`, async () => {
    using client = await Client.open(hearing.port);
    send(client);
    assert.match(await client.refusal(), sentence);
  });
}

test('a sound of more than five minutes is refused', async () => {
  using client = await Client.open(scripted.port);
  client.send('audio-start', { rate: 8_000, width: 1, channels: 1 });
  const piece = new Uint8Array(200_000);
  for (let count = 0; count < 13; count += 1) client.send('audio-chunk', null, piece);
  assert.match(await client.refusal(), /at most five minutes/);
});

test('a client that leaves in the middle of a payload leaves nothing behind', async () => {
  const earlier = (await conversations(hearing)).length;
  {
    using client = await Client.open(hearing.port);
    client.send('audio-start', MONO);
    client.send('audio-chunk', MONO, pcmBytes(await speak(SENTENCE)));
    client.socket.write('{"type":"audio-chunk","payload_length":2000}\nhalf');
    await client.until('transcript-start');
    client.socket.end();
    await soon('the end', client.closed);
  }
  using next = await Client.open(hearing.port);
  next.send('ping');
  await next.until('pong');
  assert.equal((await conversations(hearing)).length, earlier);
});

test('too many connections are refused until others close', async () => {
  const clients = await Promise.all(Array.from({ length: 32 }, () => Client.open(scripted.port)));
  for (const client of clients) client.send('ping');
  for (const client of clients) await client.until('pong');
  using another = await Client.open(scripted.port);
  assert.match(await another.refusal(), /Too many connections/);
  for (const client of clients) client.socket.end();
  await eventually('a free place', async () => {
    using next = await Client.open(scripted.port);
    next.send('ping');
    return (await next.event())?.type === 'pong';
  });
});

test('a service without a recogniser says so', async () => {
  await using deaf = await startWyoming({});
  using client = await Client.open(deaf.port);
  client.send('describe');
  assert.equal((await client.until('info'))[0]!.data.asr[0].installed, false);
  client.say(silence(1));
  assert.match(await client.refusal(), /no recogniser for words/);
});

test('words are answered also when the account that keeps them does not exist', async () => {
  await using service = await startWyoming(
    { SVC_WYOMING_ACCOUNT: 'nobody@example.org', SVC_LOG_LEVEL: 'silent' },
    { recogniser: scriptedRecogniser({ utterances: UTTERANCES }) },
  );
  using client = await Client.open(service.port);
  client.say(silence(2));
  assert.match(await client.transcript(), /bees/);
  assert.deepEqual(await conversations(service), []);
});

test('when the service stops, a client hears why', async () => {
  const service = await startWyoming(
    {},
    { recogniser: scriptedRecogniser({ utterances: UTTERANCES }) },
  );
  using client = await Client.open(service.port);
  client.send('audio-start', MONO);
  await client.until('transcript-start');
  const [sentence] = await Promise.all([client.refusal(), service[Symbol.asyncDispose]()]);
  assert.match(sentence, /is restarting/);
});

test('a port in use and an account without a port are refused at the start', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await assert.rejects(
    startService({ environment: { SVC_WYOMING_PORT: String(port) } }),
    (error) =>
      error instanceof StartError && /Port \d+ .* with SVC_WYOMING_PORT/.test(error.message),
  );
  server.close();
  await assert.rejects(
    startService({ environment: { SVC_WYOMING_ACCOUNT: OWNER.email } }),
    /SVC_WYOMING_ACCOUNT is set without SVC_WYOMING_PORT/,
  );
});

const PROGRAM = `
import asyncio, json, sys, wave
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import wav_to_chunks
from wyoming.client import AsyncClient
from wyoming.info import Describe, Info

async def main():
    async with AsyncClient.from_uri(sys.argv[1]) as client:
        await client.write_event(Describe().event())
        info = Info.from_event(await client.read_event())
        await client.write_event(Transcribe(language="en").event())
        with wave.open(sys.argv[2]) as sound:
            for part in wav_to_chunks(sound, 1024, start_event=True, stop_event=True):
                await client.write_event(part.event())
        types = []
        while True:
            event = await client.read_event()
            types.append(event.type)
            if Transcript.is_type(event.type):
                text = Transcript.from_event(event).text
            if event.type == "transcript-stop":
                break
        program = info.asr[0]
        print(json.dumps([program.name, program.models[0].name, types[0], text]))

asyncio.run(main())
`;

const python = pythonWith(['wyoming==1.10.2']);
const skip =
  python === null && 'The client of PyPI was left out: Python, pip or network is missing.';
test('the client of the makers of the protocol is understood', { skip }, async () => {
  const folder = temporaryFolder();
  const files = { program: join(folder, 'client.py'), sound: join(folder, 'sound.wav') };
  writeFileSync(files.program, PROGRAM);
  writeFileSync(files.sound, wav({ samples: await speak(SENTENCE) }));
  const words = [files.program, `tcp://127.0.0.1:${hearing.port}`, files.sound];
  const { stdout } = await promisify(execFile)(python!, words, { timeout: 30_000 });
  const [program, model, first, text] = JSON.parse(stdout) as string[];
  assert.deepEqual([program, first], ['commonplace', 'transcript-start']);
  assert.ok(model);
  assert.match(text!, /children to Boston/);
  removeFolder(folder);
});
