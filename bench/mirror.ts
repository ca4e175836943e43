/**
 * Measures the mirror of an account with 10,000 conversations of 20 segments: the first run, a run
 * without changes, and the time until a change of either side is on the other:
 * `node bench/mirror.ts`.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOf, sendFile, zipOf } from '../src/testing/clients/account-archive.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { eventually } from '../src/testing/eventually.ts';
import { startService } from '../src/testing/start-service.ts';
import { sampleTalks } from './sample-talks.ts';

const CONVERSATIONS = Number(process.argv[2] ?? 10_000);
const SEGMENTS = 20;
const CHANGES = 10;
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const talks = sampleTalks(CONVERSATIONS, SEGMENTS);

await using service = await startService();
const { url } = service.service;
const owner = new ApiUser(url, service.owner.token, service.owner.id);
const file = await zipOf([['conversations.json', JSON.stringify(talks)]]);
await endOf(owner, (await sendFile(owner, file)).body.id, 1200);
const key = await owner.key([
  'conversations:read',
  'conversations:write',
  'memories:read',
  'action_items:read',
  'action_items:write',
]);
const task = await key.call('POST', '/v1/dev/user/action-items', { description: 'Change 0' });
const folder = mkdtempSync(join(tmpdir(), 'commonplace-mirror-'));

try {
  await measure('first run', () => ended(start('--once')));
  const files = readdirSync(folder, { recursive: true }).length;
  console.log(`${files} files and folders`);
  await measure('run without changes', () => ended(start('--once')));
  await measureChanges();
} finally {
  rmSync(folder, { recursive: true });
}

async function measureChanges(): Promise<void> {
  const child = start('--settle', '0');
  const path = `/v1/dev/user/action-items/${task.body.id}`;
  const tasks = join(folder, 'Tasks.md');
  await key.call('PATCH', path, { description: 'Begun' });
  await eventually('the running mirror', () => readFileSync(tasks, 'utf8').includes('Begun'), {
    seconds: 60,
  });
  for (let number = 1; number <= CHANGES; number += 1) {
    await measure('change of the service', async () => {
      await key.call('PATCH', path, { description: `Service ${number}` });
      await eventually('file', () => readFileSync(tasks, 'utf8').includes(`Service ${number} `));
    });
    await measure('change of the folder', async () => {
      const text = readFileSync(tasks, 'utf8');
      writeFileSync(tasks, text.replace(`Service ${number} `, `Folder ${number} `));
      await eventually('record', async () =>
        (await key.call('GET', path)).body.description.startsWith(`Folder ${number}`),
      );
    });
  }
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
}

function start(...flags: string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, 'mirror', folder, ...flags], {
    env: { ...process.env, HOME: '/nonexistent', SVC_API_BASE_URL: url, SVC_API_KEY: key.key },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The mirror ended with ${code}.`);
}

async function measure(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(2)} s`);
}
