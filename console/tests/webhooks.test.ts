// Long: it waits for deliveries.
/** Tests the page of webhooks against a receiver on this machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWebhookReceiver } from '../../src/testing/servers/webhook-receiver.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('an endpoint is made, tested, looked at, replayed, switched off and deleted', async () => {
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await tab.go('/settings/webhooks');

  await button('New endpoint').click();
  await page.getByLabel('Address', { exact: true }).fill(receiver.url);
  await page.getByLabel('Conversations, when they are complete').uncheck();
  assert.equal(await page.getByRole('button', { name: 'Create' }).first().isDisabled(), true);
  await page.getByLabel('Memories', { exact: true }).check();
  await page.getByRole('button', { name: 'Create' }).first().click();
  const secret = page.getByText(/^whsec_/);
  await secret.waitFor();
  await button('Done').click();
  await secret.waitFor({ state: 'detached' });

  const endpoint = page.getByRole('listitem', { name: receiver.url });
  const inside = (name: string) => endpoint.getByRole('button', { name, exact: true });
  await inside('Test').click();
  await receiver.until(1);
  assert.equal(JSON.parse(receiver.received[0]!.body).type, 'test');

  await service.owner.call('POST', '/v3/memories', { content: 'Keeps <b>bees</b>.' });
  await receiver.until(2);
  await page.reload();
  await inside('History').click();
  const history = endpoint.getByRole('list', { name: 'History' });
  const delivery = history.getByRole('listitem').filter({ hasText: 'memory.created' });
  await delivery.getByRole('button', { name: 'Content' }).click();
  assert.match(await delivery.getByRole('textbox').inputValue(), /Keeps <b>bees<\/b>/);
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await receiver.until(3);
  assert.equal(
    receiver.received[2]!.headers['webhook-id'],
    receiver.received[1]!.headers['webhook-id'],
  );

  await inside('Edit').click();
  const address = endpoint.getByLabel('Address', { exact: true });
  assert.equal(await endpoint.getByLabel('Memories', { exact: true }).isChecked(), true);
  await endpoint.getByLabel('Tasks', { exact: true }).check();
  await address.fill('ftp://nowhere.example');
  await endpoint.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/http or https/).waitFor();
  await address.fill(`${receiver.url}/moved`);
  await endpoint.getByRole('button', { name: 'Save' }).click();
  const moved = page.getByRole('listitem', { name: `${receiver.url}/moved` });
  await moved.getByText('Memories · Tasks').waitFor();
  await moved.getByRole('button', { name: 'Edit', exact: true, expanded: false }).waitFor();
  const [changed] = (await service.owner.call('GET', '/v1/webhooks')).body;
  assert.deepEqual(changed.types, ['memory.*', 'action_item.*']);
  await moved.getByRole('button', { name: 'Edit', exact: true }).click();
  await moved.getByLabel('Address', { exact: true }).fill(receiver.url);
  await moved.getByRole('button', { name: 'Save' }).click();

  await inside('Switch off').click();
  await endpoint.getByText('Switched off').waitFor();
  await inside('Delete').click();
  await endpoint.waitFor({ state: 'detached' });
  await page.reload();
  await button('New endpoint').waitFor();
  assert.equal(await endpoint.count(), 0);
});
