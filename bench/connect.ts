/**
 * Measures the way from the page `/connect` to the first call of an assistant, in Chromium, with the
 * official SDK in the place of the assistant. The time is that of the machines alone: nobody reads,
 * and the assistant asks nothing. A person adds the time of reading and of the clicks.
 */
import { openConsole } from '../console/tests/console-tab.ts';
import { goToFirstCall, WAYS } from '../src/testing/mcp/first-calls.ts';
import { startService } from '../src/testing/start-service.ts';
import { median, printTable } from './measure.ts';

const ROUNDS = 5;

await using all = await startService();
const { url } = all.service;
await using tab = await openConsole(url, all.owner);
const { page } = tab;

const rows = [];
for (const id of Object.keys(WAYS)) {
  await goToFirstCall(page, url, id);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await goToFirstCall(page, url, id));
  rows.push({
    way: id,
    clicks: Math.max(...rounds.map(({ clicks }) => clicks)),
    seconds: (median(rounds.map(({ ms }) => ms)) / 1000).toFixed(1),
  });
}
printTable('From /connect to the first call', rows);
