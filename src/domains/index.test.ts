/** Tests the routes of the signed-in user that come from the routes of programs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedRoutes } from '../testing/described-routes.ts';

test('a route of programs is a route of the signed-in user too, and confirms without data', () => {
  const routes = describedRoutes();
  const find = (method: string, path: string) => {
    const found = routes.find((route) => route.method === method && route.path === path);
    assert.ok(found, `${method} ${path}`);
    return found;
  };
  const [program, own] = [
    find('GET', '/v1/dev/user/goals/{goal_id}'),
    find('GET', '/v1/goals/{goal_id}'),
  ];
  assert.equal(own.operation, program.operation);
  assert.deepEqual([program.credential, own.credential], ['developer_key', 'session']);
  assert.deepEqual([program.status, own.status], [200, 200]);
  const deletion = (start: string) => find('DELETE', `${start}goals/{goal_id}`).status;
  assert.deepEqual([deletion('/v1/dev/user/'), deletion('/v1/')], [200, 204]);
});
