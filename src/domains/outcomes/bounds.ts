import { PERHAPS_KINDS } from '../../engines/understanding/maker.ts';
import type { BoundShifts } from '../../engines/understanding/maker.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectOutcomes } from './outcomes.sql.ts';
import type { OutcomeRow } from './outcomes.sql.ts';

type Decided = Pick<OutcomeRow, 'kind' | 'confidence' | 'outcome'>;

/** The chance from which on a maker takes something for true, unless the user decided otherwise. */
const USUAL_BOUND = 0.5;
/** Decisions about chances further from the bound tell nothing about it. */
const NEAR = 0.25;
const FEWEST = 8;
const MAX_STEPS = 4;
const STEP = 0.05;
/** A step must avoid more than one wrong decision for each twenty. */
const COST_OF_STEP = 0.05;

/**
 * Returns what to add to the bound of each kind, -0.2 to 0.2. It is the bound that would have
 * decided most often as the user did; fewer than eight decisions change nothing.
 */
export function userBounds(outcomes: readonly Decided[]): BoundShifts {
  const shifts = PERHAPS_KINDS.map((kind) => [
    kind,
    shiftOf(outcomes.filter((outcome) => outcome.kind === kind)),
  ]);
  return Object.fromEntries(shifts) as BoundShifts;
}

function shiftOf(outcomes: readonly Decided[]): number {
  const near = outcomes.filter(({ confidence }) => Math.abs(confidence - USUAL_BOUND) <= NEAR);
  if (near.length < FEWEST) return 0;
  const costOf = (steps: number): number => {
    const bound = USUAL_BOUND + steps * STEP;
    const wrong = near.filter(
      ({ confidence, outcome }) => confidence >= bound !== (outcome !== 'dropped'),
    );
    return wrong.length / near.length + Math.abs(steps) * COST_OF_STEP;
  };
  let best = 0;
  for (let steps = 1; steps <= MAX_STEPS; steps += 1) {
    for (const each of [steps, -steps]) if (costOf(each) < costOf(best)) best = each;
  }
  return Math.round(best * STEP * 100) / 100;
}

const DAYS_MS = 90 * 86_400_000;
const MAX_OUTCOMES = 1_000;

/** Returns the shifts that the newest decisions of the user give. */
export async function boundShifts(context: Context): Promise<BoundShifts> {
  const since = new Date(context.clock.now().getTime() - DAYS_MS);
  return userBounds(
    await selectOutcomes(context.db, userOf(context), { since, limit: MAX_OUTCOMES }),
  );
}
