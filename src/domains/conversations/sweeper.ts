import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import { behindWall } from '../../kit/context.ts';
import type { Context, Parts } from '../../kit/context.ts';
import { selectAbandoned, selectStalled } from './conversations.sql.ts';
import { endRecording, failProcessing, requeueProcessing } from './lifecycle.ts';
import { releaseOrphan, stopWaiting } from './recording/pending-words.ts';
import { selectOrphans, selectOverdue } from './recording/pending-words.sql.ts';

const SWEEP_MS = 2_000;
/** A live session ends its own recording on time. The sweeper waits this much longer. */
const GRACE_SECONDS = 3;
/** Longer than all attempts of the job take together. */
const STALLED_MS = 30 * 60_000;
/** A process that holds sound reports it three times within this period. */
const ORPHANED_MS = 60_000;
const MAX_ATTEMPTS = 3;
/**
 * A longer time since the last sweep means that the service was stopped or suspended, or the
 * database was unreachable.
 */
const LATE_MS = 10_000;
/** After an outage, every process that holds sound reports it again within this time. */
const SETTLE_MS = 25_000;

/**
 * Ends abandoned conversations, which would otherwise stay in progress or in processing for ever.
 */
export function startSweeper(
  parts: Parts,
  { wordsWaitMinutes }: { wordsWaitMinutes: number },
): Periodic {
  const outages = new Outages();
  const sweepOnce = async () => {
    await sweepAbandoned(parts, outages);
    await sweepStalled(parts);
    await sweepOverdue(parts, wordsWaitMinutes * 60_000);
    await sweepOrphans(parts, outages);
    outages.swept();
  };
  return startPeriodic({
    name: 'sweep',
    everyMs: SWEEP_MS,
    log: parts.log,
    run: () =>
      sweepOnce().catch((error: unknown) => {
        outages.noticed();
        throw error;
      }),
  });
}

/**
 * Tells whether enough time has passed since the last outage. During an outage no process can
 * report that it still holds sound, so its recordings look abandoned.
 */
class Outages {
  // Uses the wall clock, because the monotonic clock stops while the machine is suspended.
  #sweptAt = Date.now();
  #settledAt = 0;

  swept(): void {
    this.#sweptAt = Date.now();
  }

  noticed(): void {
    this.#settledAt = Date.now() + SETTLE_MS;
  }

  get isSettled(): boolean {
    if (Date.now() - this.#sweptAt > LATE_MS) this.noticed();
    return Date.now() >= this.#settledAt;
  }
}

async function sweepAbandoned(parts: Parts, outages: Outages): Promise<void> {
  const abandoned = await selectAbandoned(parts.db, parts.clock.now(), GRACE_SECONDS);
  // The statement above may have been blocked until an outage ended.
  if (!outages.isSettled) return;
  for (const { user_id, id } of abandoned) {
    await endRecording(asOwner(parts, user_id), { id, forced: false });
  }
}

async function sweepStalled(parts: Parts): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - STALLED_MS);
  for (const { user_id, id, attempt } of await selectStalled(parts.db, before)) {
    const context = asOwner(parts, user_id);
    if (attempt < MAX_ATTEMPTS) await requeueProcessing(context, { id, attempt });
    else await failProcessing(context, { id, attempt, failure: 'Processing did not end in time.' });
  }
}

/** Ends waits that have taken too long. The sound without words is then shown as a gap. */
async function sweepOverdue(parts: Parts, waitMs: number): Promise<void> {
  const now = parts.clock.now().getTime();
  for (const { user_id, id } of await selectOverdue(parts.db, new Date(now - waitMs))) {
    await stopWaiting(asOwner(parts, user_id), id);
  }
}

async function sweepOrphans(parts: Parts, outages: Outages): Promise<void> {
  const now = parts.clock.now().getTime();
  const orphans = await selectOrphans(parts.db, new Date(now - ORPHANED_MS));
  if (!outages.isSettled) return;
  for (const { user_id, id } of orphans) {
    await releaseOrphan(asOwner(parts, user_id), id);
  }
}

function asOwner(parts: Parts, user_id: string): Context {
  return behindWall({ ...parts, actor: { kind: 'job', user_id }, ip: null });
}
