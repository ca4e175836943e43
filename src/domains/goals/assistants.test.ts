import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';

test('assistants get active goals, and ended ones on request', async () => {
  await using service = await startService();
  const writer = await service.owner.key(['goals:write']);
  const create = async (goal: object) =>
    (await writer.call('POST', '/v1/dev/user/goals', goal)).body.id;
  const over = await create({ title: 'Learn Dutch' });
  await writer.call('PATCH', `/v1/dev/user/goals/${over}`, { status: 'achieved' });
  await create({ title: 'Run far', goal_type: 'numeric', target_value: 21, unit: 'km' });
  const key = await service.owner.key(['goals.read'], 'mcp');
  const { body } = await key.call('GET', '/v1/mcp/goals');
  assert.deepEqual(Object.keys(body[0]).toSorted(), [
    'current_value',
    'desired_outcome',
    'horizon_at',
    'id',
    'status',
    'success_criteria',
    'target_value',
    'title',
    'unit',
    'why_it_matters',
  ]);
  assert.deepEqual([body.length, body[0].title, body[0].unit], [1, 'Run far', 'km']);
  const all = await key.call('GET', '/v1/mcp/goals?include_inactive=true');
  assert.equal(all.body.length, 2);
  const blind = await service.owner.key(['memories.read'], 'mcp');
  assert.equal((await blind.call('GET', '/v1/mcp/goals')).status, 403);
});

test('an assistant gives a goal a day, and takes the day away', async () => {
  await using service = await startService();
  const { key } = await service.owner.key(['goals.read', 'goals.write'], 'mcp');
  const call = async (name: string, given: object) => {
    const { body } = await request(service.service.url, 'POST', '/mcp', {
      token: key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });
    return body.result.structuredContent;
  };
  const { id: goal_id } = await call('create_goal', {
    title: 'Swim',
    target_value: 40,
    horizon_at: '2030-06-30',
  });
  const horizon = async () => (await service.owner.call('GET', '/v1/goals')).body[0].horizon_at;
  // The end of the day in Lisbon.
  assert.match(await horizon(), /^2030-06-30T22:59/);
  await call('update_goal', { goal_id, current_value: 3 });
  assert.match(await horizon(), /^2030-06-30/);
  await call('update_goal', { goal_id, horizon_at: '2031-01-31' });
  assert.match(await horizon(), /^2031-01-31T23:59/);
  await call('update_goal', { goal_id, horizon_at: '' });
  assert.equal(await horizon(), null);
});
