// Long: it kills services under load.
/** The short form of `npm run torture`: a few faults, no mounts, no starvation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployEmbedded, deployOnPostgres } from '../torture/deployments.ts';
import { torture, tortureUsers } from '../torture/torture.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const FAULTS = 4;

test(`acknowledged data exists after ${FAULTS} random faults`, async (context) => {
  const users = tortureUsers(2);
  await using deployment = serverUrl
    ? await deployOnPostgres({ url: serverUrl }, users)
    : await deployEmbedded(users, { mayMount: false });
  const say = (line: string) => context.diagnostic(line);
  const options = { faults: FAULTS, faultsPerRound: FAULTS, starvation: 0, say };
  const { violations, acknowledged } = await torture(deployment, users, options);
  assert.deepEqual(violations, []);
  assert.ok(acknowledged > 20, `${acknowledged} writes`);
});
