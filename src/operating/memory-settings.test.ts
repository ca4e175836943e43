import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { spawnService } from '../testing/service-process.ts';
import { copyTemplate, removeFolder } from '../testing/template.ts';

let folder: string;
before(() => void (folder = copyTemplate('owned')));
after(() => removeFolder(folder));

test(
  'the service starts with memory settings, unless the operator has chosen some',
  { skip: process.platform === 'linux' ? false : 'only the C library of Linux reads them' },
  async () => {
    const environmentOf = async (environment: Record<string, string>) => {
      await using service = await spawnService({ folder, environment });
      return readFileSync(`/proc/${service.child.pid}/environ`, 'utf8');
    };
    assert.match(await environmentOf({}), /\0MALLOC_MMAP_THRESHOLD_=\d+\0/);
    const chosen = await environmentOf({ MALLOC_ARENA_MAX: '1' });
    assert.doesNotMatch(chosen, /MALLOC_MMAP_THRESHOLD_/);
  },
);
