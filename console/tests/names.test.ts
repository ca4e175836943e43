/** Tests the list of names in the settings, and names that are corrected in a whole conversation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('names are added several at a time, refused with a reason, removed and brought back by keys', async () => {
  await using service = await startService();
  const { owner } = service;
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go('/settings/words');
  await page.getByText('No names or terms yet').waitFor();
  const field = page.getByLabel('Names or terms, one per line');
  await field.fill(`Porto\n${'x'.repeat(61)}`);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'more than 60 characters' }).waitFor();
  await field.fill(' Commalise \n\nJürgen Núñez\nPorto');
  await page.getByRole('button', { name: 'Add 3' }).waitFor();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('list', { name: 'Names and words' }).getByRole('listitem');
  await rows.nth(2).waitFor();
  assert.equal(await field.inputValue(), '');
  assert.deepEqual(await rows.allInnerTexts(), ['Commalise', 'Jürgen Núñez', 'Porto']);

  await field.fill('?!');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'at least one letter or digit' }).waitFor();
  await field.fill('commalise');
  await page.keyboard.press('Enter');
  await eventually(
    'the new spelling',
    async () => (await rows.first().innerText()) === 'commalise',
  );
  assert.equal(await rows.count(), 3);

  await page.getByRole('button', { name: 'Remove “Porto”' }).focus();
  await page.keyboard.press('Enter');
  await rows.nth(2).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await rows.filter({ hasText: 'Porto' }).waitFor();
});

test('a name that is corrected once is replaced everywhere, undone, and learned', async () => {
  await using service = await startService();
  const { owner } = service;
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [
      { text: 'We use comma lice daily.', start: 0, end: 4, is_user: true },
      { text: 'Comma lice is good, and comma lice is fast.', start: 5, end: 8, is_user: false },
      { text: 'Who made comma lice?', start: 9, end: 12, is_user: true },
    ],
  });
  await eventually('the talk to be understood', async () => {
    const { body: read } = await owner.call('GET', `/v1/conversations/${body.id}`);
    return read.status === 'completed';
  });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go(`/conversations/${body.id}`);
  const texts = () => page.locator('[data-segment]').allInnerTexts();
  const before = [
    'We use comma lice daily.',
    'Comma lice is good, and comma lice is fast.',
    'Who made comma lice?',
  ];
  const after = [
    'We use Commalise daily.',
    'Commalise is good, and Commalise is fast.',
    'Who made Commalise?',
  ];
  await page.locator('[data-segment]').first().dblclick();
  await page.getByLabel('Words at 0:00').fill(after[0]!);
  await page.keyboard.press('Control+Enter');
  await page.getByText('“comma lice” is also in other places').waitFor();
  assert.deepEqual(await texts(), [after[0], before[1], before[2]]);
  const all = page.getByRole('button', { name: /^Replace in \d+ places$/ });
  await page.locator('button:focus', { hasText: /^Replace in \d+ places$/ }).waitFor();
  await page.keyboard.press('Enter');
  await all.waitFor({ state: 'detached' });
  await eventually('the new words', async () => (await texts()).join() === after.join());

  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(
    'the old words',
    async () => (await texts()).join() === [after[0], before[1], before[2]].join(),
  );
  await tab.go('/settings/words');
  await page.getByRole('listitem').filter({ hasText: 'Commalise' }).getByText('Learned').waitFor();
});

test('a wrong name is replaced in other conversations, notes, tasks and memories, also from the page of the person', async () => {
  await using service = await startService();
  const { owner } = service;
  const person = (await owner.call('POST', '/v1/users/people', { name: 'Tomas' })).body;
  const createTalk = async (...texts: string[]) => {
    const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments: texts.map((text, at) => ({
        text,
        start: at * 5,
        end: at * 5 + 4,
        is_user: at % 2 === 0,
        ...(at % 2 === 1 && { person_id: person.id }),
      })),
    });
    await eventually('the talk to be understood', async () => {
      const { body: read } = await owner.call('GET', `/v1/conversations/${body.id}`);
      return read.status === 'completed';
    });
    return body.id as string;
  };
  const first = await createTalk('I will ask Tomas about the oars.', 'Yes, please.');
  const second = await createTalk('The boat of Tomas leaks.', 'It does.');
  await owner.call('POST', '/v1/action-items', { description: 'Call Tomas' });
  await owner.call('POST', '/v3/memories', { content: 'Sails with Tomas' });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go(`/conversations/${first}`);
  await page.locator('[data-segment]').first().dblclick();
  await page.getByLabel('Words at 0:00').fill('I will ask Thomas about the oars.');
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(/“Tomas” is also in other places \(.*\d × in tasks.*\d × in memories\)/)
    .waitFor();
  await page.getByRole('button', { name: /^Replace in \d+ places$/ }).click();
  await page.getByText(/^\d+ places replaced/).waitFor();
  await tab.go('/tasks');
  await page.getByText('Call Thomas').first().waitFor();
  await tab.go('/memories');
  await page.getByText('Sails with Thomas').waitFor();
  await tab.go(`/conversations/${second}`);
  await page.getByText('The boat of Thomas leaks.', { exact: true }).waitFor();

  await tab.go(`/people/${person.id}`);
  await page.getByRole('button', { name: 'Tomas' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Thomas');
  await page.keyboard.press('Enter');
  await eventually('the new name', async () => {
    const { body } = await owner.call('GET', `/v1/conversations/${second}`);
    return body.transcript_segments[1].speaker_name === 'Thomas';
  });
});
