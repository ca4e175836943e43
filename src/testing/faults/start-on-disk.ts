import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, spawnService } from '../service-process.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../template.ts';

const PRELOAD = new URL('./disk-faults.preload.ts', import.meta.url).href;

/** Starts services whose disk fails as `set` says; see `disk-faults.preload.ts`. */
export function startOnDisk(folder = copyTemplate()) {
  const control = join(temporaryFolder(), 'fault');
  const set = (fault: string) => writeFileSync(control, fault);
  set('');
  execFileSync('mkfifo', [`${control}.pipe`]);
  const environment = { DISK_FAULTS_FILE: control, SVC_LOG_LEVEL: 'silent' };
  const nodeOptions = ['--import', PRELOAD];
  return {
    set,
    /** Lets a hanging write continue. */
    release: () => closeSync(openSync(`${control}.pipe`, 'w')),
    start: (more: Record<string, string> = {}) =>
      spawnService({ folder, environment: { ...environment, ...more }, nodeOptions }),
    run: () => runCommand(['serve'], { folder, environment, nodeOptions }),
    [Symbol.asyncDispose]: async () => removeFolder(folder),
  };
}
