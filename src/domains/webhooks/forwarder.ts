import type { EventKind } from '../../core/event.ts';
import { startPeriodic } from '../../core/periodic.ts';
import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import type { Parts } from '../../kit/context.ts';
import { conversationMoved } from '../conversations/lifecycle.ts';
import { daySummarised } from '../days/day-settlement.ts';
import { segmentsHeard } from '../hearing/recording.ts';
import type { AudioListener } from '../listening/session-parts.ts';
import type { Dispatcher } from './dispatcher.ts';
import { dropOldestSound, insertSound, planEventDeliveries } from './event-deliveries.sql.ts';
import type { WebhookType } from './webhook.ts';
import { selectWanted } from './webhooks.sql.ts';

/** The events of the outbox that become deliveries. */
const PLANS: readonly { event: EventKind; type: WebhookType }[] = [
  { event: conversationMoved, type: 'memory_created' },
  { event: segmentsHeard, type: 'realtime_transcript' },
  { event: daySummarised, type: 'day_summary' },
];
/** The maximum time until events and changed webhooks of other processes are noticed. */
const POLL_MS = 1_000;
/** The interval of the search for events that were committed late. */
const LATE_MS = 30_000;
const MAX_PLANNED = 100;
/** The maximum number of pieces that wait for a slow receiver. The oldest are dropped first. */
const MAX_WAITING = 60;

export interface Forwarder extends AudioListener, AsyncDisposable {
  /** Call this after a webhook changes in this process. */
  refresh(): void;
}

/**
 * Turns events and live sound into deliveries of the older webhooks. Events come from the outbox,
 * so none is lost when the process dies. Sound is collected here into pieces of a few seconds.
 */
export function startForwarder(
  { db, clock, newId, log, outbox }: Parts,
  dispatcher: Pick<Dispatcher, 'nudge'>,
): Forwarder {
  let secondsOf = new Map<string, number>();
  const collected = new Map<string, Int16Array[]>();
  let writing: Promise<unknown> = Promise.resolve();

  const plan = async ({ withLate }: { withLate: boolean }) => {
    // Most services have no webhooks, and each plan is a large statement.
    const wanted = await selectWanted(db);
    secondsOf = new Map(wanted.sound.map(({ user_id, seconds }) => [user_id, seconds]));
    for (const { event, type } of PLANS.filter((each) => wanted.types.has(each.type))) {
      const planSome = () => {
        const newIds = Array.from({ length: MAX_PLANNED }, newId);
        const now = clock.now();
        return planEventDeliveries(db, { event: event.name, type, newIds, now, withLate });
      };
      let count: number;
      do {
        count = await planSome();
        if (count > 0) dispatcher.nudge();
      } while (count === MAX_PLANNED);
    }
  };
  const planning = startPeriodic({
    name: 'looking for events for webhooks',
    everyMs: POLL_MS,
    log,
    atOnce: true,
    run: () => plan({ withLate: false }),
  });
  const late = startPeriodic({
    name: 'late events for webhooks',
    everyMs: LATE_MS,
    log,
    run: () => plan({ withLate: true }),
  });
  const unsubscribe = PLANS.map(({ event }) => outbox.subscribe(event, planning.nudge));

  const flush = (user_id: string) => {
    const pieces = collected.get(user_id);
    collected.delete(user_id);
    if (!pieces) return;
    const body = Buffer.concat(
      pieces.map((pcm) => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)),
    );
    const sound = { user_id, id: newId(), body, now: clock.now() };
    writing = writing
      .then(() => insertSound(db, sound))
      .then(() => dropOldestSound(db, user_id, MAX_WAITING))
      .then(dispatcher.nudge)
      .catch((error) => log.warn({ err: error }, 'sound not kept for a webhook'));
  };

  return {
    refresh: planning.nudge,
    audio(user_id, pcm) {
      const seconds = secondsOf.get(user_id);
      if (seconds === undefined) return;
      const pieces = collected.get(user_id) ?? [];
      pieces.push(pcm.slice());
      collected.set(user_id, pieces);
      const samples = pieces.reduce((sum, { length }) => sum + length, 0);
      if (samples >= seconds * SAMPLE_RATE) flush(user_id);
    },
    ended: flush,
    async [Symbol.asyncDispose]() {
      for (const end of unsubscribe) end();
      await Promise.all([planning, late].map((each) => each[Symbol.asyncDispose]()));
      for (const user_id of collected.keys()) flush(user_id);
      await writing;
    },
  };
}
