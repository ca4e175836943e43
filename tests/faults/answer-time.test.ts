// Long: it waits for a minute.
// One database: only a server lets another program lock a table.
/** Tests that each request is answered within 60 seconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBehindProxy } from '../../src/testing/servers/behind-proxy.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const options = { skip: serverUrl ? false : 'the embedded database has no other programs' };

test('requests that wait for a locked table are a 503 after 60 seconds', options, async () => {
  await using place = await startBehindProxy();
  const { key, observer } = place;
  await observer.query('BEGIN');
  await observer.query('LOCK TABLE memories IN ACCESS EXCLUSIVE MODE');
  const began = performance.now();
  const answers = await Promise.all([
    key.call('GET', '/v1/dev/user/memories'),
    key.call('POST', '/v1/dev/user/memories', { content: 'Lives in Porto' }),
  ]);
  const seconds = (performance.now() - began) / 1_000;
  await observer.query('ROLLBACK');
  for (const { status, headers } of answers) {
    assert.equal(status, 503);
    assert.ok(headers.has('Retry-After'));
  }
  assert.ok(seconds < 63, `${seconds} s`);
  assert.equal((await key.call('GET', '/v1/dev/user/memories')).status, 200);
});
