/** Tests the process that transcribes many utterances, from both sides of its messages. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import { eventually, soon } from '../../../testing/eventually.ts';
import { GivenUp } from '../../supervision/restarts.ts';
import type { RecognisedWord } from '../recogniser.ts';
import { ORDER, STEP } from './counting-streams.fixture.ts';
import { StreamProcess } from './stream-process.ts';

const marks: string[] = [];
/** What the operator reads in the log. */
const errors: string[] = [];
let shared: StreamProcess;
before(() => void (shared = start()));
after(async () => {
  await shared[Symbol.asyncDispose]();
  for (const mark of marks) await rm(mark, { force: true });
});

function newMark(): string {
  const mark = join(tmpdir(), `mark-${crypto.randomUUID()}`);
  marks.push(mark);
  return mark;
}

/** The file at `mark` is for the orders to the model. */
function start(mark = newMark()): StreamProcess {
  return new StreamProcess({
    name: 'counting',
    entry: new URL('./counting-streams.fixture.ts', import.meta.url),
    argv: [mark],
    log: { ...silentLog, error: (_, message) => errors.push(message) },
    backOffMs: () => 0,
  });
}

const textOf = (words: readonly RecognisedWord[]) => words.map(({ text }) => text).join(' ');

function openIn(process: StreamProcess, language = 'w') {
  const partials: string[] = [];
  const utterance = process.open({
    language,
    onPartial: (words) => partials.push(textOf(words)),
  });
  return {
    partials,
    ...utterance,
    /** Sends the sound of this many steps. */
    write(steps: number, order = 0) {
      const pcm = new Int16Array(steps * STEP);
      pcm[0] = order;
      utterance.write(pcm);
    },
    words: async () => textOf(await soon('the words', utterance.end())),
    heard: (text: string) => eventually(text, () => partials.includes(text)),
  };
}

test('words grow while the sound arrives, each text is told once, and the last words come at the end', async () => {
  const one = openIn(shared);
  one.write(1);
  await one.heard('w1');
  one.write(4);
  await one.heard('w1 w2 w3');
  assert.deepEqual(one.partials, ['w1', 'w1 w2', 'w1 w2 w3']);
  assert.equal(await one.words(), 'w1 w2 w3 end');
  assert.equal(shared.load, 0);
});

test('forty utterances are transcribed at once, in steps of at most 32, each in its language', async () => {
  const mark = newMark();
  await using process = start(mark);
  const all = Array.from({ length: 40 }, (_, at) => openIn(process, `word${at}-`));
  for (const [at, each] of all.entries()) each.write(6, at === 0 ? ORDER.waitForFile : 0);
  const heard = all.map((each) => each.words());
  await writeFile(mark, '');
  assert.deepEqual(
    await Promise.all(heard),
    all.map((_, at) => `word${at}-1 word${at}-2 word${at}-3 end`),
  );
});

test('no utterance waits behind 32 that always have more sound', async () => {
  await using process = start();
  const endless = Array.from({ length: 32 }, () => openIn(process));
  for (const each of endless) each.write(1, ORDER.neverFinish);
  await endless.at(-1)!.heard('w1');
  const last = openIn(process);
  last.write(3);
  assert.equal(await last.words(), 'w1 w2 end');
});

test('an utterance that is closed has no words, and the others go on', async () => {
  const [closed, other] = [openIn(shared), openIn(shared)];
  closed.write(4);
  other.write(1);
  await closed.heard('w1 w2');
  closed.close();
  assert.equal(await closed.words(), '');
  other.write(2);
  assert.equal(await other.words(), 'w1 w2 end');
});

test('after the end of the process all utterances are told to the next one, and lose no word', async () => {
  await using process = start();
  const [silent, speaking, deadly] = [openIn(process), openIn(process), openIn(process)];
  speaking.write(3);
  await speaking.heard('w1 w2');
  deadly.write(3, ORDER.dieOnce);
  await deadly.heard('w1 w2');
  speaking.write(2);
  silent.write(1);
  assert.deepEqual(
    [await deadly.words(), await speaking.words(), await silent.words()],
    ['w1 w2 end', 'w1 w2 w3 end', 'w1 end'],
  );
});

test('an utterance that waits for another one goes on when that one is closed', async () => {
  await using process = start();
  const [endless, deadly] = [openIn(process), openIn(process)];
  endless.write(1, ORDER.neverFinish);
  await endless.heard('w1');
  deadly.write(1, ORDER.dieOnce);
  // The next process begins with the first utterance again.
  await eventually('the next process', () => endless.partials.filter((text) => text === 'w1')[1]);
  assert.deepEqual(deadly.partials, []);
  endless.close();
  assert.equal(await deadly.words(), 'w1 end');
});

test('an utterance that ends two processes is given up, and the others are transcribed', async () => {
  await using process = start();
  const [deadly, other] = [openIn(process), openIn(process)];
  other.write(1);
  await other.heard('w1');
  deadly.write(1, ORDER.die);
  await assert.rejects(soon('the end', deadly.end()), GivenUp);
  assert.deepEqual(errors, ['an utterance ended every worker it was given to']);
  other.write(2);
  assert.equal(await other.words(), 'w1 w2 end');
});

test('utterances end without words when the process is no longer needed', async () => {
  const process = start();
  const before = openIn(process);
  before.write(1);
  await before.heard('w1');
  const words = before.words();
  await process[Symbol.asyncDispose]();
  assert.equal(await words, '');
  assert.equal(await openIn(process).words(), '');
});
