import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '../../testing/clients/api-user.ts';
import { BadPicture, PicturePieces } from './picture-pieces.ts';

function pieces(id: string, picture: Buffer, size = 30_000): Json[] {
  const total = Math.ceil(picture.length / size);
  return Array.from({ length: total }, (_, index) => ({
    type: 'image_chunk',
    id,
    index,
    total,
    data: picture.subarray(index * size, (index + 1) * size).toString('base64'),
  }));
}

test('pieces in any order form a picture, and one with too many pieces is dropped', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 500 }),
      fc.integer({ min: 1, max: 90 }),
      fc.infiniteStream(fc.nat()),
      (bytes, size, order) => {
        const assembler = new PicturePieces();
        const all = pieces('x', Buffer.from(bytes), size) as Parameters<PicturePieces['add']>[0][];
        const shuffled = all
          .map((piece) => ({ piece, at: order.next().value as number }))
          .toSorted((one, other) => one.at - other.at);
        const made = shuffled.map(({ piece }) => assembler.add(piece, 0));
        assert.deepEqual(
          made.slice(0, -1).filter((each) => each !== null),
          [],
        );
        assert.deepEqual(new Uint8Array(made.at(-1)!), bytes);
      },
    ),
  );
  const assembler = new PicturePieces();
  const begin = (id: string, now: number) =>
    assembler.add({ type: 'image_chunk', id, index: 0, total: 2, data: 'AAAA' }, now);
  for (let at = 0; at < 50; at += 1) begin(`picture ${at}`, 0);
  assert.throws(() => begin('one more', 1_000), BadPicture);
  assert.equal(begin('one more', 61_000), null, 'the others are forgotten by then');
});

test('a picture has at most 1,000 pieces and 10 MiB, and all together have 32 MiB', () => {
  const assembler = new PicturePieces();
  const piece = (id: string, index: number, total: number, bytes = 3, now = 0) =>
    assembler.add(
      { type: 'image_chunk', id, index, total, data: Buffer.alloc(bytes).toString('base64') },
      now,
    );
  assert.equal(piece('a', 999, 1_000), null);
  assert.throws(() => piece('b', 0, 1_001), BadPicture);
  assert.throws(() => piece('c', 2, 2), BadPicture);
  assert.throws(() => piece('a', 0, 999), BadPicture);
  assert.equal(piece('whole', 0, 1)!.length, 3);
  const MIB = 1024 * 1024;
  assert.equal(piece('large', 0, 2, 10 * MIB), null);
  assert.equal(piece('large', 0, 2, 10 * MIB), null, 'the same piece again replaces itself');
  assert.throws(() => piece('larger', 0, 2, 10 * MIB + 1), /10 MiB/);
  for (const id of ['1', '2', '3']) assert.equal(piece(id, 0, 2, 10 * MIB, 60_001), null);
  assert.equal(piece('4', 0, 2, 2 * MIB, 60_001), null);
  assert.throws(() => piece('5', 0, 2, 1, 60_001), BadPicture);
});

test('missing pieces are awaited for a minute', () => {
  const assembler = new PicturePieces();
  const half = (index: number, now: number) =>
    assembler.add({ type: 'image_chunk', id: 'x', index, total: 2, data: 'AAAA' }, now);
  half(0, 0);
  assert.equal(half(1, 60_000)!.length, 6);
  half(0, 0);
  assert.equal(half(1, 60_001), null);
});
