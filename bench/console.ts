/**
 * Measures the console in Chromium: with its CPU slowed down four times, the time until the sign-in
 * is usable and until the first list is shown; the frame rate while 10,000 conversations, tasks and
 * people are scrolled; and the time until an action of the user shows, while the service has not yet
 * answered.
 */
import { eventually } from '../src/testing/eventually.ts';
import { startService } from '../src/testing/start-service.ts';
import { openConsole } from '../console/tests/console-tab.ts';
import { ACTIONS, createActionRecords, holdChanges } from '../console/tests/everyday-actions.ts';
import { createSampleDay } from '../console/tests/sample-day.ts';
import { offerMany, SCROLL_TO_END, slow, SLOWED, timeUntil } from '../console/tests/slowed.ts';

const RUNS = 5;

/** Scrolls through the rows. */
const SCROLL = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const frames = [];
  let last = await frame();
  for (let step = 0; step < 300; step += 1) {
    scrollBy(0, -400);
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return { height: document.documentElement.scrollHeight, frames };
})()`;

await using all = await startService();
await createSampleDay(all.owner);
await createActionRecords(all.owner);
const { service, owner } = all;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const shared = { url: service.url, rate: SLOWED };
const signIn: number[] = [];
const list: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  signIn.push(await timeUntil({ ...shared, path: '/sign-in', selector: 'input[type=password]' }));
  list.push(await timeUntil({ ...shared, path: '/conversations', selector: '[data-row]' }, owner));
}
console.log(`sign-in usable: ${median(signIn).toFixed(0)} ms, median of ${RUNS}`);
console.log(`first list shown: ${median(list).toFixed(0)} ms, median of ${RUNS}`);

const LISTS = [
  { page: '/conversations', read: '/v1/conversations?limit=1', height: 120 },
  { page: '/tasks', read: '/v1/action-items?limit=1', height: 65 },
  { page: '/people', read: '/v1/users/people?limit=1', height: 73 },
];
for (const list of LISTS) {
  await using tab = await openConsole(service.url, owner);
  await offerMany(tab.page, owner, list.read);
  await tab.go(list.page);
  await tab.page.locator('[data-index]').first().waitFor();
  await slow(tab.page, 1);
  await tab.page.evaluate(SCROLL_TO_END);
  const scrolled = (await tab.page.evaluate(SCROLL)) as { height: number; frames: number[] };
  const long = scrolled.frames.filter((ms) => ms > 50);
  console.log(
    `${list.page}: scrolled through about ${Math.round(scrolled.height / list.height)} rows: ` +
      `${scrolled.frames.length} frames, longest ${Math.max(...scrolled.frames).toFixed(0)} ms, ` +
      `${long.length} over 50 ms`,
  );
}

/** Runs in the page: measures from the next press until the frame after the first change. */
const MEASURE_PRESS = `for (const type of ['click', 'keydown']) addEventListener(type, () => {
  const pressed = performance.now();
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.shownMs ??= performance.now() - pressed)));
  }).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
}, { capture: true, once: true })`;

for (const action of ACTIONS) {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await using tab = await openConsole(service.url, owner);
    const { page, go } = tab;
    await go(action.path);
    await action.prepare?.(page);
    const changes = await holdChanges(page);
    await page.evaluate(MEASURE_PRESS);
    await action.press(page);
    const [shown, state] = action.after(page);
    await shown.waitFor({ state });
    const read = async () => (await page.evaluate('window.shownMs')) as number;
    times.push(await eventually(action.name, read));
    changes.answer('Measured.');
    await page.getByText('Measured.').first().waitFor();
  }
  console.log(`to ${action.name} shows after ${median(times).toFixed(0)} ms, median of ${RUNS}`);
}
