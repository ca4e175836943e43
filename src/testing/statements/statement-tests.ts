/**
 * Repeats the recorded calls of a room's statements on a filled database, and compares what they answer and
 * change. `npm run statements` records them (docs/decisions/0025-recorded-statements.md).
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { callableIn, outcomeOf, sorted } from './calls.ts';
import type { Call, Callable, Module, Outcome } from './calls.ts';
import { openFilledDatabase, readFilling } from './filled-database.ts';
import type { FilledDatabase } from './filled-database.ts';
import { readRecording } from './recordings.ts';

/** Files of one process follow each other within this time, and share the database. */
const PATIENCE_MS = 500;

let opened: Promise<FilledDatabase> | undefined;
let closing: NodeJS.Timeout | undefined;

function close(): void {
  const last = opened;
  opened = undefined;
  void last?.then((database) => database[Symbol.asyncDispose]());
}

export function testStatements(room: string): void {
  let database: FilledDatabase;
  before(async () => {
    clearTimeout(closing);
    database = await (opened ??= openFilledDatabase(readFilling()));
  });
  after(() => {
    closing = setTimeout(close, PATIENCE_MS);
  });
  for (const { file, calls } of readRecording(room)) {
    for (const [name, all] of Map.groupBy(calls, ({ call }) => call)) {
      test(`${name} of ${file} answers and changes what it did`, async () => {
        const module = (await import(pathToFileURL(join(room, file)).href)) as Module;
        for (const call of all) await repeat(call, callableIn(module, name), database);
      });
    }
  }
}

async function repeat(call: Call, run: Callable, database: FilledDatabase): Promise<void> {
  const { unordered, answer, changes } = call;
  const outcome = await outcomeOf(run, call, database);
  const expected = changes ? { answer, changes } : { answer };
  const given = JSON.stringify({ rows: call.rows, with: call.with });
  assert.deepEqual(inOrder(outcome, unordered), expected, given);
}

/** Sorts the rows of an answer whose order the statement leaves open. */
export function inOrder(outcome: Outcome, unordered: boolean | undefined): Outcome {
  if (!unordered || !Array.isArray(outcome.answer)) return outcome;
  return { ...outcome, answer: sorted(outcome.answer) };
}
