/** Tests the lines of a file in an archive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_LINE_BYTES } from './format.ts';
import { linesOf } from './zip-reader.ts';

async function* given(...chunks: (string | Buffer)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function lines(...chunks: (string | Buffer)[]): Promise<string[]> {
  const found = await Array.fromAsync(linesOf('a.jsonl', given(...chunks)));
  return found.map(({ number, text }) => `${number} ${text}`);
}

test('a line may be in several chunks, and a chunk may contain several lines', async () => {
  assert.deepEqual(await lines('one\ntw', 'o', '\nthree\n'), ['1 one', '2 two', '3 three']);
  assert.deepEqual(await lines('one\n\ntwo'), ['1 one', '2 ', '3 two']);
  assert.deepEqual(await lines('', '\n'), ['1 ']);
  assert.deepEqual(await lines(), []);
});

test('a letter may be in two chunks', async () => {
  const letter = Buffer.from('é\n');
  assert.deepEqual(await lines(letter.subarray(0, 1), letter.subarray(1)), ['1 é']);
});

test('a line that is not UTF-8 is named', async () => {
  const file = lines('one\n', Buffer.of(0xff, 10));
  await assert.rejects(file, { message: 'a.jsonl, line 2: this is not UTF-8.' });
});

test('a line has at most 64 MiB, in however many chunks', async () => {
  const half = Buffer.alloc(MAX_LINE_BYTES / 2, 'a');
  const [longest] = await Array.fromAsync(
    linesOf('a.jsonl', given('one\n', half, half, '\n')),
  ).then((found) => found.slice(1));
  assert.equal(longest!.text.length, MAX_LINE_BYTES);
  await assert.rejects(lines('one\n', half, half, 'a'), {
    message: `a.jsonl, line 2 is longer than ${MAX_LINE_BYTES} bytes.`,
  });
});
