/** Tests how the sound of a session is kept on the disk until its words are stored. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import type { Context } from '../../kit/context.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import { lookAt } from './left-sound.ts';
import { SoundBuffer } from './sound-buffer.ts';
import { SoundJournal } from './sound-journal.ts';

let folder: string;
let shelves = 0;
before(() => {
  folder = temporaryFolder();
});
after(() => removeFolder(folder));

const ABOUT = { codec: 'pcm16', sample_rate: 16_000, channels: 1, language: 'en', stream: null };

/** A session. `calls` lists the calls of its sound store. */
async function session({ isUnheard = false } = {}) {
  const root = join(folder, String((shelves += 1)));
  const calls: string[] = [];
  let journals = 0;
  const context = {
    actor: { kind: 'job', user_id: 'user' },
    log: silentLog,
    newId: () => `journal ${(journals += 1)}`,
  } as unknown as Context;
  const lost: SoundSpan[] = [];
  const sound = await SoundBuffer.open({
    ...ABOUT,
    context,
    isUnheard,
    kept: {
      root,
      expect: async (_, { id, since }) => void calls.push(`expect ${id} ${since.getTime()}`),
      release: async (_, id) => void calls.push(`release ${id}`),
      left: async (path) => void calls.push(`left ${basename(path)}`),
      async lose(_, id, span) {
        calls.push(`lose ${id}`);
        lost.push(span);
      },
      watch: () => () => {},
    },
  });
  let second = 0;
  const say = (conversation_id = 'a', voiced?: boolean) => {
    sound.message(new Uint8Array(64), second * 1_000);
    second += 1;
    return sound.flush({ conversation_id, audio: second, spokenUntil: second * 1_000, voiced });
  };
  const reached = () => ({ conversation_id: 'a', audio: second, spokenUntil: second * 1_000 });
  const told = () => calls.splice(0);
  const journalsLeft = () => (existsSync(root) ? readdirSync(root).toSorted() : []);
  const spansOf = async (journal: string) =>
    Object.fromEntries((await lookAt(join(root, journal), () => {}))!.spans);
  return { sound, say, reached, told, journalsLeft, spansOf, root, lost };
}

test('a journal whose words are all stored is deleted', async () => {
  const { sound, say, told, journalsLeft } = await session();
  assert.deepEqual([sound.isKept, sound.isBroken, sound.isUnheard], [true, false, false]);
  await say();
  await sound.end(true);
  assert.deepEqual([told(), journalsLeft()], [[], []]);
});

test('sound whose words are not stored at the end is left for later', async () => {
  const { sound, say, told, spansOf } = await session();
  await say();
  await sound.end(false);
  assert.deepEqual(told(), ['left journal 1']);
  assert.deepEqual(await spansOf('journal 1'), { a: [{ from: 0, until: 1_000 }] });
});

test('sound is dropped one check after all its words are stored', async () => {
  const { sound, say, spansOf } = await session();
  await say();
  await say();
  await say();
  const all = { a: [{ from: 0, until: 3_000 }] };
  for (const settled of [2.9, 3]) {
    await sound.stored(settled);
    assert.deepEqual(await spansOf('journal 1'), all);
  }
  await sound.stored(3);
  assert.deepEqual(await spansOf('journal 1'), {});
  await say();
  assert.deepEqual(await spansOf('journal 1'), { a: [{ from: 3_000, until: 4_000 }] });
  await sound.end(false);
});

test('a missed span is put aside, and left for later when the other words are stored', async () => {
  const { sound, say, reached, told, journalsLeft, spansOf } = await session();
  await say();
  await say();
  sound.hold();
  await sound.stored(9);
  await sound.stored(9);
  assert.deepEqual(await spansOf('journal 1'), { a: [{ from: 0, until: 2_000 }] }, 'held');
  await sound.missed({ from: 100, until: 900 }, reached());
  assert.deepEqual(told(), ['expect a 100']);
  // Two more gaps of the same journal, one up to its very end.
  await sound.missed({ from: 1_200, until: 2_000 }, reached());
  assert.deepEqual(told(), []);
  await say();
  await sound.missed({ from: 1_900, until: 2_001 }, reached());
  assert.deepEqual(told(), ['expect a 1900']);
  // The second journal ends at second 3. Minus the margin of two seconds, this is second 1.
  await sound.stored(0.9);
  await sound.stored(1);
  assert.deepEqual(told(), ['left journal 1', 'release a']);
  // Spans less than two seconds apart are transcribed as one.
  assert.deepEqual(await spansOf('journal 1'), { a: [{ from: 100, until: 2_000 }] });
  await sound.stored(1);
  assert.deepEqual(told(), ['left journal 2', 'release a']);
  await sound.end(true);
  assert.deepEqual(journalsLeft(), ['journal 1', 'journal 2']);
});

test('at the end, only missed spans are left if all other sound has its words, otherwise everything', async () => {
  for (const isDone of [true, false]) {
    const { sound, say, reached, told, spansOf, journalsLeft } = await session();
    await say();
    await sound.missed({ from: 100, until: 900 }, reached());
    await say();
    await sound.end(isDone);
    const left = ['left journal 1', 'release a', ...(isDone ? [] : ['left journal 2'])];
    assert.deepEqual(told(), ['expect a 100', ...left]);
    assert.equal(journalsLeft().length, isDone ? 1 : 2);
    const span = isDone ? { from: 100, until: 900 } : { from: 0, until: 1_000 };
    assert.deepEqual(await spansOf('journal 1'), { a: [span] });
  }
  const { sound, say, told } = await session();
  await say();
  sound.hold();
  await sound.end(true);
  assert.deepEqual(told(), ['left journal 1'], 'a missed stretch was still to be told');
});

test('while no recogniser receives the sound, conversations with speech wait for their words', async () => {
  const { sound, say, reached, told, journalsLeft } = await session({ isUnheard: true });
  await say('a', false);
  await say('a');
  assert.deepEqual(told(), []);
  await say('a', true);
  await say('a', true);
  await say('b', true);
  assert.deepEqual(told(), ['expect a 3000', 'expect b 5000']);
  await sound.stored(9);
  await sound.stored(9);
  sound.hold();
  await sound.missed({ from: 0, until: 100 }, reached());
  assert.deepEqual(told(), []);
  await sound.begins();
  assert.deepEqual(told(), ['left journal 1', 'release a', 'release b']);
  await say('b', true);
  assert.deepEqual(told(), ['expect b 6000']);
  await sound.hearAgain();
  assert.deepEqual([told(), sound.isUnheard], [['left journal 2', 'release b'], false]);
  await sound.begins();
  assert.deepEqual(journalsLeft(), ['journal 1', 'journal 2', 'journal 3']);
  await sound.stopHearing({ id: 'c', since: new Date(7_000) });
  assert.deepEqual([told(), sound.isUnheard], [['expect c 7000'], true]);
  await sound.end(true);
  assert.deepEqual(told(), ['left journal 3', 'release c']);
});

test('a cut hands over the sound so far', async () => {
  for (const isDone of [true, false]) {
    const { sound, say, told, journalsLeft } = await session();
    await say();
    const before = await sound.cut();
    await say();
    await before.end(isDone);
    assert.deepEqual(told(), isDone ? [] : ['left journal 1']);
    assert.equal(journalsLeft().length, isDone ? 1 : 2);
    await sound.end(true);
    assert.equal(journalsLeft().length, isDone ? 0 : 1);
  }
});

test('sound that the disk refuses is lost only if nobody transcribed it', async () => {
  for (const [isUnheard, voiced] of [
    [true, true],
    [true, undefined],
    [true, false],
    [false, true],
  ] as const) {
    const { sound, say, told, root, lost } = await session({ isUnheard });
    rmSync(root, { recursive: true });
    writeFileSync(root, 'in the way');
    await say('a', voiced);
    assert.deepEqual([sound.isKept, sound.isBroken], [false, true]);
    const isLost = isUnheard && voiced !== false;
    assert.deepEqual(
      told().filter((call) => call.startsWith('lose')),
      isLost ? ['lose a'] : [],
    );
    assert.deepEqual(lost, isLost ? [{ from: 0, until: 1_000 }] : []);
    await say('a', voiced);
    assert.equal(lost.length, isLost ? 1 : 0, 'what came after is told by the session');
  }
});

test('a session continues when the disk accepts no journal at all', async () => {
  const root = join(folder, 'a file');
  writeFileSync(root, '');
  const context = {
    actor: { kind: 'job', user_id: 'user' },
    log: silentLog,
    newId: () => 'x',
  } as unknown as Context;
  assert.equal(await SoundJournal.begin(context, { ...ABOUT, root }), null);
});
