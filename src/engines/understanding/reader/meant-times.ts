/** Features that tell whether a time is that of a task or of an appointment. */
import { stepOf } from './acts.ts';
import type { Prepared } from './features.ts';
import type { TimeCandidate } from './times.ts';
import type { Unit } from './units.ts';

/** Places in a list of scores: task, event, fact. */
const [TASK, EVENT] = [0, 1];

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
  const steps = (name: string, score: number) => {
    for (let step = 0; step < stepOf(score); step += 1) features.push(`${name} ${step}`);
  };
  for (const [name, placed] of [
    ['day', day],
    ['hour', hour],
  ] as const) {
    if (!placed) continue;
    const rated = items.get(placed.unit)!;
    steps(`${name} event`, rated[EVENT]!);
    steps(`${name} task`, rated[TASK]!);
  }
  const turn = Math.max(day?.unit.turn ?? 0, hour?.unit.turn ?? 0);
  const { index } = (hour ?? day)!.unit;
  const near = all.units
    .slice(Math.max(0, index - BESIDE), index + BESIDE + 1)
    .filter((unit) => Math.abs(unit.turn - turn) <= 2);
  steps('near event', Math.max(-9, ...near.map((unit) => items.get(unit)![EVENT]!)));
  return features;
}
