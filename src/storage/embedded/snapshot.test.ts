/** A copy of the embedded database, made while it works, is whole. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../testing/template.ts';
import { openDatabase } from '../database.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';

/** More than the 32 MiB of buffers, so that pages are written during the copies. */
const ROWS = 120_000;
const WRITERS = 4;
const COPIES = 3;

const open = (folder: string) => openDatabase({ url: undefined, folder, log: silentLog });
const one = async (db: Database['db'], text: string) =>
  (await sql.raw<{ value: number }>(text).execute(db)).rows[0]!.value;

test(
  'copies during many writes open, have all earlier writes, and are consistent',
  { timeout: 120_000 },
  async () => {
    const folder = copyTemplate();
    const target = temporaryFolder();
    try {
      await using database = await open(folder);
      const { db } = database;
      await database.script(
        `CREATE TABLE accounts_of_test (id integer PRIMARY KEY, amount integer NOT NULL, note text NOT NULL);
       CREATE INDEX ON accounts_of_test (amount);
       CREATE TABLE steps_of_test (number bigint PRIMARY KEY);
       INSERT INTO accounts_of_test SELECT i, 100, repeat(md5(i::text), 10) FROM generate_series(1, ${ROWS}) i`,
      );
      const stop = new AbortController();
      let last = 0;
      let next = 0;
      const write = async () => {
        while (!stop.signal.aborted) {
          next += 1;
          const number = next;
          const [from, to] = [1 + ((number * 7919) % ROWS), 1 + ((number * 104_729) % ROWS)];
          await transaction(db, async (tx) => {
            await sql`UPDATE accounts_of_test SET amount = amount - 1, note = note || 'x' WHERE id = ${from}`.execute(
              tx,
            );
            await sql`UPDATE accounts_of_test SET amount = amount + 1 WHERE id = ${to}`.execute(tx);
            await sql`INSERT INTO steps_of_test VALUES (${number})`.execute(tx);
          });
          last = Math.max(last, number);
        }
      };
      const writers = Promise.all(Array.from({ length: WRITERS }, write));
      const copies: { path: string; before: number; after: number }[] = [];
      for (let index = 0; index < COPIES; index += 1) {
        const path = join(target, String(index));
        const before = last - WRITERS;
        await database.copyTo!(path);
        copies.push({ path, before, after: next });
      }
      stop.abort();
      await writers;
      assert.ok(
        copies.at(-1)!.after > copies[0]!.before + 50,
        'nothing was written during the copies',
      );
      for (const { path, before, after } of copies) {
        await using copy = await open(path);
        assert.equal(
          await one(copy.db, 'SELECT sum(amount)::int AS value FROM accounts_of_test'),
          ROWS * 100,
        );
        await copy.script('SET enable_seqscan = off; SET enable_bitmapscan = off');
        const byIndex =
          'SELECT count(*)::int AS value FROM (SELECT amount FROM accounts_of_test WHERE amount > -1000000 ORDER BY amount) AS a';
        assert.equal(await one(copy.db, byIndex), ROWS);
        const steps = await one(
          copy.db,
          `SELECT count(*)::int AS value FROM steps_of_test WHERE number <= ${Math.max(0, before)}`,
        );
        assert.equal(steps, Math.max(0, before));
        assert.ok(
          (await one(copy.db, 'SELECT max(number)::int AS value FROM steps_of_test')) <= after,
        );
      }
    } finally {
      removeFolder(folder);
      removeFolder(target);
    }
  },
);
