/**
 * The small reader: finds the tasks, appointments and facts of a talk, and its category, with
 * linear models that are learned from the talks of `training/`. The same talk always gives the same
 * result.
 */
import { readFileSync } from 'node:fs';
import { Acts } from './acts.ts';
import { categoryFeatures } from './category-features.ts';
import { prepared, unitFeatures, type Prepared } from './features.ts';
import { denseScores, type DenseModel } from './dense-model.ts';
import { placeOf, type Kind } from './kinds.ts';
import { chanceOf, hashed, hashOf, readModels, scores, type LinearModel } from './model.ts';
import { loadEncoder, meaningsOf, sentenceVector, talkVector, type Meanings } from './meanings.ts';
import { replacedDays, replacedHours } from './times/replaced-times.ts';
import { spansOf, type Span } from './spans.ts';
import {
  candidateFeatures,
  candidatesOf,
  isDenied,
  timesIn,
  type TimeCandidate,
} from './times/times.ts';
import { chosenDue, dueOptions, eventFeatures } from './times/meant-times.ts';
import { unitsOf, type Talk, type Unit } from './units.ts';
import { WordClusters } from './word-clusters.ts';

export interface Found {
  unit: Unit;
  /** 0 to 1. */
  chance: number;
  /** The words of the sentence that say it. */
  span: Span;
}

export interface FoundTask extends Found {
  /** True when another person than the speaker has to do it. */
  isForOther: boolean;
  due: { date: string; time: string | null } | null;
}

export interface FoundEvent extends Found {
  /** The last sentence that says its time. */
  last: Unit;
  date: string;
  time: string | null;
}

export interface Read {
  all: Prepared;
  /** The hashed features of each sentence. */
  features: ReadonlyMap<Unit, ReadonlySet<number>>;
  tasks: FoundTask[];
  events: FoundEvent[];
  /** The scores of each sentence for the kinds of `KINDS`. */
  items: ReadonlyMap<Unit, Float64Array>;
  /** The chance of each sentence to say a lasting fact. */
  factChances: ReadonlyMap<Unit, number>;
  meanings: Meanings | null;
  /** The coming days and hours that the talk names. */
  times: readonly TimeCandidate[];
}

export interface ReadingModels {
  models: ReadonlyMap<string, LinearModel>;
  dense: ReadonlyMap<string, DenseModel>;
  encoder: ReturnType<typeof loadEncoder>;
  /** The lowest chance of what is kept, by kind. */
  bounds: Readonly<Record<string, number>>;
  clusters: WordClusters;
}

const asset = (name: string) => new URL(`../../../../assets/${name}`, import.meta.url);

export function loadReader(): ReadingModels {
  const { models, dense, bounds } = readModels(readFileSync(asset('reader.bin')));
  const clusters = WordClusters.read(asset('word-clusters.txt'));
  return { models, dense, bounds, clusters, encoder: loadEncoder() };
}

function extended(features: Set<number>, more: readonly string[]): Set<number> {
  for (const feature of more) features.add(hashOf(feature));
  return features;
}

/** `start` is the local time at which the talk began, such as `2026-03-15T14:00`. */
export function readTalk(
  talk: Talk,
  start: string,
  { models, dense, bounds, clusters, encoder }: ReadingModels,
): Read {
  const all = prepared(talk, unitsOf(talk), clusters);
  const meanings = meaningsOf(all, encoder);
  const features = new Map(all.units.map((unit) => [unit, hashed(unitFeatures(unit, all))]));
  const scored = (name: string) => {
    const model = models.get(name)!;
    return new Map(all.units.map((unit) => [unit, scores(model, features.get(unit)!)]));
  };
  const acts = new Acts(all, scored('acts'));
  for (const [unit, own] of features) extended(own, acts.featuresOf(unit));
  const items = withMeaning(scored('items'), meanings, dense);
  const named = timesIn(all, start);
  const times = candidatesOf(named).map((candidate) => {
    const own = hashed(candidateFeatures(candidate, named, all, acts));
    const due = scores(models.get('due')!, own)[0]!;
    extended(own, eventFeatures(candidate, { all, items }));
    return { ...candidate, due, event: scores(models.get('event')!, own)[0]! };
  });
  const chances = (kind: Kind) =>
    new Map(all.units.map((unit) => [unit, chanceOf(items.get(unit)![placeOf(kind)]!)]));
  const tasks = found('task', chances('task'), all, { models, bounds }).map((task) => ({
    ...task,
    isForOther: scores(models.get('owner')!, features.get(task.unit)!)[0]! > 0,
    due: dueOf(task.unit, times, { all, acts, models, today: named.today }),
  }));
  const hours = replacedHours(named, talk);
  const days = replacedDays(named, talk);
  const standing = times.filter(
    ({ day, hour }) => !(day && days.has(day)) && !(hour && hours.has(hour)),
  );
  const events = eventsOf(standing, { all, items }, { models, bounds });
  return { all, features, items, tasks, events, factChances: chances('fact'), meanings, times };
}

/** Judges the sentences again by their meaning. */
function withMeaning(
  items: Rated['items'],
  meanings: Meanings | null,
  dense: ReadingModels['dense'],
): Rated['items'] {
  if (!meanings) return items;
  const model = dense.get('items with meaning')!;
  const judged = [...items].map(
    ([unit, own]) => [unit, denseScores(model, sentenceVector(meanings.get(unit)!, own))] as const,
  );
  return new Map(judged);
}

type Weights = Pick<ReadingModels, 'models' | 'bounds'>;

function found(
  kind: Kind,
  chances: ReadonlyMap<Unit, number>,
  all: Prepared,
  { models, bounds }: Weights,
): Found[] {
  return [...chances].flatMap(([unit, chance]) =>
    chance < bounds[kind]!
      ? []
      : spanned(unit, all, models.get(`${kind} words`)!).map((span) => ({ unit, chance, span })),
  );
}

export const factsOf = ({ all, factChances }: Read, reader: Weights): Found[] =>
  found('fact', factChances, all, reader);

/** Says how much a hint counts. Learned talks allow up to 5 without a loss. */
const WEIGHT_OF_HINT = 4;

/** `hints` are the scores of categories by single words. Only the meaning of a talk needs them. */
export function categoryOf(
  { all, meanings }: Pick<Read, 'all' | 'meanings'>,
  { models, dense }: Pick<ReadingModels, 'models' | 'dense'>,
  hints: ReadonlyMap<string, number> = new Map(),
): string {
  if (!meanings) {
    const model = models.get('category')!;
    return likeliest(model, scores(model, hashed(categoryFeatures(all))));
  }
  const model = dense.get('category by meaning')!;
  const likeness = denseScores(model, talkVector(meanings)).map(
    (score, label) => score + WEIGHT_OF_HINT * Math.log1p(hints.get(model.labels[label]!) ?? 0),
  );
  return likeliest(model, likeness);
}

const likeliest = ({ labels }: { labels: readonly string[] }, likeness: Float64Array): string =>
  labels[likeness.indexOf(Math.max(...likeness))]!;

/** The whole sentence when no words stand out. */
function spanned(unit: Unit, all: Prepared, model: LinearModel): Span[] {
  const spans = spansOf(unit, all, model).filter(({ from, to }) => to - from > 1);
  return spans.length > 0 ? spans : [{ from: 0, to: unit.tokens.length }];
}

/** A time with its scores to be that of an appointment, and that of a task near no other words. */
interface RatedCandidate extends TimeCandidate {
  event: number;
  due: number;
}

function dueOf(
  unit: Unit,
  times: readonly RatedCandidate[],
  { all, acts, models, today }: Pick<ReadingModels, 'models'> & Of,
): FoundTask['due'] {
  const own = [...unitFeatures(unit, all), ...acts.featuresOf(unit)];
  const options = dueOptions(unit, own, times, today).filter(
    ({ candidate }) => candidate === null || !isDenied(candidate),
  );
  const due = chosenDue(
    options,
    options.map(
      ({ candidate, features }) =>
        (candidate?.due ?? 0) + scores(models.get('due')!, hashed(features))[0]!,
    ),
  );
  return due && { date: due.date, time: due.time };
}

interface Of {
  all: Prepared;
  acts: Acts;
  /** `YYYY-MM-DD`. */
  today: string;
}

type Rated = Pick<Read, 'all' | 'items'>;

function eventsOf(
  times: readonly RatedCandidate[],
  timed: Rated,
  { models, bounds }: Weights,
): FoundEvent[] {
  const likely = times
    .map((candidate) => ({ candidate, chance: chanceOf(candidate.event) }))
    .filter(({ candidate, chance }) => chance >= bounds['event time']! && !isDenied(candidate))
    .toSorted((one, other) => other.chance - one.chance);
  const events: FoundEvent[] = [];
  const taken = new Set<Unit>();
  for (const { candidate, chance } of likely) {
    const unit = anchorOf(candidate, timed);
    const isKnown = events.some(
      ({ date, time }) =>
        date === candidate.date &&
        (time === candidate.time || time === null || candidate.time === null),
    );
    if (taken.has(unit) || isKnown) continue;
    taken.add(unit);
    const [span] = spanned(unit, timed.all, models.get('event words')!);
    events.push({
      unit,
      chance,
      span: span!,
      date: candidate.date,
      time: candidate.time,
      last: lastOf(candidate),
    });
  }
  return events;
}

const lastOf = ({ day, hour }: TimeCandidate): Unit =>
  day && hour && day.unit.index > hour.unit.index ? day.unit : (hour ?? day)!.unit;

const BESIDE = 12;

/** The sentence near a time that most likely says what happens then. */
function anchorOf({ day, hour }: TimeCandidate, { all, items }: Rated): Unit {
  const turns = [day, hour].flatMap((each) => (each ? [each.unit.turn] : []));
  const [first, last] = [Math.min(...turns) - 1, Math.max(...turns)];
  const event = placeOf('event');
  let best = (day ?? hour)!.unit;
  const { index } = best;
  for (const unit of all.units.slice(Math.max(0, index - BESIDE), index + BESIDE + 1)) {
    if (unit.turn < first || unit.turn > last) continue;
    if (items.get(unit)![event]! > items.get(best)![event]!) best = unit;
  }
  return best;
}
