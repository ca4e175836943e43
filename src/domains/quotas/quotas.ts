/**
 * Quotas of users, so that one of several users cannot fill the disk or exhaust the machine. The
 * settings hold for all users, and the operator can set other values for one.
 */
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { RateLimited, StartError } from '../../core/errors.ts';
import { Timestamp } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import type { Db } from '../../storage/database.ts';
import * as sql from './quotas.sql.ts';
import type { Limits, QuotaUsage } from './quotas.sql.ts';
import type { QuotaSettings } from './settings.ts';

const GIB = 1024 ** 3;
const HOUR_SECONDS = 3_600;

type Ground = { db: Db; clock: Clock };

export class Quotas {
  readonly #limits: Limits;

  constructor({ soundGib, hours }: QuotaSettings) {
    this.#limits = {
      sound_bytes: Math.round((soundGib ?? Infinity) * GIB),
      listening_seconds: Math.round((hours ?? Infinity) * HOUR_SECONDS),
    };
  }

  async usageOf(ground: Ground, user_id: string): Promise<QuotaUsage | undefined> {
    return (await this.#measure(ground, { user_id }))[0];
  }

  /** Returns the users who have reached a quota. */
  async reached(ground: Ground): Promise<(QuotaUsage & { quotas: ('sound' | 'listening')[] })[]> {
    const all = await this.#measure(ground, { user_id: null, onlyLimited: true });
    return all
      .map((usage) => ({ ...usage, quotas: reachedIn(usage) }))
      .filter(({ quotas }) => quotas.length > 0);
  }

  /** Returns whether more sound of the user may be kept. */
  async mayKeepSound(context: Context): Promise<boolean> {
    const usage = await this.#limitedUsageOf(context);
    return usage !== undefined && !reachedIn(usage).includes('sound');
  }

  /** Throws when the user has listened for as long as is allowed in this month. */
  async requireListening(context: Context): Promise<void> {
    const usage = await this.#limitedUsageOf(context);
    if (!usage || !reachedIn(usage).includes('listening')) return;
    const now = context.clock.now();
    const next = nextMonth(now);
    const hours = rounded(usage.listening_most / HOUR_SECONDS);
    throw new RateLimited(
      `Your quota of ${hours} hours of listening in a month is used up until ` +
        `${next.toISOString().slice(0, 10)}. The operator of this service can raise it.`,
      Math.ceil((next.getTime() - now.getTime()) / 1000),
    );
  }

  async #limitedUsageOf(context: Context): Promise<QuotaUsage | undefined> {
    return (await this.#measure(context, { user_id: userOf(context), onlyLimited: true }))[0];
  }

  #measure(
    { db, clock }: Ground,
    { user_id, onlyLimited = false }: { user_id: string | null; onlyLimited?: boolean },
  ): Promise<QuotaUsage[]> {
    const since = monthOf(clock.now());
    return sql.selectUsage(db, user_id, { since, limits: this.#limits, onlyLimited });
  }
}

function reachedIn(usage: QuotaUsage): ('sound' | 'listening')[] {
  return [
    ...(usage.sound_used >= usage.sound_most ? (['sound'] as const) : []),
    ...(usage.listening_used >= usage.listening_most ? (['listening'] as const) : []),
  ];
}

const monthOf = (now: Date, further = 0): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + further));
const nextMonth = (now: Date): Date => monthOf(now, 1);

const quota = (unit: string) =>
  z.number().nullable().describe(`The quota in ${unit}; null when there is none.`);

const UserQuotas = z
  .object({
    sound: z
      .object({
        used_bytes: z.number().describe('The size of the kept sound, in bytes.'),
        max_bytes: quota('bytes'),
      })
      .describe('Kept sound. At the quota, new sound is transcribed but not kept.'),
    listening: z
      .object({
        used_seconds: z.number().describe('The seconds of sound in this month.'),
        max_seconds: quota('seconds'),
        resets_at: Timestamp.describe('The start of the next month.'),
      })
      .describe(
        'The length of the conversations from live sound and recordings in this month (UTC). At ' +
          'the quota, live sessions end and uploads are refused with 429.',
      ),
  })
  .meta({ id: 'UserQuotas' });

export function getQuotasOperation(quotas: Quotas) {
  return defineOperation({
    name: 'getQuotas',
    summary: 'Get your quotas and what you use of them',
    description: 'The operator sets the quotas. Deleted conversations and sound do not count.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: UserQuotas,
    run: async (context) => {
      const usage = (await quotas.usageOf(context, userOf(context)))!;
      return {
        sound: { used_bytes: usage.sound_used, max_bytes: finite(usage.sound_most) },
        listening: {
          used_seconds: usage.listening_used,
          max_seconds: finite(usage.listening_most),
          resets_at: nextMonth(context.clock.now()),
        },
      };
    },
  });
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const rounded = (value: number): number => Math.round(value * 100) / 100;

const UNITS = {
  sound: { column: 'sound_bytes', size: GIB },
  hours: { column: 'listening_seconds', size: HOUR_SECONDS },
} as const;

const QUOTA_USAGE = `Usage: account quota ADDRESS [sound GIB | hours HOURS]
  GIB and HOURS are numbers, \`none\` for no quota, or \`default\` for that of the settings.`;

/** Sets and shows the quotas of a user, for a command of the operator. */
export async function administerQuotas(
  quotas: Quotas,
  ground: Ground,
  user_id: string,
  [name, value]: readonly string[],
): Promise<string[]> {
  if (name !== undefined) {
    const unit = Object.entries(UNITS).find(([each]) => each === name)?.[1];
    if (!unit || value === undefined) throw new StartError(QUOTA_USAGE);
    const limit = limitOf(value, unit.size);
    await sql.upsertLimits(ground.db, user_id, { [unit.column]: limit });
  }
  const usage = (await quotas.usageOf(ground, user_id))!;
  const line = (used: number, most: number, unit: string) =>
    `${rounded(used)} of ${Number.isFinite(most) ? rounded(most) : 'unlimited'} ${unit}`;
  return [
    `Kept sound: ${line(usage.sound_used / GIB, usage.sound_most / GIB, 'GiB')}`,
    'Listening this month: ' +
      line(usage.listening_used / HOUR_SECONDS, usage.listening_most / HOUR_SECONDS, 'hours'),
  ];
}

function limitOf(value: string, size: number): number | null {
  if (value === 'default') return null;
  if (value === 'none') return Infinity;
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0)) throw new StartError(QUOTA_USAGE);
  return Math.round(number * size);
}
