/** Compiles the texts of the console into functions, and then checks its types. */
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
// The compiler of the texts leaves timers that would keep the process alive for half a minute.
process.exit(status ?? 1);
