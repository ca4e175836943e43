/** Tests searches with a time on the page, and the page of questions, in Chromium. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ManualClock } from '../../src/core/clock.ts';
import { barriersOf } from '../../src/testing/clients/accessibility.ts';
import { startService, type TestService } from '../../src/testing/start-service.ts';
import { liveThreeWeeks, NOW } from '../../tests/three-weeks.ts';
import { openConsole } from './console-tab.ts';

const BUDGET = /whole budget of the garden/;
const NARROWED = { name: 'Only what was said' };

let service: TestService;
before(async () => {
  service = await startService({ clock: new ManualClock(NOW) });
  await liveThreeWeeks(service.owner);
});
after(() => service[Symbol.asyncDispose]());

/** A tab on the day of the account. */
async function openTab(options = {}) {
  const tab = await openConsole(service.service.url, service.owner, options);
  await tab.page.route('**/v1/auth/me', async (route) => {
    const response = await route.fetch();
    const date = new Date(NOW).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await tab.page.clock.setFixedTime(NOW);
  tab.page.setDefaultTimeout(10_000);
  return tab;
}

/** The days that the rows of a list show. */
const daysOf = async (rows: Locator): Promise<string[]> => {
  const texts = await rows.allInnerTexts();
  return texts.flatMap((text) => /(?:Today|Yesterday|\w+day, \w+ \d+)/.exec(text) ?? ['none']);
};
const hits = (page: Page) => page.getByRole('listitem').filter({ hasText: BUDGET });
const chip = (page: Page, what: RegExp) =>
  page.getByRole('list', NARROWED).getByRole('button', { name: what });

async function untilDays(rows: Locator, days: readonly string[]): Promise<void> {
  await rows.nth(days.length - 1).waitFor();
  await rows.nth(days.length).waitFor({ state: 'detached' });
  assert.deepEqual(await daysOf(rows), days);
}

const [WED, SUN, TUE, THU] = [
  'Wednesday, November 25',
  'Sunday, November 22',
  'Tuesday, November 17',
  'Thursday, November 12',
];

/** Nothing sticks out of a phone. */
async function fits(page: Page): Promise<void> {
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  const lines = page.getByRole('main').locator('li a, li p, article a, article p');
  for (const line of await lines.all()) {
    const { x, width } = (await line.boundingBox())!;
    assert.ok(x >= 0 && x + width <= 360, await line.innerText());
  }
}

test('a search is narrowed by its words, by its chips and by a sweep over its days', async () => {
  await using tab = await openTab();
  const { page } = tab;
  await tab.go('/search?q=whole+budget');
  await untilDays(hits(page), [WED, SUN, TUE, THU]);
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.fill('whole budget last week with Ana');
  await untilDays(hits(page), [SUN]);
  await chip(page, /with Ana Silva/).click();
  await untilDays(hits(page), [SUN, TUE]);
  assert.equal(await field.inputValue(), 'whole budget last week');
  await chip(page, /Nov 16 – 22/).click();
  await untilDays(hits(page), [WED, SUN, TUE, THU]);
  assert.equal(await field.inputValue(), 'whole budget');

  const strip = page.getByRole('listbox', { name: 'When it was talked about' });
  const at = async (day: string) => {
    const box = (await strip.getByRole('option', { name: day }).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await at('Thu, Nov 12: 1 result')));
  await page.mouse.down();
  await page.mouse.move(...(await at('Tue, Nov 17: 1 result')), { steps: 4 });
  await page.mouse.up();
  await untilDays(hits(page), [TUE, THU]);
  await chip(page, /Nov 12 – 17/).waitFor();
  assert.equal(await strip.getByRole('option', { selected: true }).count(), 6);

  await strip.focus();
  await page.keyboard.press('Escape');
  await untilDays(hits(page), [WED, SUN, TUE, THU]);
  await page.keyboard.press('End');
  for (let day = 27; day > 25; day -= 1) await page.keyboard.press('ArrowLeft');
  for (let day = 25; day > 22; day -= 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  await untilDays(hits(page), [WED, SUN]);

  assert.deepEqual(await barriersOf(page), []);
  // A time without a hit leads out.
  await tab.go('/search?q=whole+budget+yesterday');
  await page.getByText('Nothing matches in this time.').waitFor();
  await page.getByRole('button', { name: 'Search at any time' }).click();
  await untilDays(hits(page), [WED, SUN, TUE, THU]);
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page);
});

test('a task that was found says when it is due', async () => {
  await using tab = await openTab();
  await tab.go('/search?q=cartridge+next+week');
  const task = tab.page.getByRole('listitem').filter({ hasText: 'Order the cartridge' });
  assert.match(await task.innerText(), /Due Nov 30/);
});

test('the palette understands a time, and shows the day of each hit', async () => {
  await using tab = await openTab();
  const { page } = tab;
  await tab.go('/tasks');
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('whole budget last week');
  const options = page.getByRole('option').filter({ hasText: BUDGET });
  await untilDays(options, [SUN, TUE]);
  await chip(page, /Nov 16 – 22/).click();
  await untilDays(options, [WED, SUN, TUE, THU]);
  assert.equal(await field.inputValue(), 'whole budget');
});

test('conversations that were found show their days, also under the pointer and on a phone', async () => {
  await using tab = await openTab();
  const { page } = tab;
  await tab.go('/conversations?q=whole+budget');
  const rows = page.getByRole('article');
  await untilDays(rows, [WED, SUN, TUE, THU]);
  await rows.first().hover();
  assert.ok(await rows.first().getByText(WED).isVisible());
  await page.getByRole('searchbox').fill('whole budget last week');
  await untilDays(rows, [SUN, TUE]);
  await chip(page, /Nov 16 – 22/).click();
  await untilDays(rows, [WED, SUN, TUE, THU]);
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page);
});

test('a question stays above its answer, whose sources have the days of the saying', async () => {
  await using tab = await openTab();
  const { page } = tab;
  const { body: chat } = await service.owner.call('POST', '/v2/chat-sessions', {});
  await tab.go(`/ask/${chat.id}`);
  const field = page.getByLabel('What do you want to know?');
  const questions = ['What did I say in March?', 'What was said about the budget last week?'];
  for (const [index, question] of questions.entries()) {
    await field.fill(question);
    await chip(page, /Mar 1 – 31|Nov 16 – 22/)
      .last()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).nth(index).waitFor();
  }
  const top = async (text: string | RegExp) =>
    (await page.getByRole('log').getByText(text).first().boundingBox())!.y;
  const [question, answer] = [await top(questions[1]!), await top(/Nine hundred euros/)];
  assert.ok(question >= 0 && question < answer && answer < 300, `${question} ${answer}`);

  const sources = page.getByRole('list', { name: 'Sources' }).last().getByRole('link');
  assert.deepEqual(
    (await sources.allInnerTexts()).map((text) => /Nov \d+$/.exec(text)?.[0]),
    ['Nov 22', 'Nov 17'],
  );
  // The chat has the name of its first question.
  await page.getByRole('navigation', { name: 'Chats' }).getByText(questions[0]!).waitFor();
  // Without the time, the question is asked again.
  await page.getByRole('log').getByRole('list', NARROWED).getByRole('button').click();
  await page
    .getByRole('log')
    .getByText('What was said about the budget?', { exact: true })
    .waitFor();
  await page.getByRole('list', { name: 'Sources' }).nth(2).getByText('Nov 25').waitFor();

  await page.getByRole('list', { name: 'Sources' }).nth(1).getByRole('link').first().click();
  await page.waitForURL(/said=.*play=true/);
  await page.locator('[data-segment].bg-ember-wash', { hasText: BUDGET }).waitFor();
});

for (const [locale, nothing] of [
  ['en-US', /nothing/],
  ['de-DE', /nichts/],
] as const) {
  test(`each question that is proposed has an answer (${locale})`, async () => {
    await using tab = await openTab({ locale });
    const { page } = tab;
    const { body: chat } = await service.owner.call('POST', '/v2/chat-sessions', {});
    await tab.go(`/ask/${chat.id}`);
    const proposed = page.getByRole('log').getByRole('button');
    await proposed.nth(2).waitFor();
    const questions = await proposed.allInnerTexts();
    for (const question of questions) {
      const { body } = await service.owner.call('POST', '/v1/ask', { question });
      assert.doesNotMatch(body.answer, nothing, question);
    }
  });
}
