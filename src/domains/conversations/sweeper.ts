import type { Context, Parts } from '../../kit/context.ts';
import { selectAbandoned, selectStalled } from './conversations.sql.ts';
import { endRecording, failProcessing, requeueProcessing } from './lifecycle.ts';
import { releaseOrphan, stopWaiting } from './pending-words.ts';
import { selectOrphans, selectOverdue } from './pending-words.sql.ts';

const SWEEP_MS = 2_000;
/** A live session ends its own recording on time; the sweeper comes after it. */
const GRACE_SECONDS = 3;
/** Longer than all tries of the job together can take. */
const STALLED_MS = 30 * 60_000;
/** A process that holds sound says so three times in it. */
const ORPHANED_MS = 60_000;
const MOST_ATTEMPTS = 3;

/** Moves on what nobody comes back for, so that nothing stays in progress or processing for ever. */
export function startSweeper(
  parts: Parts,
  { wordsWaitMinutes }: { wordsWaitMinutes: number },
): AsyncDisposable {
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping
      .then(() => sweep(parts))
      .then(() => sweepWaiting(parts, wordsWaitMinutes * 60_000))
      .catch((error) => parts.log.warn({ err: error }, 'sweep failed'));
  }, SWEEP_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

async function sweep(parts: Parts): Promise<void> {
  const now = parts.clock.now();
  for (const { user_id, id } of await selectAbandoned(parts.db, now, GRACE_SECONDS)) {
    await endRecording(asOwner(parts, user_id), { id, forced: false });
  }
  const before = new Date(now.getTime() - STALLED_MS);
  for (const { user_id, id, attempt } of await selectStalled(parts.db, before)) {
    const context = asOwner(parts, user_id);
    if (attempt < MOST_ATTEMPTS) await requeueProcessing(context, { id, attempt });
    else
      await failProcessing(context, { id, attempt, failure: 'Processing never came to an end.' });
  }
}

/** Nobody waits for ever for words: what has none is shown as a gap. */
async function sweepWaiting(parts: Parts, waitMs: number): Promise<void> {
  const now = parts.clock.now().getTime();
  for (const { user_id, id } of await selectOverdue(parts.db, new Date(now - waitMs))) {
    await stopWaiting(asOwner(parts, user_id), id);
  }
  for (const { user_id, id } of await selectOrphans(parts.db, new Date(now - ORPHANED_MS))) {
    await releaseOrphan(asOwner(parts, user_id), id);
  }
}

function asOwner(parts: Parts, user_id: string): Context {
  return { ...parts, actor: { kind: 'job', user_id }, ip: null };
}
