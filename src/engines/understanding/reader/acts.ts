/**
 * The acts of turns, such as asking, offering and accepting. The acts around a sentence tell what
 * becomes of it.
 */
import type { Prepared } from './features.ts';
import { stepFeatures, stepOf } from './steps.ts';
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
export type ActKind = (typeof ACTS)[number];

const NONE = -9;
const NOTHING: readonly number[] = ACTS.map(() => NONE);
/** An act with a lower score is not named. */
const LIKELY = -1;

/** The scores of the acts of all sentences of a talk. */
export class Acts {
  readonly #scores: ReadonlyMap<Unit, Float64Array>;
  readonly #ofTurns: readonly (readonly number[])[];
  /** The highest score of `cancel` in each turn and after it. */
  readonly #cancelled: readonly number[];

  constructor({ byTurn }: Prepared, scores: ReadonlyMap<Unit, Float64Array>) {
    this.#scores = scores;
    this.#ofTurns = byTurn.map((units) =>
      ACTS.map((_, act) =>
        units.reduce((most, unit) => Math.max(most, scores.get(unit)![act]!), NONE),
      ),
    );
    const cancel = ACTS.indexOf('cancel');
    const cancelled: number[] = [];
    for (let turn = byTurn.length - 1; turn >= 0; turn -= 1) {
      cancelled[turn] = Math.max(cancelled[turn + 1] ?? NONE, this.#ofTurns[turn]![cancel]!);
    }
    this.#cancelled = cancelled;
  }

  /** Returns the highest score of each act in a turn. */
  ofTurn(turn: number): readonly number[] {
    return this.#ofTurns[turn] ?? NOTHING;
  }

  /** Features of the acts of a sentence, of the turns around it, and of their order. */
  featuresOf(unit: Unit): string[] {
    const own = this.#scores.get(unit)!;
    const [next, second, before, first] = [1, 2, -1, -2].map((away) =>
      this.ofTurn(unit.turn + away),
    );
    const places = { own, next, second, before, first };
    const features = Object.entries(places).flatMap(([where, scores]) =>
      ACTS.flatMap((act, at) => stepFeatures(`act ${where} ${act}`, scores![at]!)),
    );
    const [mine, theirs, after, earlier] = [own, next!, second!, before!].map(likeliest);
    return [
      ...features,
      `acts ${mine} ${theirs}`,
      `acts ${earlier} > ${mine}`,
      `acts ${mine} ${theirs} ${after}`,
      `cancelled ${stepOf(this.#cancelled[unit.turn + 2] ?? NONE)}`,
    ];
  }
}

function likeliest(scores: Float64Array | readonly number[]): string {
  const best = Math.max(...scores);
  return best > LIKELY ? ACTS[scores.indexOf(best)]! : '-';
}
