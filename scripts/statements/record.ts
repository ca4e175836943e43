/**
 * `npm run statements -- [room…]` records what the functions of `*.sql.ts` answer and change on a filled database.
 * It draws arguments until each condition and order of a function has mattered in a call: without it, the call
 * ends differently. It refuses a function whose answer for one account depends on rows of another one.
 * First it repeats the recorded calls, and keeps those that still matter. So a call may be written by hand: a line with
 * `call`, `rows` and `with` below its file in `statements.jsonl`. `--draws 0` only repeats: 34 rooms take 4 minutes.
 * `--rows` makes the rows of the database again, after which every room must be recorded again.
 */
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  makeDatabaseTemplates,
  postgresPrograms,
  startPostgres,
} from '../../src/testing/postgres.ts';
import type { RecordedFile } from '../../src/testing/statements/calls.ts';
import {
  openFilledDatabase,
  readFilling,
  writeFilling,
} from '../../src/testing/statements/filled-database.ts';
import { writeRecording } from '../../src/testing/statements/recordings.ts';
import { readFunctions } from './argument-types.ts';
import { makeRows } from './make-rows.ts';
import { roomOf } from './places.ts';
import { openDatabases, recordRoom } from './recorder.ts';

const TEST = `import { testStatements } from '../../testing/statements/statement-tests.ts';

testStatements(import.meta.dirname);
`;

const { values, positionals: rooms } = parseArgs({
  options: {
    rows: { type: 'boolean', default: false },
    draws: { type: 'string', default: '100' },
  },
  allowPositionals: true,
});
await using stack = new AsyncDisposableStack();
if (postgresPrograms()) {
  const { url } = stack.use(await startPostgres({ syncs: false }));
  const owner = await makeDatabaseTemplates(url);
  process.env['COMMONPLACE_TEST_DATABASE_URL'] = url;
  process.env['COMMONPLACE_TEST_DATABASE_OWNER'] = JSON.stringify(owner);
}
if (values.rows) {
  await using empty = await openFilledDatabase(new Map());
  const made = await makeRows(empty.db);
  writeFilling(made);
  console.log(`rows of ${made.size} tables`);
}
const files = globSync('src/domains/**/*.sql.ts')
  .toSorted()
  .filter((file) => rooms.length === 0 || rooms.includes(roomOf(file)));
if (files.length === 0) throw new Error(`No room of ${rooms.join(', ')} has a *.sql.ts.`);
const databases = await openDatabases(readFilling(), stack);
for (const [room, own] of Map.groupBy(readFunctions(files), ([file]) => roomOf(file))) {
  const folder = `src/domains/${room}`;
  const { files: recorded, failures } = await recordRoom(folder, new Map(own), {
    databases,
    draws: Number(values.draws),
  });
  writeRecording(folder, recorded);
  const test = `${folder}/statements.test.ts`;
  if (!existsSync(test)) writeFileSync(test, TEST);
  report(room, recorded, failures);
}

function report(
  room: string,
  recorded: readonly RecordedFile[],
  failures: readonly string[],
): void {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const calls = sum(recorded.map((file) => file.calls.length));
  const places = sum(recorded.flatMap((file) => Object.values(file.places)));
  const unnoticed = recorded.flatMap((file) => file.unnoticed.map((one) => `${file.file} ${one}`));
  console.log(
    `${room}: ${calls} calls, ${places - unnoticed.length} of ${places} conditions and orders matter`,
  );
  for (const line of [...failures, ...unnoticed]) console.log(`  ${line}`);
}
