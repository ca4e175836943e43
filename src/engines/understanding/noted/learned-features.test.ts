/** States the features of topics, quotes and names with which the models were trained. */
import { test } from 'node:test';
import { placeOf } from '../reader/kinds.ts';
import { prepared, type Prepared } from '../reader/features.ts';
import { candidatesOf, timesIn } from '../reader/times/times.ts';
import { unitsOf, type Talk } from '../reader/units.ts';
import { WordClusters } from '../reader/word-clusters.ts';
import { read } from '../rules/reading.ts';
import { assertFeatures, LADDER_TALK, LONG_TALK, START } from '../testing-features.ts';
import { transcriptOf } from '../transcript.fixture.ts';
import { nameOptions } from './event-names.ts';
import { quoteFeatures } from './quotes.ts';
import { topicsOf } from './topics.ts';

const clusters = WordClusters.read(
  new URL('../../../../assets/word-clusters.txt', import.meta.url),
);

const talks = Object.entries({ ladder: LADDER_TALK, long: LONG_TALK });

const preparedTalk = (talk: Talk): Prepared => prepared(talk, unitsOf(talk), clusters);

/** Invented scores, so that a new training changes nothing here. */
const itemsOf = ({ units }: Prepared) =>
  new Map(
    units.map((unit) => {
      const scores = new Float64Array(3).fill(-5);
      scores[placeOf('task')] = unit.index - 3;
      scores[placeOf('event')] = 1 - unit.index / 2;
      return [unit, scores] as const;
    }),
  );

test('each thing that a talk names has the features with which the model of topics was trained', () => {
  const lists = talks.flatMap(([name, talk]) => {
    const all = preparedTalk(talk);
    const reading = read(transcriptOf(talk.turns.map(({ speaker, text }) => [speaker, text])));
    return topicsOf(reading, { all, items: itemsOf(all) }).map(({ phrase, features }) => [
      `${name}: ${phrase.text}`,
      features,
    ]);
  });
  assertFeatures(
    new URL('learned-features/topics.txt', import.meta.url),
    Object.fromEntries(lists),
  );
});

test('each sentence has the features with which the model of quotes was trained', () => {
  const lists = talks.flatMap(([name, talk]) =>
    [...quoteFeatures(preparedTalk(talk))].map(([unit, features]) => [
      `${name}: ${unit.text}`,
      features,
    ]),
  );
  assertFeatures(
    new URL('learned-features/quotes.txt', import.meta.url),
    Object.fromEntries(lists),
  );
});

test('each name of an appointment has the features with which the model of names was trained', () => {
  const lists = talks.flatMap(([talkName, talk]) => {
    const all = preparedTalk(talk);
    const days = candidatesOf(timesIn(all, START)).filter(({ day, hour }) => day && !hour);
    return days.flatMap(({ day, date }) => {
      const { unit, mention } = day!;
      const event = { unit, last: unit, span: { from: 0, to: mention.to }, date };
      return nameOptions(event, all).map(({ name, features }, at) => [
        `${talkName}: ${date} of sentence ${unit.index}, option ${at}: ${name}`,
        features,
      ]);
    });
  });
  assertFeatures(
    new URL('learned-features/event-names.txt', import.meta.url),
    Object.fromEntries(lists),
  );
});
