import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

/** Tests pictures on the listening socket: `image_chunk` messages. */
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, ...Buffer.alloc(100_000, 7)]);

/** 65,536 characters of base64. */
const LARGEST_PIECE = 49_152;

let service: TestService;
before(async () => {
  service = await startService({ recogniser: scriptedRecogniser({ utterances: () => [] }) });
});
after(() => service[Symbol.asyncDispose]());

const open = (more: { geolocation?: string; device_id?: string } = {}) =>
  Listener.open(service.url, {
    token: service.owner.token,
    uid: service.owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    ...more,
  });

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

test('a picture in pieces becomes a photo of the conversation and is deleted with it', async () => {
  await using listener = await open();
  const { conversation_id } = await listener.event('conversation_session');
  // The pieces arrive out of order, and one of them twice.
  const sent = pieces('from the device', PICTURE, LARGEST_PIECE);
  for (const piece of [sent[1], ...sent.toReversed()]) listener.say(piece);
  const { temp_id, photo_id } = await listener.event('photo_processing');
  assert.equal(temp_id, 'from the device');

  const { owner } = service;
  const path = `/v1/conversations/${conversation_id}`;
  const { photos, source } = (await owner.call('GET', path)).body;
  assert.equal(source, 'openglass');
  assert.deepEqual(
    photos.map(({ id, content_type, description }: Json) => [id, content_type, description]),
    [[photo_id, 'image/jpeg', null]],
  );
  const [whole] = (await owner.call('GET', `${path}/photos`)).body;
  assert.ok(Buffer.from(whole.base64, 'base64').equals(PICTURE), 'byte for byte');

  await owner.call('POST', '/v1/conversations', {});
  await listener.event('memory_created', (event) => event.conversation_id === conversation_id);
  const kept = (await owner.call('GET', path)).body;
  assert.deepEqual([kept.status, kept.discarded, kept.photos.length], ['completed', false, 1]);
  assert.equal(kept.structured.title, 'A photo');
  assert.equal((await owner.call('DELETE', path)).status, 200);
  const { db } = service.service.parts;
  const left = await db.selectFrom('photo_files').select('id').execute();
  assert.deepEqual(left, [], 'its bytes are gone as well');
});

test('a conversation stores the location of its device', async () => {
  for (const [geolocation, wanted] of [
    ['38.72,-9.14', { latitude: 38.72, longitude: -9.14 }],
    [
      '{"latitude":1,"longitude":2,"address":"Porto"}',
      { latitude: 1, longitude: 2, address: 'Porto' },
    ],
  ] as const) {
    // Each device has a recording of its own, so no earlier one goes on.
    await using listener = await open({ geolocation, device_id: `at ${geolocation.slice(0, 20)}` });
    const { conversation_id } = await listener.event('conversation_session');
    const { body } = await service.owner.call('GET', `/v1/conversations/${conversation_id}`);
    assert.deepEqual(body.geolocation, wanted);
  }
});

test('pieces that form no picture close the socket with a reason', async () => {
  const piece = pieces('x', PICTURE)[0]!;
  for (const [bad, reason] of [
    [{ ...piece, index: 9 }, /Piece 9 of 4 does not fit any picture/],
    [{ ...piece, total: 5_000 }, /does not fit any picture/],
    [{ ...piece, data: 'not base64!' }, /image_chunk: data/],
    [{ ...piece, index: -1 }, /image_chunk: index/],
    [
      { ...piece, total: 1, data: Buffer.from('plain text').toString('base64') },
      /not a picture of a/,
    ],
  ] as const) {
    const listener = await open();
    await listener.event('service_status', ({ status }) => status === 'ready');
    listener.say(bad);
    const closed = await listener.closed;
    assert.equal(closed.code, 1008);
    assert.match(closed.reason, reason);
  }
});
