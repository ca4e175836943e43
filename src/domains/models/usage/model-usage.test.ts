/** Tests the count of the requests to models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '../../../core/log.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startService } from '../../../testing/start-service.ts';
import { selectModelUsage, usageCounter } from './model-usage.ts';

test('requests to a model are added up for each user and purpose, and a failed count is only logged', async () => {
  await using service = await startService();
  const { db } = service.service.parts;
  const user_id = service.owner.id;
  const warnings: string[] = [];
  const log = { warn: (_: object, text: string) => void warnings.push(text) } as unknown as Log;

  const chat = usageCounter({ db, log }, user_id, 'chat');
  const search = usageCounter({ db, log }, user_id, 'search');
  search({ calls: 0, tokens: 0 });
  chat({ calls: 1, tokens: 200 });
  chat({ calls: 2, tokens: 50 });
  const counted = () => selectModelUsage(db, user_id);
  await eventually('the counts', async () => (await counted())[0]?.calls === 3);
  assert.deepEqual(await counted(), [{ purpose: 'chat', calls: 3, tokens: 250 }]);
  assert.deepEqual(warnings, []);

  usageCounter({ db, log }, crypto.randomUUID(), 'chat')({ calls: 1, tokens: 1 });
  await eventually('the warning', () => warnings.length > 0);
  assert.deepEqual(warnings, ['the use of a model was not counted']);
});
