/** Tests the choice of the day by which a task is due. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenDue } from './meant-times.ts';

type Option = readonly [date: string | null, time: string | null, score: number];

const chosen = (...options: readonly Option[]): string | null => {
  const due = chosenDue(
    options.map(([date, time]) => ({ time: date === null ? null : { date, time } })),
    options.map(([, , score]) => score),
  );
  return due && `${due.date} ${due.time}`;
};

test('the likeliest day is chosen, at its likeliest time', () => {
  assert.equal(chosen(['2026-11-22', null, 1], ['2026-11-23', null, 2]), '2026-11-23 null');
  assert.equal(chosen([null, null, 3], ['2026-11-23', null, 2]), null);
  const times: Option[] = [
    ['2026-11-22', null, 1],
    ['2026-11-22', '14:00', 1.5],
    ['2026-11-22', '15:00', 0],
  ];
  assert.equal(chosen(...times, ['2026-11-23', '09:00', 1.6]), '2026-11-22 14:00');
  assert.equal(chosen(...times, ['2026-11-23', '09:00', 3]), '2026-11-23 09:00');
});

test('of equal days and times the first is chosen', () => {
  assert.equal(chosen([null, null, 0], ['2026-11-22', null, 0]), null);
  assert.equal(chosen(['2026-11-22', null, 0], ['2026-11-22', '14:00', 0]), '2026-11-22 null');
});
