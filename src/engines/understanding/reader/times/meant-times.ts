/** Features that tell whether a time is that of a task or of an appointment. */
import type { Prepared } from '../features.ts';
import { placeOf } from '../kinds.ts';
import { stepFeatures } from '../steps.ts';
import { isNear, type TimeCandidate } from './times.ts';
import type { Unit } from '../units.ts';

const [TASK, EVENT] = [placeOf('task'), placeOf('event')];

/** The number of sentences on each side that count. */
const BESIDE = 6;

/** A time with its score to be that of an appointment. */
export interface RatedTime extends TimeCandidate {
  event: number;
}

/** A time by which a task may be due. */
export interface DueOption<Time extends RatedTime = RatedTime> {
  /** Null for no time, and for today. */
  candidate: Time | null;
  time: Pick<TimeCandidate, 'date' | 'time'> | null;
  /** Without the features of the candidate itself. */
  features: string[];
}

/** No day, today, and each time that the talk names near a sentence. */
export function dueOptions<Time extends RatedTime>(
  unit: Unit,
  /** The features of the sentence. */
  own: readonly string[],
  candidates: readonly Time[],
  today: string,
): DueOption<Time>[] {
  const near = candidates.filter((candidate) => mayBeDue(candidate, unit));
  return [
    { candidate: null, time: null, features: own.map((feature) => `none ${feature}`) },
    {
      candidate: null,
      time: { date: today, time: null },
      features: own.map((feature) => `today ${feature}`),
    },
    ...near.map((candidate) => ({
      candidate,
      time: candidate,
      features: dueFeatures(candidate, unit, near),
    })),
  ];
}

/** The time of a task stands near it. The day of an appointment may be further away. */
const NEAR = { turns: 2, sentences: 8 };
const NEAR_DAY = { turns: 2, sentences: 30 };

const mayBeDue = ({ day, hour }: TimeCandidate, unit: Unit): boolean =>
  [day, hour].every((each) => !each || isNear(each.unit, unit, hour ? NEAR : NEAR_DAY));

/** Chooses the day by all options for it, and then its likeliest time. */
export function chosenDue(
  options: readonly Pick<DueOption, 'time'>[],
  scores: readonly number[],
): Pick<TimeCandidate, 'date' | 'time'> | null {
  const days = new Map<string | null, number>();
  for (const [at, { time }] of options.entries()) {
    const date = time?.date ?? null;
    days.set(date, (days.get(date) ?? 0) + Math.exp(Math.min(scores[at]!, 50)));
  }
  const [day] = [...days].reduce((best, one) => (one[1] > best[1] ? one : best));
  let best: number | null = null;
  for (const [at, { time }] of options.entries()) {
    if ((time?.date ?? null) === day && (best === null || scores[at]! > scores[best]!)) best = at;
  }
  return options[best!]!.time;
}

const clamped = (value: number, most: number) => Math.max(-most, Math.min(most, value));

function dueFeatures(
  { day, hour, event, date }: RatedTime,
  unit: Unit,
  all: readonly RatedTime[],
): string[] {
  const features = ['time', ...stepFeatures('time event', event)];
  for (const [name, placed] of [
    ['day', day],
    ['hour', hour],
  ] as const) {
    if (!placed) continue;
    const turns = clamped(placed.unit.turn - unit.turn, 6);
    const before = placed.unit.start < unit.start;
    const where = placed.unit === unit ? 'same' : turns === 0 ? `turn ${before}` : String(turns);
    features.push(`${name} at ${where}`, `${name} at ${where} ${placed.mention.form}`);
  }
  if (!day) return features;
  const between = all.filter(
    (other) =>
      other.day !== null &&
      other.date !== date &&
      Math.abs(other.day.unit.index - unit.index) < Math.abs(day.unit.index - unit.index),
  );
  const others = new Set(between.map((other) => other.date)).size;
  const side = day.unit === unit ? 'same' : day.unit.index < unit.index ? 'before' : 'after';
  const sentences = clamped(day.unit.index - unit.index, 9);
  features.push(
    `nearer ${side} ${Math.min(others, 3)}`,
    `day away ${sentences}`,
    `day only ${all.every((other) => other.date === date)}`,
  );
  return features;
}

export function eventFeatures(
  { day, hour }: TimeCandidate,
  { all, items }: { all: Prepared; items: ReadonlyMap<Unit, Float64Array> },
): string[] {
  const features: string[] = [];
  for (const [name, placed] of [
    ['day', day],
    ['hour', hour],
  ] as const) {
    if (!placed) continue;
    const rated = items.get(placed.unit)!;
    features.push(...stepFeatures(`${name} event`, rated[EVENT]!));
    features.push(...stepFeatures(`${name} task`, rated[TASK]!));
  }
  const turn = Math.max(day?.unit.turn ?? 0, hour?.unit.turn ?? 0);
  const { index } = (hour ?? day)!.unit;
  const near = all.units
    .slice(Math.max(0, index - BESIDE), index + BESIDE + 1)
    .filter((unit) => Math.abs(unit.turn - turn) <= 2);
  const nearest = Math.max(-9, ...near.map((unit) => items.get(unit)![EVENT]!));
  return [...features, ...stepFeatures('near event', nearest)];
}
