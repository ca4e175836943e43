/**
 * The small reader: finds the tasks, appointments and facts of a talk, and its category, with
 * linear models that are learned from the talks of `training/`. The same talk always gives the same
 * result.
 */
import { readFileSync } from 'node:fs';
import { Acts } from './acts.ts';
import { categoryFeatures } from './category-features.ts';
import { prepared, unitFeatures, type Prepared } from './features.ts';
import { placeOf, type Kind } from './kinds.ts';
import { chanceOf, hashOf, readModels, scores, type LinearModel } from './model.ts';
import { spansOf, type Span } from './spans.ts';
import { candidateFeatures, candidatesOf, timesIn, type TimeCandidate } from './times.ts';
import { chosenDue, dueOptions, eventFeatures } from './meant-times.ts';
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
  tasks: FoundTask[];
  events: FoundEvent[];
  /** The chance of each sentence to say a lasting fact. */
  factChances: ReadonlyMap<Unit, number>;
}

export interface ReadingModels {
  models: ReadonlyMap<string, LinearModel>;
  /** The lowest chance of what is kept, by kind. */
  bounds: Readonly<Record<string, number>>;
  clusters: WordClusters;
}

const asset = (name: string) => new URL(`../../../../assets/${name}`, import.meta.url);

export function loadReader(): ReadingModels {
  const { models, bounds } = readModels(readFileSync(asset('reader.bin')));
  return { models, bounds, clusters: WordClusters.read(asset('word-clusters.txt')) };
}

const hashed = (features: readonly string[]): Set<number> => new Set(features.map(hashOf));

function extended(features: Set<number>, more: readonly string[]): Set<number> {
  for (const feature of more) features.add(hashOf(feature));
  return features;
}

/** `start` is the local time at which the talk began, such as `2026-03-15T14:00`. */
export function readTalk(
  talk: Talk,
  start: string,
  { models, bounds, clusters }: ReadingModels,
): Read {
  const all = prepared(talk, unitsOf(talk), clusters);
  const features = new Map(all.units.map((unit) => [unit, hashed(unitFeatures(unit, all))]));
  const scored = (name: string) => {
    const model = models.get(name)!;
    return new Map(all.units.map((unit) => [unit, scores(model, features.get(unit)!)]));
  };
  const acts = new Acts(all, scored('acts'));
  for (const [unit, own] of features) extended(own, acts.featuresOf(unit));
  const items = scored('items');
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
  const events = eventsOf(times, { all, items }, { models, bounds });
  return { all, tasks, events, factChances: chances('fact') };
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

export function categoryOf(all: Prepared, { models }: Weights): string {
  const model = models.get('category')!;
  const likeness = scores(model, hashed(categoryFeatures(all)));
  return model.labels[likeness.indexOf(Math.max(...likeness))]!;
}

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
  const options = dueOptions(unit, own, times, today);
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

interface Rated {
  all: Prepared;
  /** The scores of each sentence for the kinds of `KINDS`. */
  items: ReadonlyMap<Unit, Float64Array>;
}

function eventsOf(
  times: readonly RatedCandidate[],
  timed: Rated,
  { models, bounds }: Weights,
): FoundEvent[] {
  const likely = times
    .map((candidate) => ({ candidate, chance: chanceOf(candidate.event) }))
    .filter(({ chance }) => chance >= bounds['event time']!)
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
