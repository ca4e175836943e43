/** Tests that the talks of one user do not delay those of another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';

test('a short talk is understood while another user has many long ones', async () => {
  await using service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
  const { owner, url } = service;
  const other = await ApiUser.signUp(url, 'other@example.com');
  const long = 'I need to call Ana on Friday at 3, and Ben on Monday at 4. '.repeat(80);
  const items = Array.from({ length: 12 }, (_, at) => ({ text: `Talk ${at}. ${long}` }));
  const key = await owner.key(['conversations:write']);
  const stored = await key.call('POST', '/v1/dev/user/conversations/import', { items });
  assert.equal(stored.status, 200, JSON.stringify(stored.body));
  const short = { text: 'I need to call the bank tomorrow.' };
  const made = await other.call('POST', '/v1/conversations/from-text', short);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  await eventually(
    'the short talk',
    async () => {
      const { body } = await other.call('GET', `/v1/conversations/${made.body.id}`);
      return body.status === 'completed';
    },
    { seconds: 60 },
  );
  const waiting = await owner.call('GET', '/v1/conversations?statuses=processing&limit=100');
  assert.ok(waiting.body.length >= 8, `${waiting.body.length} long talks are not done yet`);
});
