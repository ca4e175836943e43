/** Tests one socket to a provider: its messages, and the reasons for its end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { eventually, soon } from '../../../testing/eventually.ts';
import { UNREACHABLE } from '../provider.ts';
import { SAMPLE_RATE } from '../recogniser.ts';
import { ProviderConnection, ordinaryPatience, type Patience } from './connection.ts';
import type { DialectConversation, DialectSaid } from './dialect.ts';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
await once(server, 'listening');
after(() => server.close());
const { port } = server.address() as AddressInfo;
const address = new URL(`ws://127.0.0.1:${port}`);

const ANSWERS: Record<string, DialectSaid> = {
  empty: {},
  over: { over: true },
  refused: { refusal: { code: 'quota', detail: 'No room.', final: false } },
  words: { results: [{ start: 0, end: 1, final: true, words: [] }] },
};

interface Parts extends Partial<DialectConversation> {
  patience?: Partial<Patience>;
}

/** Opens a connection. `happened` lists the calls of its handlers, `said` its messages. */
async function connect({ patience, ...conversation }: Parts = {}) {
  const happened: string[] = [];
  const said: string[] = [];
  const accepted = once(server, 'connection') as Promise<[WebSocket]>;
  const connection = new ProviderConnection(
    {
      address,
      headers: {},
      gapless: true,
      begin: () => ({
        greeting: ['hello'],
        sound: (pcm) => `sound ${pcm.length}`,
        keepAlive: 'alive',
        last: () => ['last', 'bye'],
        hear: (text) => ANSWERS[text],
        ...conversation,
      }),
    },
    { ...ordinaryPatience, ...patience },
    {
      opened: () => happened.push('opened'),
      heard: ({ end }) => happened.push(`heard until ${end}`),
      ended: (refusal) => happened.push(refusal ? `${refusal.code}: ${refusal.detail}` : 'ended'),
    },
  );
  const [socket] = await accepted;
  socket.on('message', (data: RawData) => said.push(String(data)));
  await eventually('the connection', () => happened.includes('opened'));
  const end = () => eventually('the end', () => happened.find((each) => /^ended$|: /.test(each)));
  return { connection, socket, happened, said, end };
}

test('a greeting comes first, and long sound goes in pieces of a second', async () => {
  const { connection, said, socket, end } = await connect();
  assert.equal(connection.isOpen, true);
  connection.send(new Int16Array(SAMPLE_RATE * 2 + 5));
  await eventually('the sound', () => said.length === 4);
  assert.deepEqual(said, ['hello', 'sound 16000', 'sound 16000', 'sound 5']);
  connection.send(new Int16Array(SAMPLE_RATE));
  connection.send(new Int16Array(0));
  connection.finish();
  await eventually('the last message', () => said.includes('bye'));
  assert.deepEqual(said.slice(4), ['sound 16000', 'last', 'bye']);
  assert.equal(connection.isOpen, false);
  socket.send('over');
  assert.equal(await end(), 'ended');
});

test('only an end that was asked for is in order', async () => {
  for (const [code, finish, reason] of [
    [1000, true, 'ended'],
    [undefined, true, 'ended'],
    [1011, true, `network: ${UNREACHABLE.detail}`],
    [1000, false, `network: ${UNREACHABLE.detail}`],
  ] as const) {
    const { connection, socket, end } = await connect();
    if (finish) connection.finish();
    socket.close(code);
    assert.equal(await end(), reason, `${code} ${finish}`);
  }
});

test('results arrive, and "over" ends only a connection that is finishing', async () => {
  const { connection, socket, happened, end } = await connect();
  socket.send('over');
  socket.send('words');
  await eventually('the results', () => happened.at(-1) === 'heard until 1');
  assert.equal(connection.isOpen, true);
  socket.send('refused');
  await eventually('the refusal', () => happened.length === 3);
  assert.deepEqual(happened, ['opened', 'heard until 1', 'quota: No room.']);
  assert.equal(await end(), 'quota: No room.');
});

test('twenty messages in a row that nobody understands end it; an empty answer between does not', async () => {
  const { socket, happened, end } = await connect();
  const send = (count: number, text: string | Buffer) => {
    for (let i = 0; i < count; i += 1) socket.send(text);
  };
  send(19, 'rubbish');
  socket.send('empty');
  send(19, Buffer.from('words'));
  socket.send('words');
  await eventually('the results', () => happened.at(-1) === 'heard until 1');
  happened.pop();
  send(20, 'rubbish');
  assert.equal(await end(), 'network: The speech provider uses another protocol.');
  assert.equal(happened.length, 2);
});

test('a handshake that is refused ends with the reason and the pause that the provider asks for', async () => {
  const refusals: unknown[] = [];
  server.options.verifyClient = (_info, done) => done(false, 429, '', { 'retry-after': '7' });
  const refused = new ProviderConnection(
    { address, headers: {}, gapless: true, begin: () => ({}) as DialectConversation },
    ordinaryPatience,
    { opened() {}, heard() {}, ended: (refusal) => refusals.push(refusal) },
  );
  await eventually('the refusal', () => refusals.length > 0);
  server.options.verifyClient = undefined;
  assert.equal(refused.isOpen, false);
  const detail = 'The speech provider accepts no more requests at the moment (429).';
  assert.deepEqual(refusals, [{ code: 'quota', detail, final: false, retryAfterMs: 7_000 }]);
});

test('an idle connection is kept with a message, and only until it finishes', async () => {
  const patience = { keepAliveMs: 40, deadMs: 200 };
  const { connection, said, socket, end } = await connect({ patience });
  await eventually('the messages', () => said.filter((each) => each === 'alive').length === 3);
  connection.finish();
  // The pings are 100 ms apart, although a keep-alive message would be due twice in this time.
  await soon('a ping', once(socket, 'ping'));
  socket.send('over');
  assert.equal(await end(), 'ended');
  assert.equal(said.at(-1), 'bye');
});

test('a connection without keep-alive messages is asked by pings and sends nothing else', async () => {
  const patience = { keepAliveMs: 40, deadMs: 400 };
  const { connection, said, socket, happened, end } = await connect({ keepAlive: null, patience });
  const asked = performance.now();
  for (let count = 0; count < 3; count += 1) await soon('a ping', once(socket, 'ping'));
  // The first ping follows after half the time. An answer to the ping counts as a sign of life.
  assert.ok(performance.now() - asked > 400);
  assert.deepEqual(happened, ['opened']);
  connection.drop();
  assert.equal(await end(), `network: ${UNREACHABLE.detail}`);
  assert.deepEqual(said, ['hello']);
});

test('a provider that answers no ping is given up, and nothing watches it any more', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  const before = timers();
  const { socket, end } = await connect({ patience: { deadMs: 200 } });
  socket.pause();
  assert.equal(await end(), 'network: The speech provider stopped sending messages.');
  socket.terminate();
  await eventually('the end of the timers', () => timers() <= before + 1);
});

test('a provider that takes no sound is given up after a minute of it', async () => {
  const { connection, socket, end } = await connect({
    sound: (pcm) => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength),
  });
  socket.pause();
  // The buffers of the network contain some of the sound.
  const minute = new Int16Array(SAMPLE_RATE * 60);
  for (let count = 0; count < 6; count += 1) connection.send(minute);
  assert.equal(await end(), 'network: The speech provider accepts no more sound.');
});
