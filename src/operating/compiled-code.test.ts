// Long: each start is a process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { spawnService } from '../testing/service-process.ts';
import { copyTemplate, removeFolder } from '../testing/template.ts';

test('the compiled code stays in the data folder, and a start works without it', async () => {
  const folder = copyTemplate();
  const compiled = join(folder, 'compiled');
  // Otherwise the processes of a test run share their code.
  const environment = { NODE_COMPILE_CACHE: '' };
  try {
    // A file at the place of the folder cannot be written to, not even by root.
    writeFileSync(compiled, '');
    {
      await using _service = await spawnService({ folder, environment });
    }
    rmSync(compiled);
    await using service = await spawnService({ folder, environment });
    service.child.kill('SIGTERM');
    await once(service.child, 'exit');
    assert.ok(existsSync(compiled));
    const [version] = readdirSync(compiled);
    assert.ok(readdirSync(join(compiled, version!)).length > 0);
  } finally {
    removeFolder(folder);
  }
});
