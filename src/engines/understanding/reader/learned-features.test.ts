/** States the features of sentences, words and times with which the models were trained. */
import { test } from 'node:test';
import { assertFeatures, CALL_TALK, LADDER_TALK, LONG_TALK, START } from '../testing-features.ts';
import { ACTS, Acts } from './acts.ts';
import { categoryFeatures } from './category-features.ts';
import { prepared, tokenFeatures, unitFeatures, type Prepared } from './features.ts';
import { KINDS } from './kinds.ts';
import { dueOptions, eventFeatures } from './times/meant-times.ts';
import { candidateFeatures, candidatesOf, timesIn } from './times/times.ts';
import { unitsOf, type Talk, type Unit } from './units.ts';
import { WordClusters } from './word-clusters.ts';

const clusters = WordClusters.read(
  new URL('../../../../assets/word-clusters.txt', import.meta.url),
);

const talks = Object.entries({ ladder: LADDER_TALK, call: CALL_TALK, long: LONG_TALK });

/** Invented scores from -5 to 5, most of them low, so that a new training changes nothing here. */
const scoresOf = (all: Prepared, labels: readonly string[]): Map<Unit, Float64Array> =>
  new Map(
    all.units.map(({ index }, place) => [
      all.units[place]!,
      Float64Array.from(labels, (_, at) =>
        (index + at) % 4 === 0 ? ((index * 7 + at * 4) % 11) - 5 : LOW,
      ),
    ]),
  );

const LOW = -5;

function read(talk: Talk) {
  const all = prepared(talk, unitsOf(talk), clusters);
  return { all, acts: new Acts(all, scoresOf(all, ACTS)), items: scoresOf(all, KINDS) };
}

test('each sentence has the features with which the models were trained', () => {
  const lists = talks.flatMap(([name, talk]) => {
    const { all } = read(talk);
    const units = all.units.filter(
      ({ index }) => talk !== LONG_TALK || [0, 3, 6, 7].includes(index),
    );
    return units.map((unit) => [`${name}: ${unit.text}`, unitFeatures(unit, all)]);
  });
  assertFeatures(
    new URL('learned-features/sentence.txt', import.meta.url),
    Object.fromEntries(lists),
  );
});

test('each word has the features with which the models were trained', () => {
  const lists = talks.flatMap(([name, talk]) => {
    const { all } = read(talk);
    return all.units
      .filter(({ turn }) => turn === 0 && talk !== LONG_TALK)
      .flatMap((unit) =>
        unit.tokens.map(({ word }, at) => [
          `${name}, sentence ${unit.index}, word ${at}: ${word}`,
          tokenFeatures(at, unit, all),
        ]),
      );
  });
  assertFeatures(new URL('learned-features/word.txt', import.meta.url), Object.fromEntries(lists));
});

test('the acts of each sentence have the features with which the models were trained', () => {
  const { all, acts } = read(LADDER_TALK);
  const lists = all.units.map((unit) => [unit.text, acts.featuresOf(unit)]);
  assertFeatures(new URL('learned-features/act.txt', import.meta.url), Object.fromEntries(lists));
});

test('each time has the features with which the models were trained', () => {
  const lists = talks.flatMap(([name, talk]) => {
    const { all, acts, items } = read(talk);
    const named = timesIn(all, START);
    return candidatesOf(named).map((candidate) => {
      const { day, hour, date, time } = candidate;
      const units = [day, hour].map((placed) => placed?.unit.index ?? '-').join(' and ');
      return [
        `${name}: ${date} ${time ?? ''} of sentences ${units}`,
        [
          ...candidateFeatures(candidate, named, all, acts),
          ...eventFeatures(candidate, { all, items }),
        ],
      ];
    });
  });
  assertFeatures(new URL('learned-features/time.txt', import.meta.url), Object.fromEntries(lists));
});

test('each time by which a task may be due has the features with which the models were trained', () => {
  const lists = talks.flatMap(([name, talk]) => {
    const { all } = read(talk);
    const named = timesIn(all, START);
    const times = candidatesOf(named).map((candidate, at) => ({
      ...candidate,
      event: (at % 11) - 5,
    }));
    const units = all.units.filter(
      ({ index }) => talk !== LONG_TALK || [0, 6, 8, 13].includes(index),
    );
    return units.flatMap((unit) =>
      dueOptions(unit, [`of ${unit.index}`], times, named.today).map(({ time, features }, at) => [
        `${name}, sentence ${unit.index}, option ${at}: ${time ? `${time.date} ${time.time ?? ''}` : 'none'}`,
        features,
      ]),
    );
  });
  assertFeatures(new URL('learned-features/due.txt', import.meta.url), Object.fromEntries(lists));
});

test('each talk has the features with which the model of categories was trained', () => {
  const lists = talks.map(([name, talk]) => [name, categoryFeatures(read(talk).all)]);
  assertFeatures(
    new URL('learned-features/category.txt', import.meta.url),
    Object.fromEntries(lists),
  );
});
