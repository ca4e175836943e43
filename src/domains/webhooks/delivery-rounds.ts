import { startPeriodic } from '../../core/periodic.ts';
import type { Parts } from '../../kit/context.ts';

const CLEAN_MS = 3_600_000;
const KEEP_MS = 7 * 86_400_000;

/** A claim on deliveries. Other processes take them when the claim expires. */
interface Claim {
  now: Date;
  claimed_until: Date;
  limit: number;
}

export interface DeliveryRounds<Due> extends AsyncDisposable {
  /** Begins a round now, or right after the current round. */
  nudge(): void;
  /** Delivers something that was claimed outside of a round. */
  start(due: Due): Promise<void>;
  /** Returns the times of a claim that begins now. */
  newClaim(): Omit<Claim, 'limit'>;
  /** Aborts when the rounds end. */
  stopping: AbortSignal;
}

interface RoundsOptions<Due> {
  /** The plural noun for what is delivered, for the log. */
  name: string;
  everyMs: number;
  /** A delivery without an outcome after this time is sent again. */
  claimMs: number;
  maxAtOnce: number;
  /** Plans deliveries at the beginning of each round. */
  plan?(): Promise<unknown>;
  claim(claim: Claim): Promise<Due[]>;
  /** Sends a delivery and records its outcome. */
  deliver(due: Due): Promise<unknown>;
  /** Deletes finished deliveries that were made before a time. */
  clean?(before: Date): Promise<unknown>;
}

/**
 * Sends deliveries in rounds: plans them, claims those that are due, and starts them. All state is
 * in the database. So the rounds continue where the last process stopped, and several processes can
 * run them.
 */
export function startDeliveryRounds<Due extends { id: string }>(
  { clock, log }: Pick<Parts, 'clock' | 'log'>,
  { name, everyMs, claimMs, maxAtOnce, plan, claim, deliver, clean }: RoundsOptions<Due>,
): DeliveryRounds<Due> {
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();

  const start = (due: Due): Promise<void> => {
    const work = deliver(due).then(
      () => {},
      (err) => log.warn({ err, delivery: due.id }, `the outcome of ${name} was not recorded`),
    );
    underWay.add(work);
    void work.finally(() => {
      underWay.delete(work);
      rounds.nudge();
    });
    return work;
  };
  const newClaim = () => {
    const now = clock.now();
    return { now, claimed_until: new Date(now.getTime() + claimMs) };
  };
  const round = async () => {
    await plan?.();
    const limit = maxAtOnce - underWay.size;
    if (limit <= 0) return;
    for (const due of await claim({ ...newClaim(), limit })) void start(due);
  };
  const rounds = startPeriodic({ name: `a round of ${name}`, everyMs, log, run: round });
  const retention = startPeriodic({
    name: `retention of ${name}`,
    everyMs: CLEAN_MS,
    log,
    run: async () => clean?.(new Date(clock.now().getTime() - KEEP_MS)),
  });

  return {
    nudge: rounds.nudge,
    start,
    newClaim,
    stopping: stop.signal,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all([rounds, retention].map((each) => each[Symbol.asyncDispose]()));
      await Promise.allSettled(underWay);
    },
  };
}
