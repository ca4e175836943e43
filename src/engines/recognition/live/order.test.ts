/** Tests the order of a provider's results, and the utterances made from them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResultOrder } from './result-order.ts';
import { Utterances } from './utterances.ts';

function orderOf(spoken: number[] = []) {
  const given: number[] = [];
  const order = new ResultOrder({
    deliver: ({ start }) => given.push(start),
    isSpoken: (from, to) => spoken.some((at) => from < at && at < to),
  });
  const push = (start: number, end: number) => order.push({ start, end, final: true, words: [] });
  return { order, given, push };
}

test('a final waits for an earlier one that is late, but not for silence', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const quiet = orderOf();
  quiet.push(3, 4);
  assert.deepEqual(quiet.given, [3]);

  const { order, given, push } = orderOf([0.1, 1, 4.5, 7]);
  push(0.25, 0.5);
  assert.deepEqual(given, [0.25], 'too short a gap holds no word');
  push(2, 3);
  push(3.1, 4);
  assert.deepEqual(given, [0.25]);
  push(0.5, 2);
  assert.deepEqual(given, [0.25, 0.5, 2, 3.1]);
  push(5, 6);
  t.mock.timers.tick(499);
  assert.equal(given.length, 4);
  t.mock.timers.tick(1);
  assert.deepEqual(given.slice(4), [5]);
  push(8, 9);
  order.drop();
  t.mock.timers.tick(1_000);
  assert.equal(given.length, 5);
  push(8, 9);
  order.flush();
  assert.deepEqual(given.slice(5), [8]);
  push(8.1, 8.5);
  push(9.2, 10);
  assert.deepEqual(given.slice(6), [8.1, 9.2]);
  t.mock.timers.tick(1_000);
  assert.equal(given.length, 8);
});

test('at most twenty finals wait', () => {
  const { given, push, order } = orderOf([0.5]);
  for (let count = 1; count <= 20; count++) push(count, count + 0.5);
  assert.deepEqual(given, []);
  push(21, 21.5);
  assert.equal(given.length, 21);
  order.drop();
});

const word = (text: string, start: number, end: number, speaker?: number) => ({
  text,
  start,
  end,
  ...(speaker !== undefined && { speaker }),
});
const shown = (made: ReturnType<Utterances['final']>) =>
  made.map(({ id, text, start, end, speaker = '-' }) => `${id} ${speaker} ${text} ${start}-${end}`);

test('each utterance has one speaker and the number of its final as id, and no word is repeated', () => {
  const utterances = new Utterances();
  assert.deepEqual(shown(utterances.partial([word('a', 0, 1)])), ['1 - a 0-1']);
  const first = [word('a', 0, 1, 0), word('b', 1, 2, 0), word('c', 2, 3, 1)];
  assert.deepEqual(shown(utterances.partial(first)), ['1 0 a b 0-2', '2 1 c 2-3']);
  assert.deepEqual(shown(utterances.final(first)), ['1 0 a b 0-2', '2 1 c 2-3']);
  // The middle of a word decides whether it was already returned.
  const next = [
    word('c', 2, 3.9, 1),
    word('d', 2.1, 3.9, 1),
    word('f', 5, 5, 1),
    word('e', 4, 4.5, 1),
  ];
  assert.deepEqual(shown(utterances.final(next)), ['3 1 d e f 3-5']);
  assert.deepEqual(shown(utterances.final([word('x', 4, 4.9)])), []);
  assert.deepEqual(shown(utterances.final([word('g', 6.0004, 6.0004, 0)])), ['4 0 g 6-6.01']);
  utterances.reconnected();
  assert.deepEqual(shown(utterances.final([word('h', 7, 8, 0)])), ['5 2 h 7-8']);
  const alone = new Utterances();
  alone.final([word('a', 0, 1, 0)]);
  alone.reconnected();
  assert.deepEqual(shown(alone.final([word('b', 1, 2, 0)])), ['2 0 b 1-2']);
  assert.ok(!('speaker' in alone.final([word('c', 2, 3, 1)])[0]!.words[0]!));
});
