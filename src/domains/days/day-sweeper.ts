import type { z } from 'zod';
import { userOf } from '../../kit/context.ts';
import type { Context, Parts } from '../../kit/context.ts';
import type { DeliveredEvent } from '../../storage/outbox.ts';
import { selectZones, timezoneOf } from '../accounts/accounts.ts';
import { dayOf } from '../accounts/day-bounds.ts';
import { conversationDeleted, conversationMoved } from '../conversations/lifecycle.ts';
import { beginningOf } from '../conversations/period.ts';
import * as sql from './days.sql.ts';
import { keepSummary, readDay, removeSummary } from './making.ts';
import type { UserDay } from './making.ts';

type Moved = DeliveredEvent<z.output<typeof conversationMoved.payload>>;
type Deleted = DeliveredEvent<z.output<typeof conversationDeleted.payload>>;

const SWEEP_MS = 5 * 60_000;
/** Days that ended longer ago are summarised only when their user asks for it. */
const LOOK_BACK_DAYS = 7;

/**
 * Summarises days that are over, and keeps summaries true. The sweep compares the last days of
 * everybody with what is stored now; when a conversation of an older day arrives or goes, its event
 * says so. All of it may happen in several processes, and again.
 */
export function startDaySweeper(parts: Parts): AsyncDisposable {
  const { outbox, log } = parts;
  const stopping = new AbortController();
  let working: Promise<void> = Promise.resolve();
  const queue = (work: () => Promise<void>) => {
    working = working
      .then(() => (stopping.signal.aborted ? undefined : work()))
      .catch((error) => log.warn({ err: error }, 'daily summaries'));
  };

  const arrived = ({ user_id, payload }: Moved) => {
    if (payload.status === 'processing') return;
    queue(() => correctDayOf(asOwner(parts, user_id), payload));
  };
  const gone = ({ user_id, payload }: Deleted) =>
    queue(() => correctDay(asOwner(parts, user_id), new Date(payload.at)));
  const unsubscribe = [
    outbox.subscribe(conversationMoved, arrived),
    outbox.subscribe(conversationDeleted, gone),
  ];
  const sweep = () => queue(() => sweepDays(parts, stopping.signal));
  sweep();
  // A process that died may have heard of something and not come to act on it.
  queue(async () => {
    for (const event of await outbox.kept(conversationMoved)) arrived(event);
    for (const event of await outbox.kept(conversationDeleted)) gone(event);
  });
  const timer = setInterval(sweep, SWEEP_MS).unref();

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      clearInterval(timer);
      for (const end of unsubscribe) end();
      await working;
    },
  };
}

export async function sweepDays(parts: Parts, signal?: AbortSignal): Promise<void> {
  for (const { id, timezone } of await selectZones(parts.db)) {
    if (signal?.aborted) return;
    await sweepDaysOf(asOwner(parts, id), timezone).catch((error) =>
      parts.log.warn({ err: error, user_id: id }, 'daily summaries'),
    );
  }
}

async function sweepDaysOf(context: Context, timezone: string): Promise<void> {
  const now = context.clock.now();
  const dates = Array.from({ length: LOOK_BACK_DAYS }, (_, index) =>
    dayOf(now, timezone, index - LOOK_BACK_DAYS),
  );
  const summarised = await sql.selectSummarisedDays(context.db, userOf(context), dates);
  for (const date of dates) {
    await settle(context, { date, timezone }, summarised.includes(date));
  }
}

async function correctDayOf(
  context: Context,
  { conversation_id }: { conversation_id: string },
): Promise<void> {
  const at = await beginningOf(context, conversation_id);
  if (at) await correctDay(context, at);
}

/** Only where there is something to correct: the first summary is for the sweep to make. */
async function correctDay(context: Context, at: Date): Promise<void> {
  const timezone = await timezoneOf(context);
  const date = dayOf(at, timezone);
  const [known] = await sql.selectSummarisedDays(context.db, userOf(context), [date]);
  if (known) await settle(context, { date, timezone }, true);
}

/** While a conversation is processed its day waits: the end of the processing is heard of. */
async function settle(context: Context, day: UserDay, exists: boolean): Promise<void> {
  const { busy, summary } = await readDay(context, day);
  if (busy) return;
  if (summary) await keepSummary(context, day, summary);
  else if (exists) await removeSummary(context, day.date);
}

function asOwner(parts: Parts, user_id: string): Context {
  return { ...parts, actor: { kind: 'job', user_id }, ip: null };
}
