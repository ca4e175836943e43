import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

/** Tests pictures on the listening socket: `image_chunk` messages. */
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, ...Buffer.alloc(100_000, 7)]);

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

test('a merged conversation keeps the photos of all its parts', async () => {
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

test('a vision model describes a photo', async () => {
  await using model = await startLanguageModel((_request, response, count) => {
    // The first call fails, and the job tries again.
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
