/** Tests where new users stumbled. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test('keys that are pressed while the palette opens are typed into it', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/memories');
  await page.getByLabel('Add a fact').waitFor();
  // The letters are also keys of the page: t talks.
  await page.evaluate(`
    const press = (key, more) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    press('k', { ctrlKey: true });
    for (const key of 'the doctor') press(key);
  `);
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.waitFor();
  await page.keyboard.type(' in May');
  assert.equal(await field.inputValue(), 'the doctor in May');
  assert.equal(new URL(page.url()).pathname, '/memories');
});

test('a speaker has the number of the overview, and a press on it names the speaker', async () => {
  const { owner } = service;
  const transcript_segments = [
    { text: 'How is your knee?', start: 0, end: 3, is_user: false, speaker_id: 1 },
    { text: 'I need to call the doctor on Friday.', start: 4, end: 8, is_user: true },
  ];
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments,
  });
  const read = async () => (await owner.call('GET', `/v1/conversations/${body.id}`)).body;
  const { transcript_segments: stored } = await read();
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go(`/conversations/${body.id}`);
  await page.getByRole('button', { name: stored[0].speaker_name, exact: true }).click();
  await page.getByLabel('Somebody new').fill('Ines');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Ines', exact: true }).waitFor();
  await eventually('the name', async () => {
    const { transcript_segments: named } = await read();
    return named[0].speaker_name === 'Ines';
  });
});

test('a first question that comes from the palette stands below the greeting', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  // The reading that makes the greeting is slower than the question.
  let asked = false;
  const question = page.waitForRequest((request) => request.method() === 'POST');
  await page.route(/v2\/messages/, async (route) => {
    if (route.request().method() === 'POST') asked = true;
    else if (!asked) await Promise.race([question, new Promise((late) => setTimeout(late, 2_000))]);
    await route.fallback();
  });
  await tab.go('/ask?q=Who+keeps+bees%3F');
  const stored = async (): Promise<string[]> => {
    const { body } = await service.owner.call('GET', '/v2/messages');
    return (body as { sender: string }[]).toReversed().map(({ sender }) => sender);
  };
  await page.getByRole('log').getByText('Who keeps bees?').waitFor();
  await eventually('the answer', async () => (await stored()).length > 2);
  assert.deepEqual(await stored(), ['ai', 'human', 'ai']);
});

const isOpaque = (element: {
  ownerDocument: { defaultView: { getComputedStyle: (of: unknown) => { opacity: string } } };
}) => element.ownerDocument.defaultView.getComputedStyle(element).opacity === '1';

test('the navigation closes after a page is chosen, by mouse and by keys', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  // From 1024 pixels on, the words are always there.
  await tab.go('/goals');
  const words = page.getByRole('navigation').getByText('Tasks').first();
  assert.equal(await words.evaluate(isOpaque), true);
  await page.setViewportSize({ width: 900, height: 820 });
  await tab.go('/');
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  const rail = page.getByRole('navigation').locator('div').first();
  const isOpen = async () => (await rail.boundingBox())!.width > 200;
  const isClosed = async () => (await rail.boundingBox())!.width === 64;
  await entry('Tasks').first().click();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.mouse.move(800, 400);
  await eventually('the navigation to close', isClosed);

  await entry('People').first().focus();
  await eventually('the navigation to open', isOpen);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await eventually('the navigation to close', isClosed);
});

test('the chats have room on a phone', async () => {
  await service.owner.call('POST', '/v2/chat-sessions', { title: 'What the boat needs' });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await page.setViewportSize({ width: 360, height: 740 });
  await tab.go('/ask');
  const chats = page.getByRole('navigation', { name: 'Chats' });
  await chats.getByRole('link', { name: 'What the boat needs' }).waitFor();
  assert.ok((await chats.boundingBox())!.width > 300);
});

test('the German page names new chats and greets in German', async () => {
  const { body } = await service.owner.call('POST', '/v2/chat-sessions', {});
  await using tab = await openConsole(service.service.url, service.owner, { locale: 'de-DE' });
  const { page } = tab;
  await tab.go(`/ask/${body.id}?q=Wer+hat+Bienen%3F`);
  await page.getByRole('navigation').getByRole('link', { name: 'Neuer Chat' }).waitFor();
  const answers = page.getByRole('log');
  await answers.getByText('Wer hat Bienen?').waitFor();
  await answers.getByText('Frage nach allem, was gesagt wurde.').waitFor();
  assert.equal(await answers.getByText(/^Hello/).count(), 0);
  const path = `/v2/messages?chat_session_id=${body.id}`;
  await eventually('the answer', async () => {
    return (await service.owner.call('GET', path)).body.length === 3;
  });
});

test('the keys j and k go through the rows of every page', async () => {
  const { owner } = service;
  for (const name of ['Ada', 'Bela']) await owner.call('POST', '/v1/users/people', { name });
  for (const text of ['oil the door', 'wash the sail']) {
    await owner.call('POST', '/v1/action-items', { description: text });
    await owner.call('POST', '/v3/memories', { content: `Has to ${text}` });
  }
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  const focused = page.locator('[data-row]:focus');
  for (const [path, row] of [
    ['/tasks', /sail|door/],
    ['/memories', /sail|door/],
    ['/people', /Ada|Bela/],
  ] as const) {
    await tab.go(path);
    const rows = page
      .getByRole('listitem')
      .filter({ hasText: row, has: page.locator('[data-row]') });
    await rows.nth(1).waitFor();
    const pressed = async (key: string) => {
      await page.keyboard.press(key);
      return page.getByRole('listitem').filter({ has: focused }).last().innerText();
    };
    const [first, second, again] = [await pressed('j'), await pressed('j'), await pressed('k')];
    assert.notEqual(first, second, path);
    assert.equal(again, first, path);
  }
});

test('a new owner is offered models that hear and understand better', async () => {
  await using allowed = await startService({ environment: { SVC_MODELS: '' } });
  await using tab = await openConsole(allowed.service.url, allowed.owner);
  const { page } = tab;
  await tab.go('/');
  const { body } = await allowed.owner.call('GET', '/v1/models');
  for (const [title, purpose] of [
    ['Hear better', 'recogniser'],
    ['Better notes and answers', 'language-model'],
  ]) {
    const offered = (body.models as { id: string; title: string; purpose: string }[]).find(
      (model) => model.purpose === purpose && body.recommended.includes(model.id),
    );
    // A small machine has no room for a language model.
    if (!offered && purpose === 'language-model') continue;
    assert.ok(offered, purpose);
    const offer = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title }) });
    await offer.last().getByText(offered.title).waitFor();
  }
});
