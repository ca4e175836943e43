/**
 * The small reader: finds the tasks, appointments and facts of a talk, and its category, with
 * linear models that are learned from the talks of `training/`. The same talk always gives the same
 * result.
 */
import { readFileSync } from 'node:fs';
import { Acts } from './acts.ts';
import { categoryFeatures } from './category-features.ts';
import { prepared, unitFeatures, type Prepared } from './features.ts';
import { chanceOf, hashOf, readModels, scores, type LinearModel } from './model.ts';
import { spansOf, type Span } from './spans.ts';
import {
  candidateFeatures,
  candidatesOf,
  isNear,
  timesIn,
  type NamedTimes,
  type TimeCandidate,
} from './times.ts';
import { dueFeatures, eventFeatures } from './meant-times.ts';
import { unitsOf, type Talk, type Unit } from './units.ts';
import { WordClusters } from './word-clusters.ts';

export const KINDS = ['task', 'event', 'fact'] as const;
export type Kind = (typeof KINDS)[number];

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
  facts: Found[];
  /** The chance of each sentence to say a lasting fact. */
  factChances: ReadonlyMap<Unit, number>;
  category: string;
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

/** `start` is the local time at which the talk began, such as `2026-03-15T14:00`. */
export function readTalk(talk: Talk, start: string, reader: ReadingModels): Read {
  const { models, clusters, bounds } = reader;
  const of = (name: string, features: readonly string[]) =>
    scores(models.get(name)!, hashed(features));
  const all = prepared(talk, unitsOf(talk), clusters);
  const own = new Map(all.units.map((unit) => [unit, unitFeatures(unit, all)]));
  const acts = new Acts(all, new Map(all.units.map((unit) => [unit, of('acts', own.get(unit)!)])));
  const whole = (unit: Unit) => [...own.get(unit)!, ...acts.featuresOf(unit)];
  const items = new Map(all.units.map((unit) => [unit, of('items', whole(unit))]));
  const named = timesIn(all, start);
  const candidates = candidatesOf(named);
  const timed = { all, named, acts, items };
  const found = (kind: Kind): Found[] =>
    all.units.flatMap((unit) => {
      const chance = chanceOf(items.get(unit)![KINDS.indexOf(kind)]!);
      if (chance < bounds[kind]!) return [];
      return spanned(unit, all, models.get(`${kind} words`)!).map((span) => ({
        unit,
        chance,
        span,
      }));
    });
  const tasks = found('task').map((task) => ({
    ...task,
    isForOther: of('owner', whole(task.unit))[0]! > 0,
    due: dueOf(task.unit, candidates, timed, {
      reader,
      today: chanceOf(of('today', whole(task.unit))[0]!),
    }),
  }));
  const category = models.get('category')!;
  const likeness = scores(category, hashed(categoryFeatures(all)));
  return {
    all,
    tasks,
    events: eventsOf(candidates, timed, reader),
    facts: found('fact'),
    factChances: new Map(
      all.units.map((unit) => [unit, chanceOf(items.get(unit)![KINDS.indexOf('fact')]!)]),
    ),
    category: category.labels[likeness.indexOf(Math.max(...likeness))]!,
  };
}

/** The whole sentence when no words stand out. */
function spanned(unit: Unit, all: Prepared, model: LinearModel): Span[] {
  const spans = spansOf(unit, all, model).filter(({ from, to }) => to - from > 1);
  return spans.length > 0 ? spans : [{ from: 0, to: unit.tokens.length }];
}

interface Timed {
  all: Prepared;
  named: NamedTimes;
  acts: Acts;
  /** The scores of each sentence for the kinds of `KINDS`. */
  items: ReadonlyMap<Unit, Float64Array>;
}

function dueOf(
  unit: Unit,
  candidates: readonly TimeCandidate[],
  timed: Timed,
  { reader: { models, bounds }, today }: { reader: ReadingModels; today: number },
): FoundTask['due'] {
  let best: Pick<TimeCandidate, 'date' | 'time'> | null = null;
  let most = bounds['due']!;
  // Many tasks are for today although nobody says so.
  if (today >= bounds['today']!) best = { date: timed.named.today, time: null };
  for (const candidate of candidates) {
    if (!mayBeDue(candidate, unit)) continue;
    const features = [
      ...candidateFeatures(candidate, timed.named, timed.all, timed.acts),
      ...dueFeatures(candidate, unit),
    ];
    const chance = chanceOf(scores(models.get('due')!, hashed(features))[0]!);
    if (chance > most) [best, most] = [candidate, chance];
  }
  return best && { date: best.date, time: best.time };
}

/** The time of a task stands near it. */
const NEAR = { turns: 3, sentences: 8 };

export const mayBeDue = ({ day, hour }: TimeCandidate, unit: Unit): boolean =>
  [day, hour].every((each) => !each || isNear(each.unit, unit, NEAR));

function eventsOf(
  candidates: readonly TimeCandidate[],
  timed: Timed,
  { models, bounds }: ReadingModels,
): FoundEvent[] {
  const rated = candidates
    .map((candidate) => {
      const features = [
        ...candidateFeatures(candidate, timed.named, timed.all, timed.acts),
        ...eventFeatures(candidate, timed),
      ];
      return { candidate, chance: chanceOf(scores(models.get('event')!, hashed(features))[0]!) };
    })
    .filter(({ chance }) => chance >= bounds['event time']!)
    .toSorted((one, other) => other.chance - one.chance);
  const events: FoundEvent[] = [];
  const taken = new Set<Unit>();
  for (const { candidate, chance } of rated) {
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
function anchorOf({ day, hour }: TimeCandidate, { all, items }: Timed): Unit {
  const turns = [day, hour].flatMap((each) => (each ? [each.unit.turn] : []));
  const [first, last] = [Math.min(...turns) - 1, Math.max(...turns)];
  const event = KINDS.indexOf('event');
  let best = (day ?? hour)!.unit;
  const { index } = best;
  for (const unit of all.units.slice(Math.max(0, index - BESIDE), index + BESIDE + 1)) {
    if (unit.turn < first || unit.turn > last) continue;
    if (items.get(unit)![event]! > items.get(best)![event]!) best = unit;
  }
  return best;
}
