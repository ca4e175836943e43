/** A signed-in user can use every operation of a developer key. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedRoutes } from '../src/testing/described-routes.ts';
import { startService } from '../src/testing/start-service.ts';

/** Operations with another form for sessions, and the reasons. */
const OTHERWISE: Record<string, string> = {
  getOwnKey: 'a session is no key',
  listFolders: 'listOwnFolders also creates the folders of the service',
  listConversations: 'listOwnConversations answers in the shape of the apps',
  getConversation: 'getOwnConversation answers in the shape of the apps',
  searchConversations: 'searchOwnConversations answers in the shape of the apps',
};

test('every route of developer keys has a route of the session', () => {
  const routes = describedRoutes();
  const own = new Set(
    routes
      .filter(({ credential }) => credential === 'session')
      .map(({ operation }) => operation.name),
  );
  const missing = routes
    .filter(({ credential }) => credential === 'developer_key')
    .filter(({ operation }) => !own.has(operation.name))
    .map(({ operation }) => operation.name);
  assert.deepEqual(missing.toSorted(), Object.keys(OTHERWISE).toSorted());
});

test('a session creates, changes and reads goals, action items, people and conversations', async () => {
  await using service = await startService();
  const { owner } = service;
  const made = async (path: string, body: object) => {
    const answer = await owner.call('POST', path, body);
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const goal = await made('/v1/goals', { title: 'Run', goal_type: 'numeric', target_value: 10 });
  await owner.call('PATCH', `/v1/goals/${goal.id}/progress?current_value=4`);
  const { body: history } = await owner.call('GET', `/v1/goals/${goal.id}/history`);
  assert.equal(history[0].value, 4);
  const item = await made('/v1/action-items', { description: 'Water the plants' });
  await owner.call('PATCH', `/v1/action-items/${item.id}`, { completed: true });
  const { body: items } = await owner.call('GET', '/v1/action-items?completed=true');
  assert.deepEqual(
    items.map(({ description }: { description: string }) => description),
    ['Water the plants'],
  );
  const person = await made('/v1/users/people', { name: 'Ana' });
  const renamed = await owner.call('PATCH', `/v1/users/people/${person.id}`, { name: 'Ana Lima' });
  assert.equal(renamed.body.name, 'Ana Lima');
  const conversation = await made('/v1/conversations/from-text', { text: 'We sail to Horta.' });
  const title = await owner.call('PATCH', `/v1/conversations/${conversation.id}`, {
    title: 'Sailing',
  });
  assert.equal(title.status, 200, JSON.stringify(title.body));
  const answer = await made('/v1/ask', { question: 'Where do we sail?' });
  assert.match(answer.answer, /Horta/);
});
