/** Tests that no typed text is lost: refusals, two tabs, unusual texts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import type { Locator, Page } from 'playwright-core';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

type Role = Parameters<Page['getByRole']>[0];
const MISSING = 'Fülle dieses Feld aus.';
const INCOMPLETE = 'Das ist nicht vollständig.';

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test('a refused text stays in its field, with the reason beside it', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/memories');
  const field = page.getByLabel('Add a fact');
  await page.route('**/v3/memories', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 507, json: { detail: 'full' } })
      : route.fallback(),
  );
  await field.fill('Keeps a lighthouse');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText(/The disk of the service is full/).waitFor();
  assert.equal(await field.inputValue(), 'Keeps a lighthouse');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  // The browser may print its line later than the page.
  await eventually('the line', () => /507/.test(tab.complaints.join()));
  tab.complaints.length = 0;
  await page.unroute('**/v3/memories');
  await page.getByRole('button', { name: 'Add' }).click();
  const fact = page.getByRole('button', { name: 'Keeps a lighthouse', exact: true });
  await fact.click();
  const editing = page.getByLabel('Edit the fact');
  await page.route(/v3\/memories\/[\w-]+$/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, json: { detail: 'The keeper is asleep.' } })
      : route.fallback(),
  );
  await editing.fill('Keeps two lighthouses');
  await editing.press('Enter');
  await page.getByRole('alert').getByText('The keeper is asleep.').waitFor();
  assert.equal(await editing.inputValue(), 'Keeps two lighthouses');
});

test('Escape leaves a text as it was, and Enter saves it once', async () => {
  const { owner } = service;
  await owner.call('POST', '/v3/memories', { content: 'Sails a sloop' });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/memories');
  const row = (name: string) => page.getByRole('button', { name, exact: true });
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.postData() ?? '');
  });
  const edit = async (before: string, after: string, key: string) => {
    await row(before).click();
    await page.getByLabel(/^Edit the/).fill(after);
    await page.keyboard.press(key);
  };
  await edit('Sails a sloop', 'Sails a ketch', 'Escape');
  await row('Sails a sloop').waitFor();
  await edit('Sails a sloop', 'Sails a yawl', 'Enter');
  await row('Sails a yawl').waitFor();
  await eventually('the text', async () => {
    const { body } = await owner.call('GET', '/v3/memories');
    return body.some((each: { content: string }) => each.content === 'Sails a yawl');
  });
  assert.equal(saves.length, 1, saves.join());
});

test('two tabs that rename one person both see the two names', async () => {
  const { body } = await service.owner.call('POST', '/v1/users/people', { name: 'Marta' });
  const read = async () => (await service.owner.call('GET', `/v1/users/people/${body.id}`)).body;
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go(`/people/${body.id}`);
  await page.getByRole('button', { name: 'Marta', exact: true }).click();
  await page.getByLabel('Change the name').fill('Marta Reis');
  await service.owner.call('PATCH', `/v1/users/people/${body.id}`, { name: 'Martha' });
  await page.getByLabel('Change the name').press('Enter');
  await page.getByText(/changed elsewhere to: “Martha”/).waitFor();
  assert.equal((await read()).name, 'Martha');
  await page.getByRole('button', { name: 'Use mine' }).click();
  await eventually('the chosen name', async () => (await read()).name === 'Marta Reis');
});

for (const { path, label, create, read } of [
  {
    path: '/tasks',
    label: 'Edit the task',
    create: ['/v1/action-items', { description: 'Oil the gate' }] as const,
    read: (id: string) => `/v1/action-items/${id}`,
  },
  {
    path: '/memories',
    label: 'Edit the fact',
    create: ['/v3/memories', { content: 'Oil the gate' }] as const,
    read: (id: string) => `/v3/memories/${id}`,
  },
  {
    path: '/goals',
    label: 'Edit the goal',
    create: ['/v1/goals', { title: 'Oil the gate' }] as const,
    read: (id: string) => `/v1/goals/${id}`,
  },
]) {
  test(`two tabs that edit one record both see the two texts: ${path}`, async () => {
    const { body } = await service.owner.call('POST', create[0], create[1]);
    const texts = async () => JSON.stringify((await service.owner.call('GET', read(body.id))).body);
    await using one = await openConsole(service.service.url, service.owner);
    await using other = await openConsole(service.service.url, service.owner);
    for (const tab of [one, other]) {
      await tab.go(path);
      await tab.page.getByRole('button', { name: 'Oil the gate', exact: true }).click();
      await tab.page.getByLabel(label).fill(tab === one ? 'Oil the gates' : 'Paint the gate');
    }
    await one.page.getByLabel(label).press('Enter');
    await eventually('the first text', async () => (await texts()).includes('Oil the gates'));
    await other.page.getByLabel(label).press('Enter');
    await other.page.getByText(/changed elsewhere to: “Oil the gates”/).waitFor();
    assert.ok((await texts()).includes('Oil the gates'));
    assert.equal(await other.page.getByLabel(label).inputValue(), 'Paint the gate');
    await other.page.getByRole('button', { name: 'Use mine' }).click();
    await eventually('the chosen text', async () => (await texts()).includes('Paint the gate'));
    await one.page.getByRole('button', { name: 'Paint the gate', exact: true }).waitFor();
  });
}

test('a field says what is wrong with it in the language of the page, and gets the focus', async () => {
  const transcript_segments = [{ text: 'The gate is oiled.', start: 0, end: 3, is_user: true }];
  const talk = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments,
  });
  await service.owner.call('POST', '/v1/goals', {
    title: 'Lesen',
    goal_type: 'numeric',
    target_value: 30,
    current_value: 1,
  });
  await using tab = await openConsole(service.service.url, service.owner, { locale: 'de-DE' });
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const says = async (name: string, description: string, role: Role = 'textbox') => {
    const field = page.getByRole(role, { name, description, exact: true });
    await field.waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true', name);
    return field;
  };
  const hasFocus = (field: Locator) =>
    field.evaluate((element) => element === element.ownerDocument.activeElement);

  await tab.go('/settings');
  await page.getByLabel('Neues Passwort').fill('kurz');
  await press('Passwort ändern');
  assert.ok(await hasFocus(await says('Jetziges Passwort', MISSING)));
  await says('Neues Passwort', 'Mindestens 12 Zeichen');
  await page.getByLabel('Jetziges Passwort').fill('x');
  const current = page.getByRole('textbox', { name: 'Jetziges Passwort', description: /^$/ });
  await current.waitFor();
  await page.getByLabel('Dein Name').fill('');
  await page.getByLabel('E-Mail').fill('ana');
  await press('Speichern');
  await says('Dein Name', MISSING);
  await says('E-Mail', 'Das ist keine vollständige E-Mail-Adresse.');
  // The service refuses this one, in English.
  await page.getByLabel('Dein Name').fill('Ana');
  await page.getByLabel('E-Mail').fill('owner@example.org');
  await page.getByLabel('Zeitzone').fill('Nirgends/Land');
  await press('Speichern');
  await says('Zeitzone', 'Verwende eine IANA-Zeitzone wie Europe/Berlin.', 'combobox');

  await tab.go('/settings/webhooks');
  await press('Neue Adresse');
  await page.getByRole('textbox', { name: 'Adresse', exact: true }).fill('example.org');
  await press('Anlegen');
  await says('Adresse', 'Das ist keine vollständige Adresse. Sie beginnt mit https://');

  await tab.go('/goals');
  await page.getByLabel('Neuer Wert von „Lesen“').pressSequentially('-');
  await press('Eintragen');
  await says('Neuer Wert von „Lesen“', INCOMPLETE, 'spinbutton');

  await tab.go(`/conversations/${talk.body.id}`);
  await press('Mehr');
  await page.getByRole('menuitem', { name: 'Zusammenfassung nach Vorlage' }).click();
  await press('Neue Vorlage');
  await press('Anlegen');
  assert.ok(await hasFocus(await says('Name der Vorlage', MISSING)));
  await says('Was die Zusammenfassung enthalten soll', MISSING);

  await page.context().clearCookies();
  await tab.go('/sign-in');
  await press('Anmelden');
  assert.ok(await hasFocus(await says('E-Mail', MISSING)));
  await page.getByLabel('E-Mail').fill(OWNER.email);
  await page.getByLabel('Passwort', { exact: true }).fill('nicht das richtige');
  await press('Anmelden');
  await says('Passwort', 'Die E-Mail-Adresse oder das Passwort stimmt nicht.');
});

test('name and time zone are saved without the password', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/settings');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  const { body } = await service.owner.call('GET', '/v1/auth/me');
  assert.equal(body.timezone, 'Europe/Berlin');
});

test('after a correction, one press makes the title and the tasks from the new words', async () => {
  const transcript_segments = [{ text: 'I made the carpenter.', start: 0, end: 3, is_user: true }];
  const { body } = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments,
  });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go(`/conversations/${body.id}`);
  await page.getByText('No sound was kept.').waitFor();
  await page.locator('[data-segment]').dblclick();
  await page.getByLabel('Words at 0:00').fill('I need to call the carpenter tomorrow.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Redo the notes' }).click();
  await page.getByRole('checkbox', { name: 'Call the carpenter' }).waitFor();
});

test('a fact of the user that a conversation contradicts is offered with the words against it', async () => {
  const { owner } = service;
  const say = async (text: string) => {
    const transcript_segments = [{ text, start: 0, end: 3, is_user: true }];
    await owner.call('POST', '/v1/conversations/from-segments', { transcript_segments });
  };
  const { id } = (await owner.call('POST', '/v3/memories', { content: 'Lives in Lisbon' })).body;
  const read = async () => (await owner.call('GET', `/v3/memories/${id}`)).body;
  await say('We moved to Porto.');
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/memories');
  const review = page.getByRole('region', { name: 'To review' });
  await review.getByText('Lives in Lisbon').waitFor();
  await review.getByText('We moved to Porto.').waitFor();
  const { contradicted_by } = await read();
  assert.ok(contradicted_by);
  await review.getByRole('link').click();
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await page.goBack();
  await review.getByRole('button', { name: 'No longer true' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal((await read()).until, contradicted_by.at);
  const fact = page.getByRole('button', { name: 'Lives in Lisbon', exact: true });
  await fact.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await fact.waitFor();
  await say('We moved to Faro.');
  await review.getByText('We moved to Faro.').waitFor();
  await page.keyboard.press('y');
  await review.getByText('We moved to Faro.').waitFor({ state: 'detached' });
  await eventually('the review', async () => (await read()).contradicted_by === null);
  assert.equal((await read()).until, null);
});
