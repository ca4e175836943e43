/**
 * `npm run torture [-- --faults 200 --only vanish]` runs the long form; `tests/torture.test.ts` runs a
 * short one. `--only` names the faults that happen: the others have names without these words.
 */
import { parseArgs } from 'node:util';
import { startPostgres, makeDatabaseTemplates } from '../src/testing/postgres.ts';
import { deployEmbedded, deployOnPostgres } from './deployments.ts';
import { torture, tortureUsers } from './torture.ts';
import type { TortureReport } from './torture.ts';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    users: { type: 'string', default: '4' },
    on: { type: 'string', default: 'embedded,postgresql' },
    only: { type: 'string', default: '' },
  },
});
const faults = Number(values.faults);
const users = tortureUsers(Number(values.users));
const options = {
  faults,
  faultsPerRound: 5,
  starvation: 10,
  only: values.only,
  say: (line: string) => console.log(line),
};
const reports: TortureReport[] = [];

if (values.on.includes('embedded')) {
  await using deployment = await deployEmbedded(users);
  console.log(`── ${deployment.name} ──`);
  reports.push(await torture(deployment, users, options));
}
if (values.on.includes('postgresql')) {
  await using server = await startPostgres();
  process.env['COMMONPLACE_TEST_DATABASE_OWNER'] = JSON.stringify(
    await makeDatabaseTemplates(server.url),
  );
  await using deployment = await deployOnPostgres(server, users);
  console.log(`── ${deployment.name} ──`);
  reports.push(await torture(deployment, users, options));
}
for (const { violations, ...report } of reports) {
  console.log(JSON.stringify(report, null, 2));
  for (const violation of violations) console.log(`✖ ${violation}`);
}
const count = reports.reduce((sum, { violations }) => sum + violations.length, 0);
console.log(`${count} violations`);
process.exitCode = count === 0 ? 0 : 1;
