// Long: it starts services as processes.
/** How the service ends: by a signal, or by a fault of its database. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { ApiUser } from '../testing/clients/api-user.ts';
import { eventually } from '../testing/eventually.ts';
import { startOnDisk } from '../testing/faults/start-on-disk.ts';
import { OWNER } from '../testing/start-service.ts';
import { copyTemplate } from '../testing/template.ts';

let disk: ReturnType<typeof startOnDisk>;
before(() => void (disk = startOnDisk(copyTemplate('owned'))));
after(() => disk[Symbol.asyncDispose]());

test('a signal stops the service', async () => {
  await using service = await disk.start();
  const ended = once(service.child, 'exit');
  service.child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.match(service.output(), /\nStopping …\n$/);
});

test('a fault of the database ends the service with the reason', async () => {
  await using service = await disk.start();
  const owner = await ApiUser.signIn(service.url, OWNER);
  const ended = once(service.child, 'exit');
  disk.set('broken');
  const isEnding = async () => {
    await owner.call('PATCH', '/v1/users/me', { name: 'Ana' }).catch(() => null);
    return service.child.exitCode !== null || service.output().includes('Stopping');
  };
  await eventually('the fault', isEnding, { seconds: 60 });
  const [code] = await ended;
  assert.notEqual(code, 0);
  assert.match(service.output(), / database has stopped \(EIO/);
});
