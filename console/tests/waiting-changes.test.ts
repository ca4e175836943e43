// Long: it waits for lost networks.
/** Tests changes that are made without the network. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import type { ConsoleTab } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';

const writes = ({ page }: ConsoleTab) =>
  page.evaluate(`new Promise((done) => {
    const request = indexedDB.open('commonplace-writes');
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => done(-1);
    request.onsuccess = () => {
      const counting = request.result.transaction('writes').objectStore('writes').count();
      counting.onsuccess = () => {
        request.result.close();
        done(counting.result);
      };
    };
  })`) as Promise<number>;

let lossy: Awaited<ReturnType<typeof startLossyService>>;

before(async () => {
  lossy = await startLossyService();
});
after(() => lossy[Symbol.asyncDispose]());
beforeEach(() => lossy.network.mend());

async function taskOf(service: TestService, description: string): Promise<Json | undefined> {
  const { body } = await service.owner.call('GET', '/v1/action-items?limit=100');
  return (body as Json[]).find((task) => task['description'] === description);
}

test('a tick of a task that is gone is refused, and ticks no other task', async () => {
  const { url, network, service } = lossy;
  const transcript_segments = [
    { text: 'I need to renew my licence before May.', start: 0, end: 3, is_user: true },
    { text: 'I will call the yard on Monday.', start: 4, end: 7, is_user: true },
  ];
  const made = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments,
  });
  const path = `/v1/conversations/${made.body['id']}`;
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await tab.go(`/conversations/${made.body['id']}`);
  await page.getByRole('checkbox', { name: /licence/ }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  network.cut();
  await page.getByText(/Can’t reach your server/).waitFor();
  await page.getByRole('checkbox', { name: /licence/ }).check();
  await page.getByText('1 change waits').waitFor();
  const items = async (): Promise<Json[]> =>
    (await service.owner.call('GET', path)).body['structured']['action_items'];
  const { description } = (await items()).find((each) => /licence/.test(each['description']))!;
  const deleted = `${path}/action-items?description=${encodeURIComponent(description)}`;
  assert.equal((await service.owner.call('DELETE', deleted)).status, 200);
  network.mend();
  await page.getByText(/could not be saved.*no longer has this task.*licence/).waitFor();
  assert.deepEqual(
    (await items()).map((each) => [/yard/.test(each['description']), each['completed']]),
    [[true, false]],
  );
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText(/could not be saved/).waitFor({ state: 'detached' });
});

test('signing out without the network keeps the changes that wait', async () => {
  const { url, network, service } = lossy;
  await service.owner.call('POST', '/v1/action-items', { description: 'Buy bread' });
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await tab.go('/settings');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Buy bread' }).waitFor();
  network.cut();
  await page.getByText(/Can’t reach your server/).waitFor();
  await page.getByRole('checkbox', { name: 'Buy bread' }).check();
  await page.getByText('1 change waits').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const sheet = page.getByRole('dialog', { name: 'Some changes are not saved' });
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await sheet.getByRole('button', { name: 'Sign out and discard' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await page
    .getByRole('alert')
    .getByText(/answer|reach/)
    .waitFor();
  assert.equal(await writes(tab), 1);
  network.mend();
  await eventually('the tick to be saved', async () => {
    return (await taskOf(service, 'Buy bread'))!['completed'] === true;
  });
});

test('a change does not overtake an earlier one of the same task', async () => {
  const { url, service } = lossy;
  await service.owner.call('POST', '/v1/action-items', { description: 'Buy milk' });
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await tab.go('/tasks');
  const box = page.getByRole('checkbox', { name: 'Buy milk' });
  await box.waitFor();
  const sent: boolean[] = [];
  let losses = 4;
  await page.route('**/v1/action-items/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.fallback();
    if (losses > 0) {
      losses -= 1;
      return route.abort();
    }
    sent.push(request.postDataJSON()['completed']);
    return route.fallback();
  });
  await box.check();
  await box.uncheck();
  await eventually('both changes to be sent', async () => sent.length >= 2);
  assert.deepEqual(sent, [true, false]);
  await eventually('nothing to wait', async () => (await writes(tab)) === 0);
  assert.equal((await taskOf(service, 'Buy milk'))!['completed'], false);
});

test('a page that was opened over http saves changes, too', async () => {
  const { url, service } = lossy;
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await page.addInitScript(`
    delete Crypto.prototype.randomUUID;
    delete Navigator.prototype.locks;
  `);
  await tab.go('/tasks');
  await page.getByLabel('Add a task').fill('Ask Ines');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ask Ines', exact: true }).waitFor();
  assert.ok(await taskOf(service, 'Ask Ines'));
});

test('changes without the network wait, also over a reload, and are saved once', async () => {
  await using lossy = await startLossyService();
  const { url, network, service } = lossy;
  const call = async (method: string, path: string, body?: object): Promise<Json> =>
    (await service.owner.call(method, path, body)).body;
  for (const description of ['Buy bread', 'Water the plants', 'Call the yard']) {
    await call('POST', '/v1/action-items', { description });
  }
  const fact = await call('POST', '/v3/memories', { content: 'I live in Horta' });
  const goal = { title: 'Swim', goal_type: 'numeric', target_value: 40, current_value: 0 };
  await call('POST', '/v1/goals', goal);
  const transcript_segments = [
    { text: 'I need to renew my licence before May.', start: 0, end: 3, is_user: true },
  ];
  const talk = await call('POST', '/v1/conversations/from-segments', { transcript_segments });
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  const open = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
  const row = (text: string) => page.getByRole('button', { name: text, exact: true });
  const edit = async (before: string, after: string) => {
    await row(before).click();
    await page.getByLabel(/^Edit the/).fill(after);
    await page.keyboard.press('Enter');
    await row(after).waitFor();
  };
  await tab.go(`/conversations/${talk['id']}`);
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await open('Goals');
  await row('Swim').waitFor();
  await open('Memories');
  await row('I live in Horta').waitFor();
  await open('Tasks');
  await row('Buy bread').waitFor();

  network.cut();
  await page.getByText(/Can’t reach your server/).waitFor();
  await page.getByRole('checkbox', { name: 'Buy bread' }).check();
  await edit('Water the plants', 'Water the ferns');
  await edit('Call the yard', 'Call the yard about the mast');
  await page.getByLabel('Add a task').fill('Ask Ines');
  await page.keyboard.press('Enter');
  await edit('Ask Ines', 'Ask Ines for the keys');
  await page.getByText('5 changes wait').waitFor();
  // The four tasks say so, too.
  assert.equal(await page.getByText('Waiting to be sent').count(), 4);
  await open('Memories');
  await edit('I live in Horta', 'I live in Horta by the sea');
  await page.getByLabel('Add a fact').fill('I sail');
  await page.keyboard.press('Enter');
  await row('I sail').waitFor();
  await open('Goals');
  await page.getByLabel('New value of “Swim”').fill('12');
  await page.keyboard.press('Enter');
  await page.getByText('12 of 40').waitFor();
  await page.goBack();
  await page.getByText('8 changes wait').waitFor();
  await page.goto(`${url}/tasks`);
  await page.getByText('8 changes wait').waitFor();
  await row('Ask Ines for the keys').waitFor();
  await page.getByText('Done', { exact: true }).click();
  assert.equal(await page.getByRole('checkbox', { name: 'Buy bread' }).isChecked(), true);
  await page.goto(`${url}/conversations/${talk['id']}`);
  await page.getByRole('checkbox', { name: /licence/ }).check();
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await page.getByText('10 changes wait').waitFor();

  // Meanwhile another device changes one of the texts, and deletes a task.
  const tasks = async (): Promise<Json[]> =>
    (await call('GET', '/v1/action-items?limit=100')) as never;
  const find = async (text: RegExp) =>
    (await tasks()).find((each) => text.test(each['description']))!;
  const cactus = { description: 'Water the cactus' };
  await call('PATCH', `/v1/action-items/${(await find(/Water/))['id']}`, cactus);
  await call('DELETE', `/v1/action-items/${(await find(/yard/))['id']}`);
  network.mend();
  await page
    .getByText(/changed elsewhere to “Water the cactus”. Yours: “Water the ferns”/)
    .waitFor();
  await page.getByText(/could not be saved.*Call the yard about the mast/).waitFor();
  await page.getByRole('button', { name: 'Use mine' }).click();
  await eventually(
    'the text of the user',
    async () => (await find(/Water/))['description'] === 'Water the ferns',
  );
  const list = (await tasks()).map((each) => [
    each['description'].toLowerCase(),
    each['completed'],
  ]);
  assert.deepEqual(list.toSorted(), [
    ['ask ines for the keys', false],
    ['buy bread', true],
    ['renew my licence', true],
    ['water the ferns', false],
  ]);
  const facts = (await call('GET', '/v3/memories?limit=100')) as never as Json[];
  assert.equal(facts.filter(({ content }) => content === 'I sail').length, 1);
  assert.equal(facts.find(({ id }) => id === fact['id'])!['content'], 'I live in Horta by the sea');
  assert.match(JSON.stringify(await call('GET', '/v1/goals?limit=10')), /"current_value":12/);
  assert.equal((await call('GET', `/v1/conversations/${talk['id']}`))['starred'], true);

  // Signing out deletes the refused change from the browser.
  assert.equal(await writes(tab), 1);
  await tab.go('/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.equal(await writes(tab), 0);
  // The browser names the task that does not exist any more.
  await eventually('the line', () =>
    /^\S+ Failed to load resource.*404[^,]*$/.test(tab.complaints.join()),
  );
  tab.complaints.length = 0;
});
