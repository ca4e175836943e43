/** Tests the indexes in their thread, as the service uses them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { EVERYTHING } from '../../core/search.ts';
import type { SnapshotKey } from './sealed-piece.ts';
import { SearchWorker } from './search-worker.ts';
import { TextIndex } from './text-index.ts';
import type { SearchGroup } from './text-index.ts';

let worker: SearchWorker;
before(() => void (worker = new SearchWorker(silentLog)));
after(() => worker[Symbol.asyncDispose]());

const talk = (id: string, ...turns: string[]): SearchGroup => ({
  id,
  at: 0,
  labels: [],
  texts: turns.map((text, place) => ({
    id: `${id}${place}`,
    text,
    speaker: place % 2 ? { name: 'Rui', labels: ['rui'] } : { name: 'Ana', labels: ['ana'] },
  })),
});
const many = (id: string, texts: number): SearchGroup =>
  talk(id, ...Array.from({ length: texts }, (_, at) => `word${id}${at} tea`));
const found = async (index: string, text: string, more: object = {}) =>
  (await worker.rank(index, { text, limit: 10, ...more })).groups.map(({ id }) => id);
const vectorOf = (...values: number[]) => ({
  dimensions: values.length,
  values: Float32Array.from(values),
  passages: [{ first: 0, count: 1 }],
});
const KEY: SnapshotKey = { name: 'facts 1', key: new Uint8Array(32).fill(7) };

async function saved(index: string, snapshot = KEY): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (let isLast = false; !isLast;) {
    const piece = await worker.save(index, { snapshot, number: pieces.length });
    pieces.push(piece.sealed);
    isLast = piece.isLast;
  }
  return pieces;
}

test('an index has what was added and not removed, and each index has its own', async () => {
  const groups = [talk('a', 'Green tea'), talk('b', 'Black tea', 'Milk')];
  const added = await worker.update('one', { groups, removed: [] });
  assert.deepEqual([added.isDone, added.groups, added.texts], [true, 2, 3]);
  assert.deepEqual((await found('one', 'tea')).toSorted(), ['a', 'b']);
  assert.deepEqual(await found('other', 'tea'), []);
  const [alike] = await worker.resembling('one', [{ id: 'x', text: 'Black tea' }]);
  assert.equal(alike![0]!.id, 'b0');
  const removed = await worker.update('one', { groups: [], removed: ['a'] });
  assert.deepEqual([removed.groups, removed.texts], [1, 2]);
  assert.deepEqual(await found('one', 'tea'), ['b']);
  await worker.drop('one');
  assert.deepEqual(await found('one', 'tea'), []);
});

test('vectors are used until the group comes without them, or is removed', async () => {
  const groups = [talk('a', 'Automobile'), talk('b', 'Bread'), talk('c', 'Cheese')];
  const vectors = new Map(
    Object.entries({ a: vectorOf(1, 0), b: vectorOf(0, 1), c: vectorOf(0, 1) }),
  );
  const vector = Float32Array.from([1, 0]);
  const { bytes } = await worker.update('vectors', { groups, removed: [], vectors });
  assert.deepEqual(await found('vectors', 'car', { vector }), ['a']);
  const fewer = await worker.update('vectors', { groups: [], removed: ['c'] });
  // A removed text keeps its space for a while, but a removed vector frees it at once.
  assert.equal(bytes - fewer.bytes, 8 * 4);
  await worker.update('vectors', { groups: [groups[0]!], removed: [] });
  assert.deepEqual(await found('vectors', 'car', { vector }), []);
});

test('other indexes answer during a long update, and the next update waits for it', async () => {
  await worker.update('short', { groups: [talk('a', 'Green tea')], removed: [] });
  const order: string[] = [];
  const long = worker
    .update('long', { groups: [many('m', 60_000)], removed: [] })
    .then(() => order.push('long'));
  const short = found('short', 'tea').then(() => order.push('short'));
  await short;
  const next = worker
    .update('long', { groups: [talk('late', 'coffee')], removed: [] })
    .then(({ groups, texts }) => {
      assert.deepEqual([groups, texts], [2, 60_001]);
      order.push('next');
    });
  await Promise.all([long, next]);
  assert.equal(order[0], 'short');
  assert.deepEqual((await found('long', 'coffee')).toSorted(), ['late']);
  await worker.drop('long');
});

test('a saved index loads with its texts, speakers and vectors', async () => {
  const groups = [
    talk('a', 'Automobile', 'Red wheels'),
    talk('b', 'Bread', 'Cheese'),
    talk('c', 'Chess', 'Wheels and cheese'),
  ];
  const vectors = new Map(Object.entries({ a: vectorOf(1, 0), b: vectorOf(0, 1) }));
  await worker.update('saved', { groups, removed: [], vectors });
  const pieces = await saved('saved');
  assert.equal(pieces.length, 2);
  const load = async () => {
    for (const [number, sealed] of pieces.entries()) {
      const {
        isLast,
        isDone,
        groups: count,
      } = await worker.load('loaded', { snapshot: KEY, number }, sealed);
      assert.deepEqual([isLast, isDone, count], [number === 1, true, 3]);
    }
  };
  await load();
  for (const [text, more] of [
    ['wheels', {}],
    ['cheese', { filter: { ...EVERYTHING, speaker: 'rui' } }],
    ['cheese', { filter: { ...EVERYTHING, speaker: 'ana' } }],
    ['car', { vector: Float32Array.from([1, 0]) }],
  ] as const) {
    const query = { text, limit: 10, ...more };
    assert.deepEqual(await worker.rank('loaded', query), await worker.rank('saved', query));
  }
  assert.equal((await found('loaded', 'car', { vector: Float32Array.from([1, 0]) }))[0], 'a');
  // Piece 0 starts from the beginning, and saving an index twice gives the same result.
  await load();
  assert.deepEqual((await found('loaded', 'wheels')).toSorted(), ['a', 'c']);
  assert.deepEqual(await saved('saved'), pieces);
});

test('a piece of a snapshot opens only in its place, with its name and its key', async () => {
  await worker.update('sealed', { groups: [talk('a', 'A secret')], removed: [] });
  const [first, last] = await saved('sealed');
  const opens = (sealed: Uint8Array, number = 0, snapshot: Partial<SnapshotKey> = {}) =>
    worker.load('opened', { snapshot: { ...KEY, ...snapshot }, number }, sealed);
  const damaged = first!.slice();
  damaged[damaged.length - 1]! ^= 1;
  await opens(first!);
  for (const refused of [
    () => opens(first!, 1),
    () => opens(last!, 0),
    () => opens(damaged),
    () => opens(first!.subarray(0, -1)),
    () => opens(first!, 0, { name: 'facts 2' }),
    () => opens(first!, 0, { key: new Uint8Array(32).fill(8) }),
  ]) {
    await assert.rejects(refused());
  }
  assert.ok(!Buffer.from(first!).includes('secret'));
});

test('an index that was dropped can be neither saved nor loaded further', async () => {
  await worker.update('dropped', { groups: [talk('a', 'Tea')], removed: [] });
  const [first, last] = await saved('dropped');
  await worker.save('dropped', { snapshot: KEY, number: 0 });
  await worker.drop('dropped');
  const next = { snapshot: KEY, number: 1 };
  await assert.rejects(worker.save('dropped', next), /dropped while it was being saved/);
  await assert.rejects(
    worker.save('never', { ...next, number: 0 }),
    /dropped while it was being saved/,
  );
  await worker.load('dropped', { ...next, number: 0 }, first!);
  await worker.drop('dropped');
  await assert.rejects(worker.load('dropped', next, last!), /dropped while it was being loaded/);
});

test('an index frees the space of removed texts when they are more than the others', async () => {
  const wasteful = (kept: number, removed: number) => {
    const index = new TextIndex();
    index.put(many('kept', kept));
    index.put(many('gone', removed));
    index.remove('gone');
    return index.wasteful;
  };
  assert.deepEqual([wasteful(1, 2_000), wasteful(1, 2_001)], [false, true]);
  assert.deepEqual([wasteful(2_500, 2_500), wasteful(2_500, 2_501)], [false, true]);
  const groups = [many('gone', 2_001), talk('a', 'coffee')];
  const full = await worker.update('waste', { groups, removed: [] });
  const freed = await worker.update('waste', { groups: [], removed: ['gone'] });
  assert.ok(freed.bytes < full.bytes / 100);
  assert.deepEqual(await found('waste', 'coffee'), ['a']);
});

test('a warm search has its thread before the first request, a closed one refuses', async () => {
  const threads = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
  const own = new SearchWorker(silentLog);
  const before = threads();
  own.warm();
  assert.ok(threads() > before);
  await own[Symbol.asyncDispose]();
  await assert.rejects(own.rank('x', { text: 'tea', limit: 1 }), /The search is closed/);
});
