import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { User } from './account.ts';

export async function selectUser(db: Db, user_id: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'timezone'])
    .where('id', '=', user_id)
    .executeTakeFirst();
}

export async function selectReadiness(db: Db, user_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('readiness')
    .where('id', '=', user_id)
    .executeTakeFirst();
  return row?.readiness;
}

export async function updateReadiness(db: Db, email: string, readiness: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ readiness })
    .where('email', '=', email.toLowerCase())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The owner: whose account is the oldest. */
export async function selectFirstUser(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function selectSession(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ id: string; user_id: string } | undefined> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('token', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deleteSession(db: Db, user_id: string, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', user_id).where('id', '=', id).execute();
}

export interface Attempts {
  failures: number;
  retry_at: Date;
}

export async function selectAttempts(
  db: Db,
  subject: string,
  now: Date,
): Promise<Attempts | undefined> {
  return db
    .selectFrom('attempts')
    .select(['failures', 'retry_at'])
    .where('subject', '=', subject)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Counts a failure. After `free` of them each further one doubles the wait, from one second up to
 * `mostSeconds`; a quiet hour forgets.
 */
export async function countFailure(
  db: Db,
  {
    subject,
    now,
    free,
    mostSeconds,
  }: { subject: string; now: Date; free: number; mostSeconds: number },
): Promise<void> {
  const wait = sql`least(${mostSeconds}, 2 ^ greatest(0, least(30, f.failures - ${free})))`;
  await sql`
    INSERT INTO attempts AS a (subject, failures, retry_at, expires_at)
    VALUES (${subject}, 1, ${now}, ${now}::timestamptz + interval '1 hour')
    ON CONFLICT (subject) DO UPDATE SET (failures, retry_at, expires_at) = (
      SELECT f.failures,
             CASE WHEN f.failures > ${free}
                  THEN ${now}::timestamptz + make_interval(secs => ${wait})
                  ELSE ${now}::timestamptz END,
             excluded.expires_at
      FROM (SELECT CASE WHEN a.expires_at > ${now} THEN a.failures + 1 ELSE 1 END AS failures) f)
  `.execute(db);
}

export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('attempts').where('subject', '=', subject).execute();
}
