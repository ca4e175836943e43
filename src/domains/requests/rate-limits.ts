import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { NoRoom, RateLimited } from '../../core/errors.ts';
import type { Allowance } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import { setting } from '../../core/setting.ts';
import type { Actor } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import * as sql from './rate-limits.sql.ts';

const FORM = /^(\d+)\/minute,(\d+)\/day$/;

export const requestSettings = {
  rateLimit: setting({
    env: 'SVC_RATE_LIMIT',
    doc:
      'The number of requests that each key may make per minute and each user (with all keys) ' +
      'per day; `off` for no limit.',
    schema: z
      .string()
      .regex(/^(off|\d+\/minute,\d+\/day)$/, 'off, or a form such as 100/minute,10000/day')
      .default('100/minute,10000/day')
      .transform((text) => {
        const [, perMinute, perDay] = FORM.exec(text) ?? [];
        return text === 'off' ? null : { perMinute: Number(perMinute), perDay: Number(perDay) };
      }),
    fallback: '`100/minute,10000/day`',
  }),
};

export type RateLimits = { perMinute: number; perDay: number };

export interface RateLimiter extends AsyncDisposable {
  /**
   * Counts one request; returns the strictest of its limits. Returns null for callers without a
   * limit, such as people in their own sessions.
   */
  count(actor: Actor, now: Date): Promise<Allowance | null>;
}

interface Window {
  subject: string;
  started_at: Date;
  limit: number;
  resetsAt: Date;
}

/**
 * The part of a window that this process has reserved, so that it counts most requests without a
 * statement.
 */
interface Share {
  window: Window;
  /**
   * The number of requests that all processes had taken from the window when this process last
   * reserved a share.
   */
  taken: number;
  /** The number of requests left in this process's share. */
  unused: number;
  /** Queues callers, so that each window runs one statement at a time. */
  turn: Promise<unknown>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * The fraction of the remaining requests that is reserved. The share shrinks, so the last requests
 * are counted one by one.
 */
const SHARE = 0.1;
const CLEAN_MS = 3_600_000;

/**
 * Fixed windows, counted in the database. A restart does not reset the counts, and several
 * processes together never exceed the limit. A process that dies loses its share, at most a tenth
 * of the limit.
 */
export function openRateLimiter({
  db,
  clock,
  log,
  limits,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  limits: RateLimits | null;
}): RateLimiter {
  const shares = new Map<string, Share>();

  const shareOf = (window: Window): Share => {
    const held = shares.get(window.subject);
    if (held?.window.started_at.getTime() === window.started_at.getTime()) return held;
    const fresh = { window, taken: 0, unused: 0, turn: Promise.resolve() };
    shares.set(window.subject, fresh);
    return fresh;
  };

  const take = async (share: Share): Promise<boolean> => {
    if (share.unused === 0) {
      // Callers wait for the running statement. Afterwards the share is usually large enough.
      const turn = share.turn.then(() => (share.unused > 0 ? null : takeShare(db, share)));
      // A failed statement fails only its own caller, not all later callers.
      share.turn = turn.catch(() => {});
      await turn;
    }
    if (share.unused === 0) return false;
    share.unused -= 1;
    return true;
  };

  const clean = async () => {
    const now = clock.now().getTime();
    for (const [subject, { window }] of shares) {
      if (window.resetsAt.getTime() < now) shares.delete(subject);
    }
    await sql.deleteWindowsBefore(db, new Date(now - 2 * DAY_MS));
  };
  const retention = startPeriodic({
    name: 'retention of rate windows',
    everyMs: CLEAN_MS,
    log,
    run: clean,
  });

  return {
    async count(actor, now) {
      const holder = holderOf(actor);
      if (limits === null || holder === null) return null;
      const windows = [
        windowOf(holder.subject, limits.perMinute, MINUTE_MS, now),
        windowOf(`user ${holder.user_id}`, limits.perDay, DAY_MS, now),
      ];
      const allowances: Allowance[] = [];
      for (const window of windows) {
        const share = shareOf(window);
        if (!(await take(share))) throw tooMany(window, now);
        allowances.push({
          limit: window.limit,
          remaining: window.limit - share.taken + share.unused,
          resetsAt: window.resetsAt,
        });
      }
      return allowances.reduce((a, b) => (b.remaining < a.remaining ? b : a));
    },
    async [Symbol.asyncDispose]() {
      await retention[Symbol.asyncDispose]();
      for (const { window, unused } of shares.values()) {
        if (unused === 0) continue;
        await sql
          .giveBackToWindow(db, window, unused)
          .catch((error) =>
            log.warn({ err: error }, 'a share of a rate window was not given back'),
          );
      }
    },
  };
}

async function takeShare(db: Db, share: Share): Promise<void> {
  const { limit } = share.window;
  const ahead = Math.max(1, Math.floor((limit - share.taken) * SHARE));
  for (const count of new Set([ahead, 1])) {
    const taken = await sql.takeFromWindow(db, share.window, count).catch((error: unknown) => {
      // A full disk must not block reads. This process then counts requests without the database.
      if (!(error instanceof NoRoom)) throw error;
      return share.taken + count <= limit ? share.taken + count : null;
    });
    if (taken === null) continue;
    share.taken = taken;
    share.unused = count;
    return;
  }
  share.taken = limit;
}

function windowOf(subject: string, limit: number, lengthMs: number, now: Date): Window {
  const start = Math.floor(now.getTime() / lengthMs) * lengthMs;
  return { subject, limit, started_at: new Date(start), resetsAt: new Date(start + lengthMs) };
}

function tooMany({ limit, resetsAt }: Window, now: Date): RateLimited {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  return new RateLimited(`Rate limit exceeded. Try again in ${seconds}s.`, seconds, {
    limit,
    remaining: 0,
    resetsAt,
  });
}

/** Returns the key or grant to which the limit applies. Sessions and jobs have no limit. */
function holderOf(actor: Actor): { subject: string; user_id: string } | null {
  if ('key_id' in actor) return { subject: `key ${actor.key_id}`, user_id: actor.user_id };
  if ('grant_id' in actor) return { subject: `grant ${actor.grant_id}`, user_id: actor.user_id };
  return null;
}
