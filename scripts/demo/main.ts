/**
 * Sends a short talk through the running service and prints the result. The demo needs only the
 * service: its sound is a file, and without a recogniser the demo sends words.
 */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { openTerminal } from '../../src/cli/terminal.ts';
import { addressOf, DemoError, openAccount } from './account.ts';
import { forgetDemo, isFresh, tellStory } from './tell.ts';

const USAGE = `Usage: npm run demo -- [--url ADDRESS] [--speed TIMES] [--keep | --forget]

  --url ADDRESS    where the service is (default: SVC_API_BASE_URL, PORT, or http://127.0.0.1:8080)
  --speed TIMES    how many times as fast as it was spoken the sound goes out (default 1, at most 20)
  --keep           leave what the demo made in a fresh account
  --forget         take away what earlier demos made, and nothing else`;

try {
  await main();
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof DemoError) && !isUsage) throw error;
  console.error(isUsage ? `${(error as Error).message}\n\n${USAGE}` : (error as Error).message);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      url: { type: 'string' },
      keep: { type: 'boolean', default: false },
      forget: { type: 'boolean', default: false },
      speed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (options.help) return console.log(USAGE);
  if (!(Number(options.speed) >= 1 && Number(options.speed) <= 20)) throw new DemoError(USAGE);
  if (existsSync('.env')) loadEnvFile('.env');
  const url = addressOf(options.url, process.env);
  const isThere = await fetch(new URL('/healthz', url)).then(
    () => true,
    () => false,
  );
  if (!isThere)
    throw new DemoError(`No service answers at ${url}. Start the service first: npm start`);
  const account = await openAccount(url, process.env);
  try {
    if (options.forget) return console.log(takenAway(await forgetDemo(account.owner)));
    const fresh = await isFresh(account.owner);
    console.log(`Speaking to ${url} as a device would …\n`);
    await tellStory(account, { print: (line) => console.log(line), speed: Number(options.speed) });
    if (!fresh || options.keep) {
      console.log('\nIt stays in your account until you run: npm run demo -- --forget');
      return;
    }
    // At a terminal, waits until the user has read the result.
    if (process.stdin.isTTY && process.stdout.isTTY) {
      await openTerminal().ask(
        '\nHave a look, then press Enter: the demo takes away what it made. ',
      );
    }
    console.log(`\n${takenAway(await forgetDemo(account.owner))} (Keep it with: -- --keep)`);
  } finally {
    await account.leave();
  }
}

function takenAway(count: number): string {
  return count === 0
    ? 'There is nothing of the demo to take away.'
    : 'What the demo made was taken away.';
}
