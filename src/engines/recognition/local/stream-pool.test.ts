import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import { soon } from '../../../testing/eventually.ts';
import { STEP } from './counting-streams.fixture.ts';
import { StreamPool } from './stream-pool.ts';

/** Identifies the processes of this file. */
const MARK = `mark-${crypto.randomUUID()}`;

const poolOf = (size: number) =>
  new StreamPool({
    size,
    name: 'counting',
    entry: new URL('./counting-streams.fixture.ts', import.meta.url),
    argv: [join(tmpdir(), MARK)],
    log: silentLog,
    backOffMs: () => 0,
  });

/** The number of child processes, which a pool starts before it returns. */
function processes(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children.split(' ').filter(isOfPool).length;
}

function isOfPool(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(MARK);
  } catch {
    return false;
  }
}

test('the ninth stream starts a second process, and the number of processes is limited', async () => {
  {
    await using pool = poolOf(2);
    const streams = Array.from({ length: 20 }, (_, at) => {
      const stream = pool.open({ language: `word${at}-`, onPartial: () => {} });
      assert.equal(processes(), at < 8 ? 1 : 2, `stream ${at + 1}`);
      return stream;
    });
    for (const stream of streams) stream.write(new Int16Array(STEP));
    const ended = soon('all words', Promise.all(streams.map((stream) => stream.end())));
    for (const [at, words] of (await ended).entries()) {
      assert.equal(words[0]?.text, `word${at}-1`);
    }
  }
  assert.equal(processes(), 0);
});

test('a process that ended its streams has room again', async () => {
  await using pool = poolOf(2);
  const open = () => pool.open({ language: 'w', onPartial: () => {} });
  const streams = Array.from({ length: 8 }, open);
  streams[0]!.close();
  open();
  assert.equal(processes(), 1);
});

test('a pool that is warm has one process, which takes the first stream', async () => {
  await using pool = poolOf(2);
  assert.equal(processes(), 0);
  pool.warm();
  pool.warm();
  assert.equal(processes(), 1);
  const stream = pool.open({ language: 'w', onPartial: () => {} });
  assert.equal(processes(), 1);
  stream.write(new Int16Array(STEP));
  const words = await soon('the words', stream.end());
  assert.equal(words[0]?.text, 'w1');
});
