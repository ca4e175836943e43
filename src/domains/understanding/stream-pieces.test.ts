/** Tests late words, and the errors that they must not cause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import { eventually } from '../../testing/eventually.ts';

test('pieces of one stream are judged together', async () => {
  await using stream = await openPieces();
  const { piece, all } = stream;
  await piece('Hm, okay, yes.');
  assert.deepEqual(
    (await all()).map(({ discarded }) => discarded),
    [true],
  );
  await piece('Okay, yes, right, bye.');
  const over = (rows: Json[]) =>
    rows.every(({ status, discarded }) => status === 'completed' && !discarded);
  await eventually('both pieces to be kept', async () => over(await all()));
  assert.equal((await all()).length, 2);
});

test('pieces that the user discarded stay discarded, and each piece is processed once', async () => {
  await using stream = await openPieces();
  const { piece, all, created, discard } = stream;
  await piece('Hm, okay, yes.');
  await discard();
  await piece('Okay, yes, right, bye.');
  await discard();
  await piece('Well, okay, yes, right.');
  await piece('So, okay, yes, bye.');
  assert.equal(created(), 4);
  assert.deepEqual(
    (await all()).map(({ discarded }) => discarded),
    [false, false, true, true],
  );
});

test('a piece without words is discarded, whatever its neighbours say', async () => {
  await using stream = await openPieces();
  const { piece, all, owner, db } = stream;
  await piece('The garden fence fell down in the storm, so we will mend it on Saturday.');
  await piece('The roof of the shed is damaged as well, and we need new tiles for it.');
  const [{ id }] = (await all()) as [Json];
  await db.deleteFrom('segments').where('conversation_id', '=', id).execute();
  assert.equal((await owner.call('POST', `/v1/conversations/${id}/reprocess`, {})).status, 200);
  assert.deepEqual(
    (await all()).map(({ discarded }) => discarded),
    [true, false],
  );
});

/** Each piece is a separate conversation that is not worth keeping alone. */
async function openPieces() {
  await using stack = new AsyncDisposableStack();
  const environment = { SVC_DISCARD_MIN_WORDS: '6' };
  const { url, owner, service } = stack.use(await startService({ environment }));
  const device = stack.use(
    await Listener.open(url, {
      token: owner.token,
      uid: owner.id,
      custom_stt: 'enabled',
      conversation_timeout: 2,
    }),
  );
  await device.event('service_status', ({ status }) => status === 'ready');
  const key = await owner.key(['conversations:read', 'conversations:write']);
  const created = () => device.events.filter(({ type }) => type === 'memory_created').length;
  const all = async (): Promise<Json[]> =>
    (await owner.call('GET', '/v1/conversations?include_discarded=true')).body;
  const owned = stack.move();
  return {
    all,
    created,
    owner,
    db: service.parts.db,
    piece: async (text: string) => {
      const before = created();
      device.say({ type: 'suggested_transcript', segments: [{ text, start: 0, end: 1 }] });
      await device.until(() => created() > before);
    },
    /** The user discards the last piece. */
    discard: async () => {
      const [{ id }] = (await all()) as [Json];
      const path = `/v1/dev/user/conversations/${id}`;
      assert.equal((await key.call('PATCH', path, { discarded: true })).status, 200);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
