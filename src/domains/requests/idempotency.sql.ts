import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

export interface RequestClaim {
  user_id: string;
  id: Buffer;
  fingerprint: Buffer;
  claimed_until: Date | null;
  /** The id of the process that works on the request. */
  claimed_by: string;
  expires_at: Date;
}

export interface EarlierRequest {
  fingerprint: Buffer;
  answer: Buffer | null;
}

/**
 * Claims the key, or returns the earlier request with the same key. Waits while another transaction
 * works on the same request. Takes over a key that is a day old, or whose process has died.
 */
export async function claimKey(
  db: Db,
  claim: RequestClaim,
  now: Date,
): Promise<EarlierRequest | null> {
  const { user_id, id, fingerprint, claimed_until, claimed_by, expires_at } = claim;
  const { rows: taken } = await sql`
    INSERT INTO idempotent_answers AS earlier
      (user_id, id, fingerprint, claimed_until, claimed_by, expires_at)
    VALUES (${user_id}, ${id}, ${fingerprint}, ${claimed_until}, ${claimed_by}, ${expires_at})
    ON CONFLICT (user_id, id) DO UPDATE SET
      fingerprint = excluded.fingerprint, answer = NULL,
      claimed_until = excluded.claimed_until, claimed_by = excluded.claimed_by,
      expires_at = excluded.expires_at
    WHERE earlier.expires_at < ${now}
       OR (earlier.answer IS NULL AND earlier.claimed_until < ${now})
    RETURNING id
  `.execute(db);
  if (taken.length > 0) return null;
  const { rows } = await sql<EarlierRequest>`
    SELECT fingerprint, answer FROM idempotent_answers WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0]!;
}

export async function storeAnswer(
  db: Db,
  { user_id, id }: RequestClaim,
  answer: Buffer,
): Promise<void> {
  await sql`
    UPDATE idempotent_answers SET answer = ${answer}, claimed_until = NULL
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

export async function extendRequestClaim(
  db: Db,
  { user_id, id }: RequestClaim,
  claimed_until: Date,
): Promise<void> {
  await sql`
    UPDATE idempotent_answers SET claimed_until = ${claimed_until}
    WHERE user_id = ${user_id} AND id = ${id} AND answer IS NULL
  `.execute(db);
}

export async function releaseKey(db: Db, { user_id, id }: RequestClaim): Promise<void> {
  await sql`
    DELETE FROM idempotent_answers WHERE user_id = ${user_id} AND id = ${id} AND answer IS NULL
  `.execute(db);
}

/** Releases the keys of requests whose processes have died. */
export async function releaseKeysOf(db: Db, processes: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM idempotent_answers
    WHERE answer IS NULL AND claimed_by = ANY (${processes}::uuid[])
  `.execute(db);
}

export async function deleteExpiredAnswers(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM idempotent_answers WHERE expires_at < ${now}`.execute(db);
}
