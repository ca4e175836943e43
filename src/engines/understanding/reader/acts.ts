/** What turns do: ask, offer, accept … The acts around a sentence tell what becomes of it. */
import type { Prepared } from './features.ts';
import type { Unit } from './units.ts';

export const ACTS = [
  'ask',
  'offer',
  'propose',
  'accept',
  'decline',
  'promise',
  'move',
  'cancel',
  'correct',
  'inform',
] as const;

export type ActScores = ReadonlyMap<Unit, Float64Array>;

const NONE = -9;
/** The limits of the steps into which a score is cut. */
const STEPS = [-4, -2.5, -1.2, 0, 1.5];
/** An act with a lower score is not named. */
const LIKELY = -1;

export const stepOf = (score: number): number => STEPS.filter((limit) => score >= limit).length;

/** Returns the highest score of each act in a turn. */
export function actsOfTurn(turn: number, { byTurn }: Prepared, scores: ActScores): number[] {
  const units = byTurn[turn] ?? [];
  return ACTS.map((_, act) => Math.max(NONE, ...units.map((unit) => scores.get(unit)![act]!)));
}

function likeliest(scores: ArrayLike<number>): string {
  let best = 0;
  for (let act = 1; act < ACTS.length; act += 1) if (scores[act]! > scores[best]!) best = act;
  return scores[best]! > LIKELY ? ACTS[best]! : '-';
}

/** Features of the acts of a sentence, of the turns around it, and of their order. */
export function actFeatures(unit: Unit, all: Prepared, scores: ActScores): string[] {
  const own = scores.get(unit)!;
  const near = [1, 2, -1, -2].map((away) => actsOfTurn(unit.turn + away, all, scores));
  const [next, second, before] = near;
  const features = [['own', own] as const, ...near.map((one, at) => [`near${at}`, one] as const)].flatMap(
    ([where, values]) =>
      ACTS.flatMap((act, at) =>
        Array.from({ length: stepOf(values[at]!) }, (_, step) => `act ${where} ${act} ${step}`),
      ),
  );
  const [mine, theirs, after, earlier] = [own, next!, second!, before!].map(likeliest);
  const cancel = ACTS.indexOf('cancel');
  const later = all.units.filter(({ turn }) => turn > unit.turn + 1);
  const cancelled = Math.max(NONE, ...later.map((one) => scores.get(one)![cancel]!));
  return [
    ...features,
    `acts ${mine} ${theirs}`,
    `acts ${earlier} > ${mine}`,
    `acts ${mine} ${theirs} ${after}`,
    `cancelled ${stepOf(cancelled)}`,
  ];
}
