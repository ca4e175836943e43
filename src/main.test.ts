/** Tests the list of commands; the tests of each command are beside its code. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCommand } from './testing/service-process.ts';
import { removeFolder, temporaryFolder } from './testing/template.ts';

let folder: string;
before(() => void (folder = temporaryFolder()));
after(() => removeFolder(folder));

test('an unknown or missing verb prints the usage and fails', async () => {
  for (const words of [['dance'], ['toString'], []]) {
    const { code, output } = await runCommand(words, { folder });
    assert.equal(code, 1);
    assert.match(output, /^Usage: commonplace <verb>/);
  }
});

test('the help prints the usage and succeeds', async () => {
  const { code, output } = await runCommand(['--help'], { folder });
  assert.equal(code, 0);
  assert.match(output, /^Usage: commonplace <verb>/);
});

test('a known verb runs', async () => {
  const operator = await runCommand(['secret'], { folder });
  assert.deepEqual(operator, { code: 1, output: 'Usage: secret replace\n' });
  const client = await runCommand(['memory'], { folder });
  assert.match(client.output, /^Usage:\n {2}commonplace memory /);
  const assistant = await runCommand(['mcp', '--help'], { folder });
  assert.match(assistant.output, /SVC_API_KEY/);
});
