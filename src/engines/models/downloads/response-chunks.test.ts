import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { soon } from '../../../testing/eventually.ts';
import { received } from './response-chunks.ts';

const turn = () => new Promise(setImmediate);

async function responseWith(count: number) {
  const response = new PassThrough();
  const reading = received(response as unknown as IncomingMessage);
  const next = () => soon('a chunk', reading.next());
  const chunks = { next, leave: () => reading.return(undefined) };
  for (let number = 0; number < count; number += 1) {
    response.push(Uint8Array.of(number));
    await turn();
  }
  return { response, chunks };
}

test('the network waits while sixty-four chunks wait for the disk', async () => {
  const { response, chunks } = await responseWith(63);
  assert.equal(response.isPaused(), false);
  response.push(Uint8Array.of(63));
  await turn();
  assert.equal(response.isPaused(), true);
  for (let number = 0; number < 63; number += 1) {
    assert.equal((await chunks.next()).value?.[0], number);
    assert.equal(response.isPaused(), true, `${number}`);
  }
  assert.equal((await chunks.next()).value?.[0], 63);
  assert.equal(response.isPaused(), false);
  const later = chunks.next();
  response.push(Uint8Array.of(64));
  assert.equal((await later).value?.[0], 64);
  response.end();
  assert.equal((await chunks.next()).done, true);
});

test('what came before a connection broke is given first, then the reason', async () => {
  const { response, chunks } = await responseWith(2);
  response.destroy(new Error('reset'));
  await turn();
  assert.deepEqual(
    [(await chunks.next()).value, (await chunks.next()).value],
    [Buffer.from([0]), Buffer.from([1])],
  );
  await assert.rejects(chunks.next(), /reset/);
});

test('a response whose reader has left is closed', async () => {
  const { response, chunks } = await responseWith(2);
  await chunks.next();
  await chunks.leave();
  assert.equal(response.destroyed, true);
});
