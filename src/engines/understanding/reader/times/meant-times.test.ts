/** Tests the choice of the day by which a task is due. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepared } from '../features.ts';
import { KINDS, placeOf } from '../kinds.ts';
import { chosenDue, dueOptions, eventFeatures } from './meant-times.ts';
import { candidatesOf, timesIn } from './times.ts';
import { unitsOf } from '../units.ts';
import { WordClusters } from '../word-clusters.ts';

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

/** A talk of one person, who says this much between two sentences. */
function talkWith(first: string, sentences: number, last: string) {
  const text = `${first} ${'Well. '.repeat(sentences - 1)}${last}`;
  const talk = { language: 'en', turns: [{ text, speaker: 'Ana', isUser: true }] };
  const all = prepared(talk, unitsOf(talk), new WordClusters(''));
  return { all, times: candidatesOf(timesIn(all, '2026-03-09T08:00')) };
}

test('an hour is near a task up to eight sentences away, a day alone up to thirty', () => {
  const options = (sentences: number, time: string) => {
    const { all, times } = talkWith('Bring it.', sentences, time);
    const rated = times.map((candidate) => ({ ...candidate, event: 0 }));
    return dueOptions(all.units[0]!, [], rated, '2026-03-09').map(({ time: due }) =>
      [due?.date, due?.time].filter(Boolean).join(' '),
    );
  };
  const without = ['', '2026-03-09'];
  assert.deepEqual(options(8, 'At nine.'), [...without, '2026-03-09 09:00']);
  assert.deepEqual(options(9, 'At nine.'), without);
  assert.deepEqual(options(30, 'On Thursday.'), [...without, '2026-03-12']);
  assert.deepEqual(options(31, 'On Thursday.'), without);
});

test('a sentence up to six sentences away tells that a time is that of an appointment', () => {
  const near = (sentences: number) => {
    const { all, times } = talkWith('We meet.', sentences, 'On Thursday.');
    const items = new Map(
      all.units.map((unit) => {
        const scores = new Float64Array(KINDS.length).fill(-9);
        if (unit.index === 0) scores[placeOf('event')] = 9;
        return [unit, scores] as const;
      }),
    );
    return eventFeatures(times[0]!, { all, items }).filter((name) => name.startsWith('near'));
  };
  assert.equal(near(6).length, 5);
  assert.equal(near(7).length, 0);
});
