/** Tests that the day asks about what was read with too little certainty. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { addSuggestion } from '../../src/testing/filled-account.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('the day asks what was perhaps promised, and an answer can be undone', async () => {
  await using service = await startService();
  const { owner } = service;
  const { db } = service.service.parts;
  await owner.call('POST', '/v1/conversations/from-text', { text: 'The plumber was here.' });
  for (const text of ['Ring the plumber', 'Ana: feed the cat']) {
    await addSuggestion(db, owner, text);
  }
  const asked = async () =>
    (await owner.call('GET', '/v1/users/me/suggestions')).body.suggestions.length;
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go('/');
  const block = page.getByRole('region', { name: 'Did you …?' });
  const question = block.getByText('Did you promise to ring the plumber?');
  await question.waitFor();
  await block.getByText('Did you promise this: Ana: feed the cat?').waitFor();
  const item = block.getByRole('listitem').filter({ hasText: 'plumber' });

  await item.getByRole('button', { name: 'Drop' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await question.waitFor();
  assert.equal(await asked(), 2);

  await item.getByRole('button', { name: 'Keep' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await eventually('the task', async () => {
    const { body } = await owner.call('GET', '/v1/action-items');
    return body.some(
      ({ description }: { description: string }) => description === 'Ring the plumber',
    );
  });
  assert.equal(await asked(), 1);
});

test('the consent to keep examples is given and withdrawn in the settings', async () => {
  await using service = await startService();
  const { owner } = service;
  await using tab = await openConsole(service.service.url, owner);
  tab.page.setDefaultTimeout(10_000);
  await tab.go('/settings/data');
  const box = tab.page.getByRole('checkbox', { name: 'Keep the sentences that I judge' });
  const consent = async () => (await owner.call('GET', '/v1/users/me')).body.keeps_examples;
  assert.equal(await consent(), false);
  await box.check();
  await eventually('the consent', consent);
  await box.uncheck();
  await eventually('its end', async () => !(await consent()));
});
