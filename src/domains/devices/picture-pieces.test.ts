import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { BadPicture, PicturePieces } from '../devices/picture-pieces.ts';

let service: TestService;
before(async () => {
  service = await startService({ recogniser: scriptedRecogniser({ utterances: () => [] }) });
});
after(() => service[Symbol.asyncDispose]());

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

test('pieces in any order make the picture, and a picture without end is given up', () => {
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
