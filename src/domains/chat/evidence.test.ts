/** Tests which records a question about the object on the screen is answered from. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Context } from '../../kit/context.ts';
import { contextOf } from '../../testing/context-of.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { collectEvidence } from './evidence.ts';

let service: TestService;
let context: Context;
before(async () => {
  service = await startService();
  context = contextOf(service, ['memories:read', 'action_items:read', 'conversations:read']);
});
after(() => service[Symbol.asyncDispose]());

const evidence = async (type: 'memory' | 'task' | 'conversation', id: string) => {
  const asked = { text: 'Please explain', at: context.clock.now(), timezone: 'UTC' };
  const found = await collectEvidence(context, asked, { limit: 5, focus: { type, id } });
  const { memories, tasks, conversations } = found.evidence;
  return {
    memories: memories.map((memory) => memory.content),
    tasks: tasks.map((task) => task.description),
    conversations: conversations.map((talk) => talk.id),
  };
};
const nothing = { memories: [], tasks: [], conversations: [] };

test('an answer uses the memory or the task on the screen', async () => {
  const { owner } = service;
  const memory = (await owner.call('POST', '/v3/memories', { content: 'Owns a lighthouse' })).body;
  const task = (await owner.call('POST', '/v1/action-items', { description: 'Buy oil' })).body;
  assert.deepEqual(await evidence('memory', memory.id), {
    ...nothing,
    memories: ['Owns a lighthouse'],
  });
  assert.deepEqual(await evidence('task', task.id), { ...nothing, tasks: ['Buy oil'] });
  await owner.call('DELETE', `/v1/action-items/${task.id}`);
  assert.deepEqual(await evidence('task', task.id), nothing, 'it was deleted meanwhile');
});

test('an object that no longer exists does not prevent an answer', async () => {
  for (const type of ['memory', 'task', 'conversation'] as const) {
    assert.deepEqual(await evidence(type, crypto.randomUUID()), nothing, type);
  }
});

test('an object on the screen that the key may not read is refused', async () => {
  const { id } = (await service.owner.call('POST', '/v3/memories', { content: 'Has a twin' })).body;
  const narrow = contextOf(service, ['conversations:read']);
  const focus = { type: 'memory', id } as const;
  const asked = collectEvidence(
    narrow,
    { text: 'x', at: narrow.clock.now(), timezone: 'UTC' },
    { limit: 5, focus },
  );
  await assert.rejects(asked, /scope/);
});
