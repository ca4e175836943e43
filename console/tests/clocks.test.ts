/** Tests a device whose clock disagrees with the clock of the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const HOUR = 3_600_000;

/** Runs in the page: its clock differs by so many milliseconds. */
const shiftClock = (ms: number) => `{
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length > 0) super(...given);
      else super(RealDate.now() + ${ms});
    }
    static now() {
      return RealDate.now() + ${ms};
    }
  };
}`;

for (const [hours, told] of [
  [50, /50 hr ahead of your server/],
  [-50, /50 hr behind your server/],
] as const) {
  test(`a device whose clock is ${hours} hours off shows the day of the service`, async () => {
    await using service = await startService();
    const { owner } = service;
    const { status } = await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments: [{ text: 'The heron nests behind the mill.', start: 0, end: 4 }],
      started_at: new Date().toISOString(),
    });
    assert.equal(status, 200);
    const due_at = new Date().toISOString();
    await owner.call('POST', '/v1/action-items', { description: 'Feed the tortoise', due_at });
    await using tab = await openConsole(service.service.url, owner);
    const { page, go } = tab;
    page.setDefaultTimeout(15_000);
    await page.addInitScript(shiftClock(hours * HOUR));
    await go('/');
    await page.getByText(told).first().waitFor();
    await page.getByRole('article').filter({ hasText: /heron/i }).waitFor();
    await page.getByText('Now', { exact: true }).waitFor();
    await go('/tasks');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
  });
}
