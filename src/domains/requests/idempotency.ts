import { createHash } from 'node:crypto';
import { Conflict, Invalid } from '../../core/errors.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import { sealWith } from '../../core/seal.ts';
import type { Seal } from '../../core/seal.ts';
import { userOf } from '../../kit/context.ts';
import type { Context, Parts } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import { transaction } from '../../storage/transaction.ts';
import * as sql from './idempotency.sql.ts';

const KEEP_HOURS = 24;
/**
 * Work outside a transaction renews its claim. A claim without renewal belongs to a dead process.
 */
const CLAIM_SECONDS = 10;

export interface OnceRequest {
  /** The caller's credential and Idempotency-Key; only the caller knows both. */
  credential: string;
  key: string;
  /** The complete request. A key is valid only for the same request, in any spelling as JSON. */
  request: { method: string; url: string; body: unknown };
  /**
   * True when the work also waits for something other than the database. Such work cannot share a
   * transaction with its answer.
   */
  waits: boolean;
}

/**
 * Runs `work` once per key. For a day, repeated requests get the stored answer. If possible, the
 * work and its answer are committed together, so that neither a crash nor a simultaneous request
 * can repeat the work. The result of failed work is not stored.
 */
export async function once(
  context: Context,
  { credential, key, request, waits }: OnceRequest,
  work: (db: Db, request_key: string) => Promise<string>,
): Promise<{ answer: string; repeated: boolean }> {
  const seal = sealWith(`${credential}\0${key}`, 'answer');
  const now = context.clock.now();
  const claim = {
    user_id: userOf(context),
    id: sha256(`${credential}\0${key}`),
    fingerprint: sha256(canonical(request)),
    claimed_until: waits ? later(now, CLAIM_SECONDS) : null,
    claimed_by: context.processId,
    expires_at: later(now, KEEP_HOURS * 3600),
  };
  const attempt = async (db: Db) => {
    const earlier = await sql.claimKey(db, claim, now);
    if (earlier) return { answer: replay(earlier, claim.fingerprint, seal), repeated: true };
    const keeping = waits ? keepClaim(context, claim) : null;
    const answer = await work(
      db,
      Buffer.concat([claim.id, claim.fingerprint]).toString('base64url'),
    )
      .catch(async (error: unknown) => {
        if (waits) await sql.releaseKey(db, claim);
        throw error;
      })
      .finally(() => keeping?.[Symbol.asyncDispose]());
    await sql.storeAnswer(db, claim, seal.close(answer));
    return { answer, repeated: false };
  };
  return waits ? attempt(context.db) : transaction(context.db, attempt);
}

/** Makes requests repeatable again immediately if their processes have died. */
export async function releaseClaims(
  { db }: Parts,
  endedProcesses: readonly string[],
): Promise<void> {
  if (endedProcesses.length > 0) await sql.releaseKeysOf(db, endedProcesses);
}

function keepClaim({ db, clock, log }: Context, claim: sql.RequestClaim): Periodic {
  return startPeriodic({
    name: 'keeping a claim up',
    everyMs: (CLAIM_SECONDS * 1000) / 3,
    log,
    run: () => sql.extendRequestClaim(db, claim, later(clock.now(), CLAIM_SECONDS)),
  });
}

/** Once an hour, deletes answers that are older than a day. */
export function startAnswerRetention({ db, clock, log }: Parts): Periodic {
  return startPeriodic({
    name: 'retention of answers',
    everyMs: 3_600_000,
    log,
    run: () => sql.deleteExpiredAnswers(db, clock.now()),
  });
}

function replay({ fingerprint, answer }: sql.EarlierRequest, wanted: Buffer, seal: Seal): string {
  if (!fingerprint.equals(wanted)) {
    throw new Invalid(
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  if (answer === null) {
    throw new Conflict(
      'The same request is still in progress. Send it again in a moment to get its answer.',
      { retryAfterSeconds: 1 },
    );
  }
  return seal.open(answer);
}

/** Returns the request as JSON that is the same for every order of fields and parameters. */
function canonical({ method, url, body }: OnceRequest['request']): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.sort();
  const request = [method, pathname.replace(/\/$/, ''), searchParams.toString(), body];
  return JSON.stringify(request, (_name, value: unknown) =>
    isPlain(value) ? Object.fromEntries(Object.entries(value).toSorted(byName)) : value,
  );
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : 1;

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
