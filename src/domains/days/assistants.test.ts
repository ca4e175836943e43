import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../testing/start-service.ts';

const PATH = '/v1/mcp/daily-summaries';

test('assistants list daily summaries, newest first, with dates in several formats', async () => {
  await using service = await startService();
  const { owner } = service;
  const writer = await owner.key(['conversations:write']);
  for (const started_at of ['2026-03-02T10:00:00Z', '2026-03-03T10:00:00Z']) {
    const text = 'The carpenter will repair the roof of the boathouse for nine hundred euros.';
    await writer.call('POST', '/v1/dev/user/conversations', { text, started_at });
    await owner.call('POST', `/v1/users/daily-summaries/${started_at.slice(0, 10)}/refresh`);
  }
  const key = await owner.key(['conversations.read'], 'mcp');
  const dates = async (query: string) =>
    (await key.call('GET', `${PATH}?${query}`)).body.map(({ date }: { date: string }) => date);
  assert.deepEqual(await dates(''), ['2026-03-03', '2026-03-02']);
  assert.deepEqual(await dates('start_date=2026-03-02&end_date=2026-03-02'), ['2026-03-02']);
  assert.deepEqual(await dates('end_date=2026-03-02T23:59:59'), ['2026-03-02']);
  const first = await key.call('GET', `${PATH}?limit=1`);
  const cursor = first.headers.get('x-next-cursor');
  assert.deepEqual(await dates(`cursor=${cursor}`), ['2026-03-02']);
  const [day] = first.body;
  assert.deepEqual(Object.keys(day).toSorted(), [
    'action_items',
    'date',
    'headline',
    'highlights',
    'id',
    'overview',
  ]);
  assert.equal((await key.call('GET', `${PATH}/${day.id}`)).body.date, '2026-03-03');
  assert.equal((await key.call('GET', `${PATH}?start_date=soon`)).status, 400);
});
