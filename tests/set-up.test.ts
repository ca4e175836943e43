// One database: it starts no service.
/** `scripts/setup.mjs` in a folder of its own, with an `npm` that only counts. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const SETUP = fileURLToPath(new URL('../scripts/setup.mjs', import.meta.url));

test('two simultaneous set-ups install once, and an interrupted one is repeated', async () => {
  const folder = temporaryFolder();
  try {
    const { start, installs } = prepare(folder);
    const [one, two] = [start(), start()];
    while (installs() === 0) await wait(10);
    writeFileSync(join(folder, 'go-on'), '');
    await Promise.all([once(one, 'exit'), once(two, 'exit')]);
    assert.deepEqual([one.exitCode, two.exitCode, installs()], [0, 0, 1]);
    assert.ok(!existsSync(join(folder, '.setup.lock')));

    writeFileSync(join(folder, 'package-lock.json'), '{"changed": true}');
    removeFolder(join(folder, 'go-on'));
    const interrupted = start();
    while (installs() === 1) await wait(10);
    interrupted.kill('SIGKILL');
    await once(interrupted, 'exit');
    writeFileSync(join(folder, 'go-on'), '');
    const next = start();
    await once(next, 'exit');
    assert.deepEqual([next.exitCode, installs()], [0, 3]);
  } finally {
    removeFolder(folder);
  }
});

test('the service needs no packages for development, and keeps them when they are there', async () => {
  const folder = temporaryFolder();
  try {
    const { setUp, installs, calls } = prepare(folder);
    writeFileSync(join(folder, 'go-on'), '');
    await setUp('demo');
    assert.match(calls().at(-1)!, /^ci --omit=dev /);
    // The Node of the machine is new enough for the sources.
    const node = join(folder, 'node_modules/.bin/node');
    assert.equal(realpathSync(node), realpathSync(process.execPath));
    rmSync(node);
    await setUp('demo');
    assert.deepEqual([installs(), existsSync(node)], [1, true]);
    // A service may be running, so nothing is deleted.
    await setUp('develop');
    assert.match(calls().at(-1)!, /^install --no-save /);
    await setUp('demo');
    assert.equal(installs(), 2);
  } finally {
    removeFolder(folder);
  }
});

function prepare(folder: string) {
  for (const name of ['scripts', 'bin', 'node_modules']) mkdirSync(join(folder, name));
  cpSync(SETUP, join(folder, 'scripts/setup.mjs'));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  const npm = join(folder, 'bin/npm');
  writeFileSync(
    npm,
    `#!/bin/sh\necho "$@" >> "${folder}/installs"\nwhile [ ! -e "${folder}/go-on" ]; do sleep 0.05; done\n`,
  );
  chmodSync(npm, 0o755);
  // A purpose without Debian packages.
  const start = (purpose = 'nothing else') =>
    spawn(process.execPath, [join(folder, 'scripts/setup.mjs'), purpose], {
      env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
      stdio: 'ignore',
    });
  const calls = () => {
    const path = join(folder, 'installs');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  return {
    start,
    calls,
    installs: () => calls().length,
    async setUp(purpose: string) {
      const [code] = (await once(start(purpose), 'exit')) as [number];
      assert.equal(code, 0);
    },
  };
}
