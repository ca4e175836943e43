/** Features that tell whether a time is that of a task or of an appointment. */
import type { Prepared } from './features.ts';
import { placeOf } from './kinds.ts';
import { stepFeatures } from './steps.ts';
import type { TimeCandidate } from './times.ts';
import type { Unit } from './units.ts';

const [TASK, EVENT] = [placeOf('task'), placeOf('event')];

/** The number of sentences on each side that count. */
const BESIDE = 6;

export function dueFeatures({ day, hour }: TimeCandidate, unit: Unit): string[] {
  const features: string[] = [];
  for (const [name, placed] of [
    ['day', day],
    ['hour', hour],
  ] as const) {
    if (!placed) continue;
    const turns = Math.max(-3, Math.min(3, placed.unit.turn - unit.turn));
    const before = placed.unit.start < unit.start;
    const where = placed.unit === unit ? 'same' : turns === 0 ? `turn ${before}` : String(turns);
    features.push(`${name} at ${where}`, `${name} at ${where} ${placed.mention.form}`);
  }
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
