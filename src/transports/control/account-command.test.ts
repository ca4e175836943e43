// Long: each command is a process.
/** The operator manages accounts while the service runs, and while it does not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { runCommand, spawnService } from '../../testing/service-process.ts';
import { OWNER, removeFolder, temporaryFolder } from '../../testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];

/** Runs `account` commands beside a running service, or on its data after it has stopped. */
async function openAccounts() {
  await using stack = new AsyncDisposableStack();
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  const database = serverUrl ? stack.use(await createTestDatabase(serverUrl, 'empty')) : null;
  const environment: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
  const options = { folder, environment };
  const owned = stack.move();
  return {
    start: () => spawnService(options),
    account: (...words: string[]) => runCommand(['account', ...words], options),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const passwordIn = (output: string): string => /password[^:]*: (\S+)/.exec(output)![1]!;

test(
  'accounts are added, listed, given a new password and deleted',
  { timeout: 120_000 },
  async () => {
    await using accounts = await openAccounts();
    const { account } = accounts;
    const email = 'ana@example.org';
    let password: string;
    {
      await using service = await accounts.start();
      const signIn = async (given: string) =>
        (
          await request(service.url, 'POST', '/v1/auth/sign-in', {
            body: { email, password: given },
          })
        ).status;
      const added = await account('add', 'Ana@example.org', 'Ana', 'Asia/Tokyo');
      assert.equal(added.code, 0, added.output);
      password = passwordIn(added.output);
      assert.equal(await signIn(password), 200);
      const listed = (await account('list')).output.trim().split('\n');
      assert.equal(listed.length, 2);
      assert.ok(listed[0]!.startsWith(OWNER.email) && listed[0]!.endsWith('owner'), listed[0]);
      assert.match(listed[1]!, /^ana@example\.org · Ana · Asia\/Tokyo · since \d{4}-\d\d-\d\d$/);
      const renewed = passwordIn((await account('password', email)).output);
      assert.equal(await signIn(password), 401);
      assert.equal(await signIn(renewed), 200);
      password = renewed;
      for (const [words, sentence] of [
        [['add', email], /account ana@example\.org already exists/],
        [['add', 'nobody'], /Invalid/i],
        [['add', 'new@example.org', 'New', 'Mars/Olympus'], /IANA time zone/],
        [['password', 'new@example.org'], /There is no account new@example\.org/],
        [['delete', email], /Add --yes/],
        [['dance'], /Usage: account/],
      ] as const) {
        const { code, output } = await account(...words);
        assert.notEqual(code, 0, words.join(' '));
        assert.match(output, sentence);
      }
    }
    const quota = await account('quota', email, 'hours', '40');
    assert.equal(quota.code, 0, quota.output);
    assert.match(
      quota.output,
      /Kept sound: 0 of unlimited GiB\nListening this month: 0 of 40 hours/,
    );
    const misspelt = await account('quota', email, 'minutes', '40');
    assert.match(misspelt.output, /Usage: account quota ADDRESS/);
    const held = await account('hold', email);
    assert.match(held.output, /Held/);
    assert.match((await account('list')).output, /held by operator/);
    const deleted = await account('delete', email, '--yes');
    assert.match(deleted.output, /Deleted ana@example\.org: 0 conversations, 0 memories/);
    assert.doesNotMatch((await account('list')).output, /ana@example/);
  },
);
