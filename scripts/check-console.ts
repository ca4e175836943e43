/** Checks the types of the console, whose texts are compiled into functions first. */
import { spawnSync } from 'node:child_process';
import { makeMessages } from '../console/build/messages.ts';

await makeMessages();
const cache = 'node_modules/.cache/check/tsc-console';
const { status } = spawnSync(
  'tsc',
  ['-p', 'console', '--incremental', '--tsBuildInfoFile', cache],
  {
    stdio: 'inherit',
  },
);
// The compiler of the texts leaves timers behind that would keep the process for half a minute.
process.exit(status ?? 1);
