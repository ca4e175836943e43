import type { Context, Parts } from '../../kit/context.ts';
import { selectAbandoned, selectStalled } from './conversations.sql.ts';
import { endRecording, failProcessing, requeueProcessing } from './lifecycle.ts';

const SWEEP_MS = 2_000;
/** A live session ends its own recording on time; the sweeper comes after it. */
const GRACE_SECONDS = 3;
/** Longer than all tries of the job together can take. */
const STALLED_MS = 30 * 60_000;
/** Sound may wait for a machine that is down or busy; then its conversation goes on without. */
const WORDLESS_MS = 24 * 3_600_000;
const MOST_ATTEMPTS = 3;

/** Moves on what nobody comes back for, so that nothing stays in progress or processing for ever. */
export function startSweeper(parts: Parts): AsyncDisposable {
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping
      .then(() => sweep(parts))
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
  const before = {
    job: new Date(now.getTime() - STALLED_MS),
    words: new Date(now.getTime() - WORDLESS_MS),
  };
  for (const { user_id, id, attempt } of await selectStalled(parts.db, before)) {
    const context = asOwner(parts, user_id);
    if (attempt < MOST_ATTEMPTS) await requeueProcessing(context, { id, attempt });
    else
      await failProcessing(context, { id, attempt, failure: 'Processing never came to an end.' });
  }
}

function asOwner(parts: Parts, user_id: string): Context {
  return { ...parts, actor: { kind: 'job', user_id }, ip: null };
}
