/** Tests which files are lifelogs, and the times and people of their words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifelogsOf, readLimitless } from './limitless.ts';

const startTime = '2025-03-01T09:00:00Z';

test('lifelogs come in an answer, in a list of answers or as a list', () => {
  const log = { startTime, contents: [] };
  const answer = { data: { lifelogs: [log] } };
  assert.deepEqual(lifelogsOf(answer), [log]);
  assert.deepEqual(lifelogsOf({ lifelogs: [log] }), [log]);
  assert.deepEqual(lifelogsOf([answer, answer]), [log, log]);
  assert.deepEqual(lifelogsOf([log]), [log]);
  for (const other of [[], [answer, 7], [{ startTime }], null, {}])
    assert.equal(lifelogsOf(other), null, JSON.stringify(other));
});

type Said = Record<string, unknown>;

/** Reads a lifelog with these words. */
function recordsOf(...contents: Said[]) {
  const found = readLimitless('a.json', [{ id: 'log-1', startTime, contents }], 'UTC');
  const [talk] = found.records.get('conversations') ?? [];
  const segments = (talk?.row['segments'] ?? []) as Said[];
  const people = (found.records.get('people') ?? []).map(({ row }) => row['name']);
  return { people, segments };
}

const said = (more: Said): Said => ({ type: 'blockquote', content: 'Yes.', ...more });

test('words without an offset begin at their time, or at the end of the words before', () => {
  const { segments } = recordsOf(
    said({ startOffsetMs: 0, endOffsetMs: 1_500 }),
    said({}),
    said({ startTime: '2025-03-01T09:00:20Z' }),
    said({ startTime: '2025-03-01T08:00:00Z' }),
    said({ startOffsetMs: 30_000, endOffsetMs: 20_000 }),
  );
  assert.deepEqual(
    segments.map(({ start_seconds, end_seconds }) => [start_seconds, end_seconds]),
    [
      [0, 1.5],
      [1.5, 2.5],
      [20, 21],
      [0, 1],
      [30, 30.1],
    ],
  );
});

test('a speaker with a name of 2 to 40 letters is a person', () => {
  const names = ['A', 'Bo', 'B'.repeat(40), 'B'.repeat(41), 'Unknown', 'Speaker 2', undefined];
  const { people, segments } = recordsOf(
    ...names.map((speakerName) => said({ speakerName })),
    said({ speakerName: 'Ana', speakerIdentifier: 'user' }),
  );
  assert.deepEqual(people, ['Bo', 'B'.repeat(40)]);
  assert.deepEqual(
    segments.map(({ speaker_id }) => speaker_id),
    [0, 1, 2, 3, 4, 5, 4, 6],
  );
  assert.deepEqual(
    segments.map(({ is_user }) => is_user),
    [...names.map(() => false), true],
  );
});

test('words more than twenty levels deep are left out', () => {
  const nested = (levels: number): Said =>
    levels === 0 ? said({}) : { type: 'heading3', children: [nested(levels - 1)] };
  assert.equal(recordsOf(nested(20)).segments.length, 1);
  assert.equal(recordsOf(nested(21)).segments.length, 0);
});
