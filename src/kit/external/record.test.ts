import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import {
  birthOf,
  externalColumns,
  externalInput,
  externalKey,
  Metadata,
  pastTime,
  withExternal,
} from './record.ts';

const NOW = new Date('2026-03-04T05:06:07Z');
const context = { clock: { now: () => NOW }, newId: () => 'new id' };

/** Objects in objects, with a word in the innermost. */
function nested(levels: number): unknown {
  return levels === 0 ? 'word' : { in: nested(levels - 1) };
}

const problemOf = (metadata: unknown): string | undefined =>
  Metadata.safeParse(metadata).error?.issues[0]?.message;

test('metadata has at most five levels, however deep the rest is', () => {
  assert.equal(problemOf(nested(5)), undefined);
  assert.equal(problemOf({ list: [[[['word']]]] }), undefined);
  for (const levels of [6, 7, 5_000]) {
    assert.equal(problemOf(nested(levels)), 'metadata should have at most 5 levels');
  }
  assert.match(problemOf({ list: [[[[['word']]]]] })!, /5 levels/);
  assert.equal(problemOf({ none: null }), undefined);
});

test('metadata has at most 8,000 characters as JSON', () => {
  const ofLength = (characters: number) => ({
    text: 'x'.repeat(characters - '{"text":""}'.length),
  });
  assert.equal(problemOf(ofLength(8_000)), undefined);
  assert.match(problemOf(ofLength(8_001))!, /at most 8000 characters/);
});

test('numbers in metadata are kept exactly, or refused by their place', () => {
  const { MAX_SAFE_INTEGER } = Number;
  assert.equal(problemOf({ max: MAX_SAFE_INTEGER, min: -MAX_SAFE_INTEGER, half: 0.5 }), undefined);
  assert.equal(
    problemOf({ ids: [1, { snowflake: JSON.parse('9007199254740993') }] }),
    'metadata.ids.1.snowflake is beyond ±9007199254740991, so it would not be kept exactly. Send it as text',
  );
  for (const number of ['-9007199254740992', '1e20', '1e400']) {
    assert.match(problemOf({ number: JSON.parse(number) })!, /^metadata\.number is beyond/);
  }
});

test('the names in metadata are valid text at every level', () => {
  for (const name of ['a\0', '\ud800']) {
    assert.match(problemOf({ [name]: 1 })!, /^The names in metadata/);
    assert.match(problemOf({ list: [{ [name]: null }] })!, /^The names in metadata/);
  }
  assert.equal(problemOf({ 'é 🙂': [{ b: null }, 3] }), undefined);
});

test('a record gets the time of its source, and one without a time is made now', () => {
  for (const created_at of [null, undefined]) {
    const made = { id: 'new id', created_at: NOW, updated_at: NOW };
    assert.deepEqual(birthOf(context, created_at), made);
  }
  const [earlier, later] = ['2021-03-04T05:06:07Z', '2021-03-04T05:06:08Z'].map((time) =>
    birthOf(context, time),
  );
  assert.equal(earlier!.created_at.toISOString(), '2021-03-04T05:06:07.000Z');
  assert.equal(earlier!.updated_at, NOW);
  assert.ok(earlier!.id < later!.id, 'lists are sorted by id');
});

test('a time is accepted from the beginning of 1970 until five minutes from now', () => {
  const after = (ms: number) => new Date(NOW.getTime() + ms).toISOString();
  for (const time of ['1970-01-01T00:00:00.000Z', after(0), after(300_000)]) {
    assert.equal(pastTime('completed_at', time, NOW).toISOString(), time);
  }
  for (const time of ['1969-12-31T23:59:59.999Z', after(300_001)]) {
    const msg = 'completed_at should be a time from 1970 until now';
    const refused = new Invalid(msg, [{ loc: ['completed_at'], msg, type: 'value_error' }]);
    assert.throws(() => pastTime('completed_at', time, NOW), refused);
  }
});

test('an answer has the external fields only when they are asked for', () => {
  const external = { source: 'notes', external_id: '1', metadata: { page: 3 } };
  const row = { id: 'a', ...external };
  assert.deepEqual(withExternal(row, undefined), { id: 'a' });
  assert.deepEqual(withExternal(row, ['other']), { id: 'a' });
  assert.deepEqual(withExternal(row, ['external']), row);
});

test('a record is identified by its external id and its source, and not by its source alone', () => {
  const inNotes = externalKey({ source: 'notes', external_id: '1' });
  assert.equal(inNotes, externalKey({ source: 'notes', external_id: '1' }));
  assert.notEqual(inNotes, externalKey({ source: 'mail', external_id: '1' }));
  assert.notEqual(inNotes, externalKey({ source: null, external_id: '1' }));
  assert.equal(externalKey({ external_id: '1' }), externalKey({ source: null, external_id: '1' }));
  for (const external_id of [null, undefined]) {
    assert.equal(externalKey({ source: 'notes', external_id }), null);
  }
});

test('only the external fields that were sent are written', () => {
  const none = z.object(externalInput).parse({ source: null, external_id: null, metadata: null });
  assert.deepEqual(externalColumns(none), {});
  assert.deepEqual(externalColumns({ source: 'notes', external_id: '1', metadata: { page: 3 } }), {
    source: 'notes',
    external_id: '1',
    metadata: '{"page":3}',
  });
});
