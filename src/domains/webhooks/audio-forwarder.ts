import { startPeriodic } from '../../core/periodic.ts';
import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import type { Parts } from '../../kit/context.ts';
import type { AudioListener } from '../listening/session-parts.ts';
import { dropOldestSound, insertDelivery } from './deliveries.sql.ts';
import { selectAudioListeners } from './webhooks.sql.ts';

/** The maximum time until this process notices that a webhook was enabled or disabled. */
const REFRESH_MS = 2_000;
/** The maximum number of deliveries that wait for a slow receiver. The oldest are dropped first. */
const MAX_WAITING = 60;

export interface AudioForwarder extends AudioListener, AsyncDisposable {
  /**
   * Call this after a webhook changes in this process. Changes by other processes are noticed
   * later.
   */
  refresh(): void;
}

/**
 * Collects sound for users who have a webhook for it, and delivers it in pieces of a few seconds.
 */
export function startAudioForwarder({ db, clock, newId, log }: Parts): AudioForwarder {
  let wanted = new Map<string, number>();
  const collected = new Map<string, Int16Array[]>();
  let writing: Promise<unknown> = Promise.resolve();

  const refresh = async () => {
    const rows = await selectAudioListeners(db);
    wanted = new Map(rows.map(({ user_id, seconds }) => [user_id, seconds]));
  };
  const refreshing = startPeriodic({
    name: 'looking for webhooks that want sound',
    everyMs: REFRESH_MS,
    log,
    atOnce: true,
    run: refresh,
  });

  const flush = (user_id: string) => {
    const pieces = collected.get(user_id);
    collected.delete(user_id);
    if (!pieces) return;
    const body = Buffer.concat(
      pieces.map((pcm) => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)),
    );
    const delivery = {
      user_id,
      id: newId(),
      type: 'audio_bytes',
      created_at: clock.now(),
      body,
    } as const;
    writing = writing
      .then(() => insertDelivery(db, delivery))
      .then(() => dropOldestSound(db, user_id, MAX_WAITING))
      .catch((error) => log.warn({ err: error }, 'sound not kept for a webhook'));
  };

  return {
    refresh: refreshing.nudge,
    audio(user_id, pcm) {
      const seconds = wanted.get(user_id);
      if (seconds === undefined) return;
      const pieces = collected.get(user_id) ?? [];
      pieces.push(pcm.slice());
      collected.set(user_id, pieces);
      const samples = pieces.reduce((sum, { length }) => sum + length, 0);
      if (samples >= seconds * SAMPLE_RATE) flush(user_id);
    },
    ended: flush,
    async [Symbol.asyncDispose]() {
      await refreshing[Symbol.asyncDispose]();
      for (const user_id of collected.keys()) flush(user_id);
      await writing;
    },
  };
}
