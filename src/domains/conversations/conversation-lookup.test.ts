import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Context } from '../../kit/context.ts';
import { contextOf } from '../../testing/context-of.ts';
import { soon } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { earlierOfRequest, untilProcessed } from './conversation-lookup.ts';
import { conversationDeleted, conversationMoved } from './lifecycle.ts';

let service: TestService;
/** The listeners of the outbox that are still subscribed. */
let listeners = 0;
let context: Context;
before(async () => {
  service = await startService();
  const parts = contextOf(service, []);
  const outbox: Context['outbox'] = {
    ...parts.outbox,
    subscribe: (kind, listener) => {
      const end = parts.outbox.subscribe(kind, listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        end();
      };
    },
  };
  context = { ...parts, outbox };
});
after(() => service[Symbol.asyncDispose]());

async function processing(): Promise<string> {
  const key = await service.owner.key(['conversations:write']);
  const { body } = await key.call('POST', '/v1/dev/user/conversations', { text: 'I live here.' });
  const { db } = service.service.parts;
  await db
    .updateTable('conversations')
    .set({ status: 'processing' })
    .where('id', '=', body.id)
    .execute();
  return body.id;
}
const emit = (kind: typeof conversationMoved | typeof conversationDeleted, payload: object) =>
  context.outbox.emit(context.db, kind, { user_id: service.owner.id, payload: payload as never });

/** Resolves when all events so far have been delivered. */
async function delivered(): Promise<void> {
  const conversation_id = crypto.randomUUID();
  const heard = Promise.withResolvers<void>();
  const end = context.outbox.subscribe(conversationDeleted, ({ payload }) => {
    if (payload.conversation_id === conversation_id) heard.resolve();
  });
  await emit(conversationDeleted, { conversation_id });
  await soon('the event', heard.promise).finally(end);
}

test('a wait ends with the processing or the deletion of its conversation, not of others', async () => {
  for (const [kind, more] of [
    [conversationMoved, { status: 'completed' }],
    [conversationDeleted, {}],
  ] as const) {
    const conversation_id = await processing();
    await delivered();
    let isOver = false;
    const waiting = untilProcessed(context, conversation_id, 60_000).then((is) => {
      isOver = true;
      return is;
    });
    await emit(conversationMoved, { conversation_id, status: 'processing' });
    await emit(kind, { conversation_id: crypto.randomUUID(), ...more });
    await delivered();
    assert.equal(isOver, false);
    await emit(kind, { conversation_id, ...more });
    assert.equal(await soon('the end of the wait', waiting), true);
    assert.equal(listeners, 0);
  }
});

test('a wait has a limit, and none begins for a conversation that is not processed', async () => {
  const id = await processing();
  assert.equal(await untilProcessed(context, id, 10), false);
  assert.equal(await untilProcessed(context, crypto.randomUUID(), 60_000), true);
  assert.equal(listeners, 0);
});

test('a repeated request finds the conversation that it made before, unless it was deleted', async () => {
  const { db } = service.service.parts;
  const id = await processing();
  const client_session_id = 'request again';
  await db.updateTable('conversations').set({ client_session_id }).where('id', '=', id).execute();
  const find = (request_key?: string) =>
    earlierOfRequest({ ...context, ...(request_key !== undefined && { request_key }) });
  assert.equal(await find('again'), id);
  assert.equal(await find('other'), null);
  assert.equal(await find(), null, 'the request has no key');
  await service.owner.call('DELETE', `/v1/conversations/${id}`);
  assert.equal(await find('again'), null);
});

test('the deletion of a conversation is announced', async () => {
  const key = await service.owner.key(['conversations:write']);
  const { body } = await key.call('POST', '/v1/dev/user/conversations', { text: 'It rains.' });
  const heard = Promise.withResolvers<string>();
  const end = service.service.parts.outbox.subscribe(conversationDeleted, ({ payload }) =>
    heard.resolve(payload.conversation_id),
  );
  await key.call('DELETE', `/v1/dev/user/conversations/${body.id}`);
  assert.equal(await soon('the event', heard.promise).finally(end), body.id);
});
