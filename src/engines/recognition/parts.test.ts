/** Tests small parts that recognisers share, such as refusals, addresses and queues. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedQueue } from './bounded-queue.ts';
import { providerAddress, backOffMs, isThisMachine, providerRefusal } from './provider.ts';
import { SessionEvents } from './session-events.ts';
import { SpeechPulse } from './speech-pulse.ts';
import { spreadWords } from './spread-words.ts';

test('an HTTP status of a provider becomes a refusal, final if retries are useless', () => {
  const reasons = [401, 403, 402, 429, 408, 500, 599, 400, 404, 499].map((status) => {
    const { code, final, detail } = providerRefusal(status);
    assert.ok(detail.startsWith('The speech provider ') && detail.includes(`${status}`));
    return `${status} ${code}${final ? ' final' : ''}`;
  });
  assert.deepEqual(reasons, [
    '401 auth final',
    '403 auth final',
    '402 quota final',
    '429 quota',
    '408 network',
    '500 network',
    '599 network',
    '400 unsupported final',
    '404 unsupported final',
    '499 unsupported final',
  ]);
  const pauses = ['7', '0', '', null, undefined, 'soon', '-1'].map((after) =>
    'retryAfterMs' in providerRefusal(429, after)
      ? providerRefusal(429, after).retryAfterMs
      : 'unsaid',
  );
  assert.deepEqual(pauses, [7_000, 0, 'unsaid', 'unsaid', 'unsaid', 'unsaid', 'unsaid']);
  assert.deepEqual([0, 1, 4, 5, 50].map(backOffMs), [200, 400, 3_200, 5_000, 5_000]);
});

test('an address gets the scheme of its protocol, encrypted except on this machine', () => {
  for (const [text, scheme, meant] of [
    ['host/x', 'ws', 'wss://host/x'],
    ['http://host', 'ws', 'ws://host/'],
    ['wss://host', 'http', 'https://host/'],
    ['localhost:80', 'http', 'http://localhost/'],
    ['127.0.0.9:1', 'ws', 'ws://127.0.0.9:1/'],
    ['[::1]:1', 'ws', 'ws://[::1]:1/'],
    ['https://localhost', 'ws', 'wss://localhost/'],
  ] as const) {
    assert.equal(providerAddress(text, scheme).href, meant, text);
  }
  for (const wrong of ['ftp://host', 'file:///x', ''])
    assert.throws(() => providerAddress(wrong, 'ws'));
  assert.deepEqual(
    ['http://localhost', 'http://localhost.evil', 'http://128.0.0.1'].map((each) =>
      isThisMachine(new URL(each)),
    ),
    [true, false, false],
  );
});

test('a queue keeps its order and refuses items beyond its limit', async () => {
  const queue = new BoundedQueue<number>('test', 2);
  const read: number[] = [];
  const reading = (async () => {
    for await (const each of queue) read.push(each);
  })();
  await new Promise(setImmediate);
  queue.push(1);
  queue.push(2);
  assert.equal(queue.length, 2);
  assert.throws(() => queue.push(3), /test: more than 2 waiting/);
  await new Promise(setImmediate);
  assert.deepEqual([queue.length, ...read], [0, 1, 2]);
  queue.push(4);
  queue.close();
  queue.push(5);
  const limit = setTimeout(() => assert.fail('The reader waits for ever.'), 10_000);
  await reading;
  clearTimeout(limit);
  assert.deepEqual(read, [1, 2, 4]);
});

test('unread events end the session with a reason, and nothing follows the end', async () => {
  const events = new SessionEvents();
  for (let at = 0; at < 1_999; at++) events.emit({ type: 'speech', at });
  assert.equal(events.ended, false);
  events.emit({ type: 'speech', at: 1_999 });
  assert.equal(events.ended, true);
  events.emit({ type: 'speech', at: 2_000 });
  events.fail('network', 'late');
  const all = await Array.fromAsync(events);
  assert.equal(all.length, 2_000);
  assert.deepEqual(all.at(-1), {
    type: 'failed',
    code: 'engine',
    detail: 'Nobody reads the events.',
  });
  const plain = new SessionEvents();
  plain.end();
  assert.deepEqual([plain.ended, ...(await Array.fromAsync(plain))], [true]);
});

test('speech is reported after three frames, at most four times a second', () => {
  const pulse = new SpeechPulse();
  const heard = (probabilities: number[]) =>
    probabilities.flatMap((each) => pulse.hear(each) ?? []).map((at) => Math.round(at * 1000));
  assert.deepEqual(heard([0.5, 0.5, 0.49, 0.5, 0.5]), []);
  assert.deepEqual(heard([0.5]), [192]);
  assert.deepEqual(heard(Array(8).fill(1)), [448]);
  assert.equal(new SpeechPulse().due(0), true);
  const times = new SpeechPulse();
  assert.deepEqual(
    [1, 1.24, 1.25, 1.4, 1.5].map((at) => times.due(at)),
    [true, false, true, false, true],
  );
});

test('words share the time of a text in proportion to their letters', () => {
  assert.deepEqual(spreadWords(' a  bcd ', 1, 3), [
    { text: 'a', start: 1, end: 1.5 },
    { text: 'bcd', start: 1.5, end: 3 },
  ]);
  assert.deepEqual(spreadWords(' ', 1, 3), []);
});
