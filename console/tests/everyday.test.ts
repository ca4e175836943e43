/** Tests what users do every day and seldom: reviewing, choosing a day, a second tab, leaving. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { ApiUser, request } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { untilConversation } from '../../src/testing/clients/recording.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const SAID = ['I live in Boston with my two children.', 'The report is due on Monday.'];
const utterances = SAID.map((text, at) => ({ text, start: 2 + at * 6, end: 6 + at * 6 }));
const recogniser = scriptedRecogniser({ utterances });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('facts are reviewed by keys, and beside the conversation that told them', async () => {
  await using service = await startService();
  const { owner } = service;
  const store = async (text: string) => {
    const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments: [{ text, is_user: true, start: 0, end: 4 }],
    });
    return body.id as string;
  };
  const first = await store('I live in Porto with my sister Rita.');
  await store('I am allergic to peanuts.');
  await store('I work as a nurse at the harbour clinic.');
  const reviewed = async (verdict: boolean | null) => {
    const { body } = await owner.call('GET', '/v3/memories?limit=100');
    return (body as Json[])
      .filter(({ user_review }) => user_review === verdict)
      .map(({ content }) => content)
      .join();
  };
  await eventually('three facts', async () => (await reviewed(null)).split(',').length === 3);
  await using tab = await openConsole(service.service.url, owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go('/memories');
  await page.getByText('3 facts to review').waitFor();
  await page.keyboard.press('y');
  await page.getByText('2 facts to review').waitFor();
  await page.keyboard.press('n');
  await page.getByText('One fact to review').waitFor();
  await eventually('one kept fact', async () => /nurse/.test(await reviewed(true)));
  await eventually('one left', async () => /^[^,]*Porto[^,]*$/.test(await reviewed(null)));

  await go(`/conversations/${first}`);
  const learned = page.getByRole('listitem').filter({ hasText: 'Porto' });
  await button(page, 'Keep').click();
  await learned.getByText('Kept').waitFor();
  await eventually('two kept facts', async () => /Porto/.test(await reviewed(true)));
});

test('a day is chosen in the calendar, where days with speech are warmer', async () => {
  await using service = await startService();
  const { owner } = service;
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [
      { text: 'The heron nests behind the mill.', start: 0, end: 4 },
      { text: 'I will show the nest to the children on Sunday.', start: 5, end: 9 },
    ],
    started_at: at,
  });
  await using tab = await openConsole(service.service.url, owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go('/');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const day = calendar.getByRole('link', { name: /1 conversation$/ });
  await day.waitFor();
  assert.ok((await calendar.getByRole('link', { name: /0 conversations$/ }).count()) > 80);
  await day.click();
  await page.getByRole('article').filter({ hasText: /nest/i }).waitFor();
  assert.equal(await day.getAttribute('aria-current'), 'page');
});

test('two tabs show the words of a recording as they are said', async () => {
  await using service = await startService({ recogniser, sampleSpeed: 8 });
  await using first = await openConsole(service.service.url, service.owner);
  await using second = await openConsole(service.service.url, service.owner);
  for (const { page, go } of [first, second]) {
    page.setDefaultTimeout(15_000);
    await go('/');
    await page.getByText('How would you like to start?').waitFor();
  }
  await service.owner.call('POST', '/v1/demo');
  for (const { page } of [first, second]) await page.getByRole('log').getByText('Boston').waitFor();
});

test('a sentence of the transcript is heard when it is pressed', async () => {
  await using service = await startService({ recogniser, sampleSpeed: 20 });
  const { body } = await service.owner.call('POST', '/v1/demo');
  const id = body.conversation_id;
  await untilConversation(service, id, ({ status }) => status === 'completed');
  await using tab = await openConsole(service.service.url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go(`/conversations/${id}`);
  await page.locator('[data-segment]', { hasText: 'report is due' }).click();
  const player = page.getByRole('group', { name: 'Player' });
  await player.getByRole('button', { name: 'Pause' }).waitFor();

  // The player covers neither notices nor the end of the page.
  await page.setViewportSize({ width: 360, height: 480 });
  const top = (await player.boundingBox())!.y;
  await button(page, 'More').last().click();
  await page.getByRole('menuitem', { name: 'Share …', exact: true }).click();
  await button(page, 'Create the link').click();
  await button(page, 'Stop sharing').click();
  const notice = page.getByRole('dialog').filter({ hasText: /^Nobody else can read this/ });
  await eventually('the notice above the player', async () => {
    const box = await notice.boundingBox();
    return box !== null && box.y + box.height <= top;
  });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await eventually('the end of the page above the player', async () => {
    const box = (await page.locator('[data-words]').last().boundingBox())!;
    return box.y + box.height <= top;
  });
});

test('all other sessions are ended at once', async () => {
  await using service = await startService();
  const { url } = service.service;
  const other = await ApiUser.signIn(url, OWNER);
  await using tab = await openConsole(url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go('/settings/sessions');
  await button(page, 'End all others').click();
  await button(page, 'End all others').waitFor({ state: 'detached' });
  await eventually('the end', async () => (await other.call('GET', '/v1/auth/me')).status === 401);
  assert.equal((await service.owner.call('GET', '/v1/auth/me')).status, 200);
});

test('an account is deleted only with its address and password', async () => {
  await using service = await startService();
  const { url } = service.service;
  await using tab = await openConsole(url, await ApiUser.signIn(url, OWNER));
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go('/settings/data');
  await button(page, 'Delete the account').click();
  const remove = button(page, 'Delete the account');
  await page.getByLabel('Current password').fill(OWNER.password);
  assert.ok(await remove.isDisabled(), 'without the address');
  await page.getByLabel(OWNER.email).fill(OWNER.email);
  await remove.click();
  await page.waitForURL(/sign-in/);
  const { status } = await request(url, 'POST', '/v1/auth/sign-in', { body: OWNER });
  assert.equal(status, 401);
});

test('the console can be installed, in the language of the browser', async () => {
  await using service = await startService();
  for (const [locale, name] of [
    ['en', 'Talk'],
    ['de', 'Sprechen'],
  ] as const) {
    await using tab = await openConsole(service.service.url, service.owner, { locale });
    const { page, go } = tab;
    await go('/');
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (
      await page.request.get(new URL(address!, page.url()).href)
    ).json()) as Json;
    assert.equal(manifest.display, 'standalone');
    assert.equal(manifest.shortcuts[0].name, name);
    assert.ok(manifest.id && manifest.share_target);
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      assert.equal((await page.request.get(new URL(src, page.url()).href)).status(), 200, src);
    }
  }
});
