/** Tests pictures that a device sends in pieces during a recording. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Context } from '../../kit/context.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { contextOf } from '../../testing/context-of.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { beginRecording } from '../conversations/lifecycle.ts';
import type { ServerMessage } from './message.ts';
import { BadPicture } from './picture-pieces.ts';
import { Pictures } from './pictures.ts';

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(60)]);
let service: TestService;
let context: Context;
before(async () => {
  service = await startService();
  context = contextOf(service, []);
});
after(() => service[Symbol.asyncDispose]());

const photos = async (id: string): Promise<Json[]> =>
  (await service.owner.call('GET', `/v1/conversations/${id}`)).body.photos;
const piece = (index: number, data: Uint8Array, total = 2) =>
  ({
    type: 'image_chunk',
    id: 'p',
    index,
    total,
    data: Buffer.from(data).toString('base64'),
  }) as const;

async function record(device: string): Promise<string> {
  const id = crypto.randomUUID();
  const about = { language: 'en', source: 'phone', geolocation: null, timeout_seconds: 60 };
  await beginRecording(context, { ...about, id, device, session: id });
  return id;
}

/** Pictures of a session whose recordings follow each other. */
function session(recordings: string[]) {
  const sent: ServerMessage[] = [];
  const pictures = new Pictures({
    context,
    areDescribed: false,
    send: (message) => void sent.push(message),
    recording: {
      id: () => recordings[0]!,
      next: async () => void recordings.shift(),
    },
  });
  return { pictures, sent };
}

test('a picture is stored with its last piece, and the device gets the id of the photo', async () => {
  const id = await record('glasses');
  const { pictures, sent } = session([id]);
  assert.equal(pictures.take(piece(0, JPEG.subarray(0, 30))), null);
  await pictures.take(piece(1, JPEG.subarray(30)))!();
  const [photo, ...others] = await photos(id);
  assert.deepEqual([photo.content_type, others], ['image/jpeg', []]);
  assert.deepEqual(sent, [{ type: 'photo_processing', temp_id: 'p', photo_id: photo.id }]);
});

test('a picture whose recording has ended is added to the next recording', async () => {
  const next = await record('pendant');
  const { pictures, sent } = session([crypto.randomUUID(), next]);
  await pictures.take(piece(0, JPEG, 1))!();
  assert.equal((await photos(next)).length, 1);
  assert.equal(sent.length, 1);
});

test('pieces that form no picture are refused', async () => {
  const { pictures } = session([]);
  assert.throws(() => pictures.take(piece(0, Buffer.from('not a picture'), 1)), BadPicture);
});

test('the device gets the description of a photo when there is one', async () => {
  const id = await record('watch');
  const { pictures, sent } = session([id]);
  await pictures.take(piece(0, JPEG, 1))!();
  const [photo] = await photos(id);
  sent.length = 0;
  const described = { conversation_id: id, photo_id: photo.id };
  await pictures.described(described);
  await pictures.described({ conversation_id: id, photo_id: crypto.randomUUID() });
  assert.deepEqual(sent, []);
  const stored = [{ ...photo, description: 'A heron.', discarded: false }];
  await service.service.parts.db
    .updateTable('conversations')
    .set({ photos: JSON.stringify(stored) } as object)
    .where('id', '=', id)
    .execute();
  await pictures.described(described);
  assert.deepEqual(sent, [
    { type: 'photo_described', photo_id: photo.id, description: 'A heron.', discarded: false },
  ]);
});
