/** Tests texts that pages get wrong: markup, right-to-left writing, emoji and very long texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const MARKUP = '<img src=x onerror=alert()>&amp;</p>';
const ARABIC = 'اجتماع مع مريم يوم الاثنين';
const EMOJI = '👩‍👩‍👧‍👦 Family 🏳️‍🌈';
const LONG = 'Lighthouse '.repeat(9091).slice(0, 100_000);
const UNBROKEN = 'ß'.repeat(200);

/** The texts of the page are texts, and nothing is wider than a phone. */
async function assertSound(page: Page): Promise<void> {
  assert.equal(await page.locator('img[src=x]').count(), 0, page.url());
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(isWide, false, `${page.url()} scrolls sideways`);
}

test('markup, right-to-left names, emoji and long words are shown as they are, on a phone too', async () => {
  await using service = await startService();
  const { owner } = service;
  for (const name of [MARKUP, ARABIC, EMOJI, UNBROKEN.slice(0, 40)]) {
    const { status } = await owner.call('POST', '/v1/users/people', { name });
    assert.ok(status < 300, name);
    await owner.call('POST', '/v1/action-items', { description: name });
    await owner.call('POST', '/v3/memories', { content: name });
    await owner.call('POST', '/v1/goals', {
      title: name,
      goal_type: 'numeric',
      target_value: 1e15,
      current_value: 1,
      unit: UNBROKEN.slice(0, 20),
    });
    await owner.call('POST', '/v1/folders', { name });
  }
  const people = (await owner.call('GET', '/v1/users/people')).body;
  const { body: talk } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [MARKUP, ARABIC, EMOJI, UNBROKEN].map((text, at) => ({
      text,
      start: at * 5,
      end: at * 5 + 4,
      speaker_id: at,
      person_id: people[at].id,
    })),
  });
  await eventually('the talk to be understood', async () => {
    const { body } = await owner.call('GET', `/v1/conversations/${talk.id}`);
    return body.status === 'completed';
  });
  await owner.call('PATCH', `/v1/conversations/${talk.id}`, { title: MARKUP });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/tasks', '/memories', '/goals', '/people', '/conversations', '/']) {
    await tab.go(path);
    await page.getByText(MARKUP).first().waitFor();
    await assertSound(page);
  }
  await tab.go(`/conversations/${talk.id}`);
  const paragraph = page.locator('p[dir=auto]', { hasText: ARABIC }).first();
  await paragraph.waitFor();
  // `dir=auto` looks at the first letter of a paragraph.
  assert.ok(await page.locator('p[dir=auto]:dir(rtl)', { hasText: ARABIC }).count());
  await assertSound(page);
  await tab.go(`/people/${people[0].id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await assertSound(page);
  await tab.go(`/search?q=${encodeURIComponent(MARKUP)}`);
  await page.getByRole('link', { name: MARKUP }).first().waitFor();
  await assertSound(page);
});

test('a text of 100,000 characters is kept or refused with a reason, and never lost', async () => {
  await using service = await startService();
  const { owner } = service;
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  for (const [path, label] of [
    ['/tasks', 'Add a task'],
    ['/memories', /^Add a fact/],
    ['/people', 'Add a person'],
  ] as const) {
    await tab.go(path);
    const field = page.getByLabel(label);
    await field.fill(LONG);
    await field.press('Enter');
    await page.getByRole('alert').first().waitFor();
    assert.equal((await field.inputValue()).length, LONG.length, path);
    await assertSound(page);
  }
  await tab.go('/ask');
  const question = page.getByLabel('What do you want to know?');
  await question.fill(LONG);
  await question.press('Enter');
  await page.getByRole('alert').first().waitFor();
  assert.equal((await question.inputValue()).length, LONG.length);

  // A transcript with a turn of this length can be read.
  const { body, status } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: Array.from({ length: 10 }, (_, at) => ({
      text: LONG.slice(0, 10_000),
      start: at * 600,
      end: at * 600 + 599,
    })),
  });
  assert.ok(status < 300, JSON.stringify(body).slice(0, 300));
  await eventually('the talk to be understood', async () => {
    const { body: read } = await owner.call('GET', `/v1/conversations/${body.id}`);
    return read.status !== 'processing';
  });
  await tab.go(`/conversations/${body.id}`);
  await page.getByText('Lighthouse Lighthouse').first().waitFor();
  await assertSound(page);
});
