// Both databases: the archive spans every table of a user.
/** The archive of an account that a former version wrote is imported, and exported as it was. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { entriesOf, exportOf, importInto } from '../../../../testing/clients/account-archive.ts';
import { startService } from '../../../../testing/start-service.ts';

/** Contains records of every kind, sound, a photo and a voice. */
const FIXTURE = join(import.meta.dirname, 'account-1.zip');

test('account-1.zip of a former version is imported, and its records are exported unchanged', async () => {
  await using service = await startService();
  const archive = readFileSync(FIXTURE);
  const { status, report } = await importInto(service.owner, archive);
  assert.equal(status, 'completed');
  assert.deepEqual([report.problems, report.ignored], [[], []]);
  const exported = await entriesOf(await exportOf(service.owner));
  for (const [name, content] of await entriesOf(archive)) {
    if (name === 'manifest.json') continue;
    const found = exported.get(name)?.toString('latin1');
    if (!name.endsWith('.jsonl')) assert.equal(found, content.toString('latin1'), name);
    else assert.deepEqual(recordsOf(found!), recordsOf(content.toString('latin1')), name);
  }
});

const recordsOf = (lines: string): unknown[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
