import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommandLine } from './arguments.ts';
import { showProgress } from './progress.ts';

function shown(isTTY: boolean) {
  const written: string[] = [];
  const progress = showProgress('tiny', { isTTY, write: (text: string) => written.push(text) > 0 });
  const download = (bytes: number, total: number | null = 100_000_000) =>
    progress.update({ phase: 'downloading', bytes, total } as Parameters<
      typeof progress.update
    >[0]);
  return { written, progress, download };
}
const MB = 1_000_000;

test('a log gets a line for each tenth, and for each phase', () => {
  const { written, progress, download } = shown(false);
  for (const megabytes of [0, 1, 9.9, 10, 19, 35, 39, 40, 100]) download(megabytes * MB);
  assert.deepEqual(
    written.map((line) => /\((\d+) %\)\n$/.exec(line)?.[1]),
    ['0', '10', '35', '40', '100'],
  );
  written.length = 0;
  progress.update({ phase: 'checking' } as Parameters<typeof progress.update>[0]);
  progress.update({ phase: 'checking' } as Parameters<typeof progress.update>[0]);
  progress.update({ phase: 'trying' } as Parameters<typeof progress.update>[0]);
  progress.end();
  assert.deepEqual(written, ['tiny: checking …\n', 'tiny: trying it out …\n']);
  const unknown = shown(false);
  unknown.download(5 * MB, null);
  unknown.download(9 * MB, null);
  assert.equal(unknown.written.length, 2);
  assert.ok(!unknown.written[0]!.includes('%'));
});

test('a terminal gets one line with a bar, which is removed at the end', () => {
  const { written, progress, download } = shown(true);
  progress.end();
  assert.equal(written.length, 0);
  download(50 * MB);
  download(50 * MB);
  assert.equal(written.length, 1);
  assert.ok(written[0]!.startsWith(`\r\x1b[Ktiny [${'█'.repeat(15)}${'·'.repeat(15)}] `));
  assert.ok(written[0]!.endsWith('(50 %)'));
  progress.end();
  assert.equal(written[1], '\r\x1b[K');
});

test('unknown words of a command are answered with its usage', () => {
  const options = { force: { type: 'boolean' } } as const;
  const { values, positionals } = parseCommandLine(['tiny', '--force'], options, 'usage');
  assert.deepEqual([values.force, positionals], [true, ['tiny']]);
  assert.throws(
    () => parseCommandLine(['--fast'], options, 'usage: models pull'),
    /--fast.*\nusage: models pull/s,
  );
});
