import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Conflict, Invalid, Unavailable } from '../../core/errors.ts';
import { bulkInput, importEach, refusable } from './bulk.ts';
import type { Stored } from './bulk.ts';

const Item = z.object({ name: z.string(), external_id: z.string().optional() });
type Item = z.output<typeof Item>;

/** Imports the items, and returns the outcomes and the items that were stored. */
async function imported(
  given: readonly unknown[],
  outcomeOf: (item: Item) => Stored | Error = ({ name }) => ({ id: name, outcome: 'created' }),
) {
  const stored: Item[] = [];
  const answer = await importEach(
    () => Item,
    given,
    async (items) => {
      stored.push(...items);
      return items.map(outcomeOf);
    },
  );
  return { ...answer, stored };
}

test('each item has its own outcome, in the order of the request', async () => {
  const outcomes: Record<string, Stored | Error> = {
    Ana: { id: '1', outcome: 'created' },
    Rui: { id: '2', outcome: 'updated' },
    Eva: new Conflict('Eva exists already.'),
    Tom: { id: '3', outcome: 'unchanged' },
  };
  const { results, stored, ...counts } = await imported(
    [{ name: 'Ana', external_id: 'a' }, 7, { name: 'Rui' }, { name: 'Eva' }, { name: 'Tom' }],
    ({ name }) => outcomes[name]!,
  );
  assert.deepEqual(
    stored.map(({ name }) => name),
    ['Ana', 'Rui', 'Eva', 'Tom'],
  );
  assert.deepEqual(
    results.map(({ id, outcome, external_id }) => [id, outcome, external_id]),
    [
      ['1', 'created', 'a'],
      [null, 'refused', null],
      ['2', 'updated', null],
      [null, 'refused', null],
      ['3', 'unchanged', null],
    ],
  );
  assert.deepEqual(
    results.map(({ error }) => error === null),
    [true, false, true, false, true],
  );
  assert.deepEqual(results[3]!.error, { detail: 'Eva exists already.' });
  assert.deepEqual(counts, {
    created_count: 1,
    updated_count: 1,
    unchanged_count: 1,
    refused_count: 2,
  });
});

test('a refused item names its place in the request, its field and its external id', async () => {
  const { results, stored } = await imported([
    { name: 'Ana' },
    { external_id: 'b' },
    { name: 'a\0', external_id: 'c\ud800' },
    { name: 'Rui', external_id: 7 },
  ]);
  assert.deepEqual(stored, [{ name: 'Ana' }]);
  const problems = results.map(({ error }) => error?.detail as { loc: unknown[] }[] | undefined);
  assert.deepEqual(problems[1], [
    { loc: ['body', 'items', 1, 'name'], msg: 'Field required', type: 'missing' },
  ]);
  assert.deepEqual(
    problems[2]!.map(({ loc }) => loc),
    [
      ['body', 'items', 2, 'name'],
      ['body', 'items', 2, 'external_id'],
    ],
  );
  assert.deepEqual(
    results.map(({ external_id }) => external_id),
    [null, 'b', 'c\ufffd', null],
  );
});

test('an item is refused with the sentence of its error when no field is wrong', async () => {
  const { results } = await imported([{ name: 'Ana' }], () => new Invalid('The list is closed.'));
  assert.deepEqual(results[0]!.error, { detail: 'The list is closed.' });
});

test('an import has at most 500 items', () => {
  const fits = (count: number) =>
    bulkInput(Item).safeParse({ items: Array.from({ length: count }, () => null) }).success;
  assert.deepEqual([0, 500, 501].map(fits), [true, true, false]);
});

test('only an error about the item refuses it; a failure of the service ends the import', async () => {
  const refusal = new Conflict('It exists already.');
  const work = (error?: Error) =>
    refusable(async () => {
      if (error) throw error;
      return 'stored';
    });
  assert.equal(await work(), 'stored');
  assert.equal(await work(refusal), refusal);
  for (const failure of [new Unavailable('The database is away.'), new Error('a defect')]) {
    await assert.rejects(work(failure), failure);
  }
});
