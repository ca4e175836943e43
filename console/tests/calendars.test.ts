/** Tests that calendars are connected and chosen, and that the people of a meeting are offered as speakers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { CalendarServer } from '../../src/testing/servers/calendars/calendar-server.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const basic = (time: Date) => `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

test('I connect a calendar, choose a list for tasks, and name a speaker after the meeting', async () => {
  await using server = await CalendarServer.start();
  await using service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  const { owner } = service;
  server.add('work');
  server.add('tasks');
  const began = new Date(Date.now() - 3_600_000);
  server.put(
    'work',
    'garden.ics',
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:garden\r\nDTSTART:${basic(began)}\r\nDURATION:PT45M\r\n` +
      'SUMMARY:Garden plans\r\nATTENDEE;CN=Ana Silva:mailto:ana@example.org\r\n' +
      'END:VEVENT\r\nEND:VCALENDAR\r\n',
  );
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go('/settings/connections');
  await page.getByRole('button', { name: 'Connect a service' }).click();
  await page.getByRole('combobox').selectOption({ label: 'Calendar (CalDAV)' });
  await page.getByLabel('Address').fill(server.url);
  await page.getByLabel('User name').fill('owner');
  await page.getByLabel('Key or password').fill('secret');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const row = page.getByRole('listitem', { name: 'Calendar (CalDAV)' });
  await row.getByRole('button', { name: 'Edit' }).click();
  await row.getByRole('checkbox', { name: 'work' }).waitFor();
  await row.getByRole('combobox').selectOption({ label: 'tasks' });
  await row.getByRole('checkbox', { name: 'tasks' }).uncheck();
  await eventually('the choice', async () => {
    const [{ settings }] = (await owner.call('GET', '/v1/connections')).body;
    return settings.task_list?.endsWith('/tasks/') && settings.calendars?.length === 1;
  });

  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [
      { text: 'We plant beans.', start: 0, end: 5, is_user: true, speaker_id: 0 },
      { text: 'And peas behind them.', start: 6, end: 9, is_user: false, speaker_id: 1 },
    ],
    started_at: new Date(began.getTime() + 60_000).toISOString(),
  });
  await eventually('the talk to be named after its meeting', async () => {
    const read = await owner.call('GET', `/v1/conversations/${body.id}`);
    return read.body.structured.title === 'Garden plans';
  });
  await tab.go(`/conversations/${body.id}`);
  await page.getByRole('button', { name: 'Speaker 1', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Who spoke?' });
  await sheet.getByRole('button', { name: 'Ana Silva' }).click();
  await page.getByRole('button', { name: 'Ana Silva' }).first().waitFor();
  await eventually('the person to be stored', async () => {
    const people = (await owner.call('GET', '/v1/users/people')).body as { name: string }[];
    return people.map(({ name }) => name).join() === 'Ana Silva';
  });
  const day = await page.evaluate(
    (time) => new Date(time).toLocaleDateString('sv'),
    began.toISOString(),
  );
  await tab.go(`/?day=${day}`);
  const meetings = page.getByRole('region', { name: 'Meetings' });
  assert.match(await meetings.getByRole('listitem').innerText(), /Garden plans\s+Ana Silva/);
  await meetings.getByRole('link', { name: 'What was said' }).click();
  await page.getByText('And peas behind them.', { exact: true }).waitFor();
});
