import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import {
  complete,
  refuse,
  startLanguageModel,
} from '../../testing/servers/language-model-server.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { BadPicture, PicturePieces } from '../devices/picture-pieces.ts';

/** Pictures on the listening socket: `image_chunk` messages. */
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, ...Buffer.alloc(100_000, 7)]);

/** 65,536 characters of base64. */
const LARGEST_PIECE = 49_152;

let service: TestService;
before(async () => {
  service = await startService({ recogniser: scriptedRecogniser({ utterances: () => [] }) });
});
after(() => service[Symbol.asyncDispose]());

const open = (more: { geolocation?: string } = {}) =>
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

test('a picture in pieces becomes a photo of the conversation, and goes with it', async () => {
  await using listener = await open();
  const { conversation_id } = await listener.event('conversation_session');
  // The pieces come out of order, and one of them twice.
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

test('a conversation remembers where its device was', async () => {
  for (const [geolocation, wanted] of [
    ['38.72,-9.14', { latitude: 38.72, longitude: -9.14 }],
    [
      '{"latitude":1,"longitude":2,"address":"Porto"}',
      { latitude: 1, longitude: 2, address: 'Porto' },
    ],
  ] as const) {
    const listener = await open({ geolocation });
    const { conversation_id } = await listener.event('conversation_session');
    const { body } = await service.owner.call('GET', `/v1/conversations/${conversation_id}`);
    assert.deepEqual(body.geolocation, wanted);
    await listener[Symbol.asyncDispose]();
    await service.owner.call('POST', '/v1/conversations', {});
  }
});

test('merged conversations keep the photos of all', async () => {
  const { owner } = service;
  const ids: string[] = [];
  for (const id of ['one', 'two']) {
    await using listener = await open();
    const { conversation_id } = await listener.event('conversation_session');
    for (const piece of pieces(id, PICTURE)) listener.say(piece);
    await listener.event('photo_processing');
    await owner.call('POST', '/v1/conversations', {});
    await listener.event('memory_created', (event) => event.conversation_id === conversation_id);
    ids.push(conversation_id);
  }
  const { body } = await owner.call('POST', '/v1/conversations/merge', { conversation_ids: ids });
  const { id } = body.conversation;
  assert.equal((await owner.call('GET', `/v1/conversations/${id}/photos`)).body.length, 2);
});

test('a model that can see says what is on a photo', async () => {
  await using model = await startLanguageModel((_request, response, count) => {
    // The first call fails: the job tries again.
    if (count === 1) refuse(response, 500);
    else
      complete(response, '{"description": "A whiteboard that says Friday.", "worthless": false}');
  });
  await using seeing = await startService({
    recogniser: scriptedRecogniser({ utterances: () => [] }),
    environment: {
      SVC_LLM_BASE_URL: model.baseUrl,
      SVC_LLM_MODEL: 'words',
      SVC_LLM_VISION_MODEL: 'eyes',
    },
  });
  await using listener = await Listener.open(seeing.url, {
    token: seeing.owner.token,
    uid: seeing.owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  const { conversation_id } = await listener.event('conversation_session');
  for (const piece of pieces('x', PICTURE)) listener.say(piece);
  const { photo_id } = await listener.event('photo_processing');
  const described = await listener.event('photo_described');
  assert.deepEqual(
    [described.photo_id, described.description, described.discarded],
    [photo_id, 'A whiteboard that says Friday.', false],
  );
  const [asked] = model.requests;
  assert.equal(asked.model, 'eyes');
  assert.match(asked.messages[1].content[1].image_url.url, /^data:image\/jpeg;base64,\/9j/);
  const { photos } = (await seeing.owner.call('GET', `/v1/conversations/${conversation_id}`)).body;
  assert.equal(photos[0].description, 'A whiteboard that says Friday.');
});

test('what makes no picture closes the socket with the reason', async () => {
  const piece = pieces('x', PICTURE)[0]!;
  for (const [bad, reason] of [
    [{ ...piece, index: 9 }, /Piece 9 of 4 fits no picture/],
    [{ ...piece, total: 5_000 }, /fits no picture/],
    [{ ...piece, data: 'not base64!' }, /image_chunk: data/],
    [{ ...piece, index: -1 }, /image_chunk: index/],
    [{ ...piece, total: 1, data: Buffer.from('plain text').toString('base64') }, /no picture of a/],
  ] as const) {
    const listener = await open();
    await listener.event('service_status', ({ status }) => status === 'ready');
    listener.say(bad);
    const closed = await listener.closed;
    assert.equal(closed.code, 1008);
    assert.match(closed.reason, reason);
  }
});

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
