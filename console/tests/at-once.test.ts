/** Tests that actions show before the service answers, and are undone when it refuses them. */
import { after, before, test } from 'node:test';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import { ACTIONS, createActionRecords, holdChanges } from './everyday-actions.ts';
import { createSampleDay } from './sample-day.ts';

let service: TestService;

before(async () => {
  service = await startService();
  await createSampleDay(service.owner);
  await createActionRecords(service.owner);
});
after(() => service[Symbol.asyncDispose]());

for (const action of ACTIONS) {
  test(`to ${action.name} shows at once, and is undone when it is refused`, async () => {
    await using tab = await openConsole(service.service.url, service.owner);
    const { page, go } = tab;
    page.setDefaultTimeout(15_000);
    await go(action.path);
    await action.prepare?.(page);
    const changes = await holdChanges(page);
    await action.press(page);
    const [shown, state] = action.after(page);
    await shown.waitFor({ state });
    changes.answer('The tortoise is asleep.');
    await page.getByText('The tortoise is asleep.').first().waitFor();
    const [undone, stateBefore] = action.before(page);
    await undone.waitFor({ state: stateBefore });
  });
}
