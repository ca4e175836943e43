/** Tests that long lists render only what is visible, and still reach their end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('long lists of tasks and people render only the visible rows, and reach their end', async () => {
  await using service = await startService();
  const { owner } = service;
  const number = (index: number) => String(index).padStart(3, '0');
  for (let batch = 0; batch < 5; batch += 1) {
    const items = Array.from({ length: 50 }, (_, index) => ({
      description: `Water plant ${number(batch * 50 + index)}`,
      // The last ones have no date.
      due_at: batch === 4 ? null : new Date(Date.UTC(2024, 0, 1, batch * 50 + index)).toISOString(),
    }));
    await owner.call('POST', '/v1/action-items/batch', { action_items: items });
  }
  const names = Array.from({ length: 60 }, (_, index) => `Person ${number(index)}`);
  const people = [...names, 'Özlem', 'émile'];
  await Promise.all(people.map((name) => owner.call('POST', '/v1/users/people', { name })));
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  const scrollUntil = async (text: string) => {
    const found = page.getByText(text, { exact: true }).first();
    for (let step = 0; step < 40 && (await found.count()) === 0; step += 1) {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await found.waitFor();
    assert.ok((await page.locator('[data-index]').count()) < 60, 'only visible rows are rendered');
  };

  await tab.go('/tasks');
  await page.getByRole('heading', { name: 'Overdue' }).waitFor();
  await page.getByText('Water plant 000', { exact: true }).first().waitFor();
  await scrollUntil('Water plant 249');
  await page.getByRole('heading', { name: 'Someday' }).waitFor();
  const [first] = (await owner.call('GET', '/v1/action-items?sort=due_asc&limit=1')).body;
  await page.evaluate('scrollTo(0, 0)');
  await page.getByRole('checkbox', { name: 'Water plant 000' }).check();
  await eventually('the tick', async () => {
    const { body } = await owner.call('GET', `/v1/action-items/${first.id}`);
    return body.completed === true;
  });
  assert.ok(await page.getByRole('checkbox', { name: 'Water plant 000' }).isChecked());

  await tab.go('/people');
  await page.getByRole('heading', { name: 'E', exact: true }).waitFor();
  await scrollUntil('Person 059');
  await page.getByRole('heading', { name: 'P', exact: true }).waitFor();
});

test('j and k lead from one conversation to the next, and Back returns to the row', async () => {
  await using service = await startService();
  const { owner } = service;
  const names = ['anchor', 'sail', 'rudder'];
  for (const [hour, name] of names.entries()) {
    await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments: [{ text: `The ${name} is torn.`, start: 0, end: 4, is_user: true }],
      started_at: `2026-02-03T1${hour}:00:00Z`,
      finished_at: `2026-02-03T1${hour}:01:00Z`,
    });
  }
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  const reads = (name: string) =>
    page.locator('[data-segment]', { hasText: `The ${name} is torn.` }).waitFor();
  await tab.go('/conversations');
  await page.getByRole('link', { name: /rudder/i }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await reads('sail');
  await page.keyboard.press('j');
  await reads('anchor');
  assert.ok(await page.getByRole('button', { name: 'Next conversation' }).isDisabled());
  await page.keyboard.press('k');
  await reads('sail');
  await page.keyboard.press('k');
  await reads('rudder');
  await page.goBack();
  const focused = page.locator(':focus');
  await focused.and(page.getByRole('link', { name: /sail/i })).waitFor();

  // The address alone says which conversations are beside it.
  const { body } = await owner.call('GET', '/v1/conversations?limit=10&sort=started_desc');
  await tab.go(`/conversations/${body[1].id}`);
  await reads('sail');
  await page.getByRole('button', { name: 'Next conversation' }).click();
  await reads('anchor');
});

test('a long conversation is not cut when the window becomes narrow', async () => {
  await using service = await startService();
  const transcript_segments = Array.from({ length: 180 }, (_, index) => ({
    text: `Sentence ${index} says that the harbour of Ponta Delgada opens at seven in the morning.`,
    start: index * 5,
    end: index * 5 + 4,
    is_user: index % 2 === 0,
    speaker: `SPEAKER_${index % 2}`,
  }));
  const { body } = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments,
  });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go(`/conversations/${body.id}`);
  await page.locator('[data-segment]').first().waitFor();
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await page.locator('[data-segment]', { hasText: 'Sentence 179 ' }).waitFor();
  await page.evaluate('scrollTo(0, 0)');
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 780 });
    await page.evaluate('new Promise(requestAnimationFrame)');
    const widest = await page.evaluate(
      'Math.max(...[...document.querySelectorAll("main, article, h1, li")].map((each) => each.getBoundingClientRect().right))',
    );
    assert.ok((widest as number) <= width, `${widest} fits into ${width}`);
  }
});
